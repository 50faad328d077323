<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>RunFilter</name>
    <message>
        <source>%1 is neither a metric (%2) nor one setting&apos;s name</source>
        <translation>%1 no es ni una métrica (%2) ni el nombre de un ajuste</translation>
    </message>
    <message>
        <source>%1 is compared with a number, not with %2</source>
        <translation>%1 se compara con un número, no con %2</translation>
    </message>
</context>
<context>
    <name>comparison</name>
    <message>
        <source>Each seed, median</source>
        <translation>Cada semilla, mediana</translation>
    </message>
    <message>
        <source>Mean ± std</source>
        <translation>Media ± desv. est.</translation>
    </message>
    <message>
        <source>Median, min to max</source>
        <translation>Mediana, de mín. a máx.</translation>
    </message>
    <message>
        <source>%1/%2 solved</source>
        <translation>%1/%2 resueltas</translation>
    </message>
    <message>
        <source> at step %1</source>
        <translation> en el paso %1</translation>
    </message>
    <message>
        <source>, median step %1</source>
        <translation>, paso mediano %1</translation>
    </message>
    <message>
        <source>Validation accuracy</source>
        <translation>Exactitud de validación</translation>
    </message>
    <message>
        <source>step</source>
        <translation>paso</translation>
    </message>
    <message>
        <source>Final validation accuracy of each run</source>
        <translation>Exactitud de validación final de cada ejecución</translation>
    </message>
</context>
<context>
    <name>config</name>
    <message>
        <source>Task</source>
        <translation>Tarea</translation>
    </message>
    <message>
        <source>What the model learns.</source>
        <translation>Lo que aprende el modelo.</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Longitud</translation>
    </message>
    <message>
        <source>Tokens per example; for own data the length of its rows.</source>
        <translation>Tokens por ejemplo; con datos propios, la longitud de sus filas.</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulario</translation>
    </message>
    <message>
        <source>How many different tokens there are; the model embeds and predicts this many.</source>
        <translation>Cuántos tokens distintos hay; el modelo representa y predice esa cantidad.</translation>
    </message>
    <message>
        <source>Key-value pairs</source>
        <translation>Pares clave-valor</translation>
    </message>
    <message>
        <source>How many keys are bound to values and asked for (k); at most a quarter of the length.</source>
        <translation>Cuántas claves se asocian a valores y se preguntan (k); como máximo, un cuarto de la longitud.</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>pares</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Ruido</translation>
    </message>
    <message>
        <source>Tokens between: any token, which may repeat a key, or only those that are no key of the example.</source>
        <translation>Tokens intermedios: cualquiera, que puede repetir una clave, o solo los que no son clave del ejemplo.</translation>
    </message>
    <message>
        <source>Pair offset</source>
        <translation>Posición de los pares</translation>
    </message>
    <message>
        <source>Position of the first pair; random moves the block per example, so that pairs do not sit on Fenwick blocks.</source>
        <translation>Posición del primer par; random desplaza el bloque en cada ejemplo, para que los pares no coincidan con los bloques de Fenwick.</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>Segmentos</translation>
    </message>
    <message>
        <source>Parts of the training set, each with its length, pairs and examples; empty: all examples alike.</source>
        <translation>Partes del conjunto de entrenamiento, cada una con su longitud, pares y ejemplos; vacío: todos los ejemplos iguales.</translation>
    </message>
    <message>
        <source>Power law</source>
        <translation>Ley de potencias</translation>
    </message>
    <message>
        <source>Exponent a of the query positions, weight ∝ a·j^(a-1); 1 is uniform, small values stay close behind the pairs.</source>
        <translation>Exponente a de las posiciones de las consultas, peso ∝ a·j^(a-1); 1 es uniforme, los valores pequeños quedan cerca de los pares.</translation>
    </message>
    <message>
        <source>Filler</source>
        <translation>Relleno</translation>
    </message>
    <message>
        <source>Tokens between: token 0, or tokens drawn from the whole vocabulary.</source>
        <translation>Tokens intermedios: el token 0 o tokens extraídos de todo el vocabulario.</translation>
    </message>
    <message>
        <source>Tokens to copy</source>
        <translation>Tokens que copiar</translation>
    </message>
    <message>
        <source>How many different data tokens stand among the noise; with as many blanks and a separator they fit the length.</source>
        <translation>Cuántos tokens de datos distintos hay entre el ruido; junto con otros tantos huecos y un separador caben en la longitud.</translation>
    </message>
    <message>
        <source>Training file</source>
        <translation>Archivo de entrenamiento</translation>
    </message>
    <message>
        <source>Own data: safetensors with inputs and targets [rows, length]. Language model: a UTF-8 text, or the folder of wiki.train.raw and its like.</source>
        <translation>Datos propios: safetensors con inputs y targets [filas, longitud]. Modelo de lenguaje: un texto UTF-8 o la carpeta de wiki.train.raw y similares.</translation>
    </message>
    <message>
        <source>Validation file</source>
        <translation>Archivo de validación</translation>
    </message>
    <message>
        <source>The same for validation; without it own data have none, and a text keeps its last tenth for validation and test.</source>
        <translation>Lo mismo para la validación; sin él, los datos propios no tienen validación y un texto reserva su última décima parte para validación y prueba.</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>Tokenizador</translation>
    </message>
    <message>
        <source>bytes; byte pairs from GPT-2&apos;s files (gpt2); or byte pairs learnt from the training text, up to the vocabulary (trained).</source>
        <translation>bytes; pares de bytes de los archivos de GPT-2 (gpt2); o pares de bytes aprendidos del texto de entrenamiento, hasta el vocabulario (trained).</translation>
    </message>
    <message>
        <source>Vocabulary file</source>
        <translation>Archivo del vocabulario</translation>
    </message>
    <message>
        <source>vocab.json of GPT-2&apos;s tokenizer: {token: id}.</source>
        <translation>vocab.json del tokenizador de GPT-2: {token: id}.</translation>
    </message>
    <message>
        <source>Merges file</source>
        <translation>Archivo de fusiones</translation>
    </message>
    <message>
        <source>merges.txt of GPT-2&apos;s tokenizer: two tokens a line, the earliest merge first.</source>
        <translation>merges.txt del tokenizador de GPT-2: dos tokens por línea, la fusión más temprana primero.</translation>
    </message>
    <message>
        <source>Invalid text</source>
        <translation>Texto no válido</translation>
    </message>
    <message>
        <source>What to do about bytes that are no UTF-8, and NUL: refuse the file, telling the first, or replace each by U+FFFD.</source>
        <translation>Qué hacer con los bytes que no son UTF-8 y con NUL: rechazar el archivo indicando el primero, o sustituir cada uno por U+FFFD.</translation>
    </message>
    <message>
        <source>Training examples</source>
        <translation>Ejemplos de entrenamiento</translation>
    </message>
    <message>
        <source>Size of the training set, which repeats; 0 draws fresh examples at every step.</source>
        <translation>Tamaño del conjunto de entrenamiento, que se repite; 0 genera ejemplos nuevos en cada paso.</translation>
    </message>
    <message>
        <source>examples</source>
        <translation>ejemplos</translation>
    </message>
    <message>
        <source>Validation examples</source>
        <translation>Ejemplos de validación</translation>
    </message>
    <message>
        <source>Size of the validation set, drawn apart from the training set; 0 leaves validation out.</source>
        <translation>Tamaño del conjunto de validación, generado aparte del de entrenamiento; 0 omite la validación.</translation>
    </message>
    <message>
        <source>Test examples</source>
        <translation>Ejemplos de prueba</translation>
    </message>
    <message>
        <source>Size of a third set that training never sees, for `eval --split test`.</source>
        <translation>Tamaño de un tercer conjunto que el entrenamiento nunca ve, para `eval --split test`.</translation>
    </message>
    <message>
        <source>Evaluation lengths</source>
        <translation>Longitudes de evaluación</translation>
    </message>
    <message>
        <source>Further lengths that the model shall be evaluated at; the levels of λ reach the longest.</source>
        <translation>Otras longitudes en las que evaluar el modelo; los niveles de λ alcanzan la mayor.</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Orden</translation>
    </message>
    <message>
        <source>Batches drawn at random, or the training set in order, from its start again at its end.</source>
        <translation>Lotes extraídos al azar, o el conjunto de entrenamiento en orden, que vuelve al principio al llegar al final.</translation>
    </message>
    <message>
        <source>Data seed</source>
        <translation>Semilla de los datos</translation>
    </message>
    <message>
        <source>Names the data that is drawn; auto takes the training seed.</source>
        <translation>Determina los datos que se generan; auto toma la semilla de entrenamiento.</translation>
    </message>
    <message>
        <source>Mixer</source>
        <translation>Mezclador</translation>
    </message>
    <message>
        <source>log-linear: levels weighed by λ; gated-delta: so too, and states forget along new keys; linear: λ = 1, one state; softmax: every token, rotary positions.</source>
        <translation>log-linear: niveles ponderados por λ; gated-delta: igual, y los estados olvidan según las claves nuevas; linear: λ = 1, un solo estado; softmax: todos los tokens, posiciones rotatorias.</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Bloque</translation>
    </message>
    <message>
        <source>study is the small post-norm layer of the synthetic study; language has a convolution, skip, gated norm and gated MLP, with the norms before.</source>
        <translation>study es la pequeña capa post-norm del estudio sintético; language tiene convolución, conexión residual, norma con compuerta y MLP con compuerta, con las normas delante.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Capas</translation>
    </message>
    <message>
        <source>How many layers follow each other.</source>
        <translation>Cuántas capas se suceden.</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>capas</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Anchura</translation>
    </message>
    <message>
        <source>Features per token (d); the heads share them as values, so it is a multiple of the heads.</source>
        <translation>Características por token (d); las cabezas se las reparten como valores, así que es múltiplo de las cabezas.</translation>
    </message>
    <message>
        <source>features</source>
        <translation>caract.</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Cabezas</translation>
    </message>
    <message>
        <source>Attention heads per layer; each has a gate and λ of its own.</source>
        <translation>Cabezas de atención por capa; cada una tiene su propia compuerta y su propia λ.</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>cabezas</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Grupos</translation>
    </message>
    <message>
        <source>Sets of queries and keys per layer; heads in a group share one, so it divides the heads.</source>
        <translation>Conjuntos de consultas y claves por capa; las cabezas de un grupo comparten uno, así que divide a las cabezas.</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>grupos</translation>
    </message>
    <message>
        <source>Key size</source>
        <translation>Tamaño de clave</translation>
    </message>
    <message>
        <source>Features of one query or key (K): the rows of a head&apos;s state.</source>
        <translation>Características de una consulta o clave (K): las filas del estado de una cabeza.</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>Niveles</translation>
    </message>
    <message>
        <source>Levels of the Fenwick tree that λ has; auto is what the longest length needs.</source>
        <translation>Niveles del árbol de Fenwick que tiene λ; auto es lo que necesita la longitud mayor.</translation>
    </message>
    <message>
        <source>levels</source>
        <translation>niveles</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Fragmento</translation>
    </message>
    <message>
        <source>Tokens that the chunkwise form takes together: 16, 32 or 64; changes speed, not results.</source>
        <translation>Tokens que la forma por fragmentos toma juntos: 16, 32 o 64; cambia la velocidad, no los resultados.</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>Pesos iniciales</translation>
    </message>
    <message>
        <source>as-described starts the λ MLP at 1.0 as the paper says; as-published lets the general initialiser overwrite it, as its code does.</source>
        <translation>as-described inicia la MLP de λ en 1.0, como dice el artículo; as-published deja que la inicialización general la sobrescriba, como hace su código.</translation>
    </message>
    <message>
        <source>Gate start</source>
        <translation>Inicio de compuertas</translation>
    </message>
    <message>
        <source>Time step of the gates at the start: log-uniform in 0.001 … 0.1, a log-spaced grid of it over the heads, or one number.</source>
        <translation>Paso temporal de las compuertas al inicio: log-uniforme en 0.001 … 0.1, una rejilla logarítmica repartida entre las cabezas, o un número.</translation>
    </message>
    <message>
        <source>λ head</source>
        <translation>Cabeza λ</translation>
    </message>
    <message>
        <source>How λ, the weight of each level, is computed from the token.</source>
        <translation>Cómo se calcula λ, el peso de cada nivel, a partir del token.</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Activación</translation>
    </message>
    <message>
        <source>Between the two layers of the MLP: none, as the paper&apos;s text says, or GELU, as its code has it.</source>
        <translation>Entre las dos capas de la MLP: ninguna, como dice el texto del artículo, o GELU, como está en su código.</translation>
    </message>
    <message>
        <source>Hidden width</source>
        <translation>Anchura oculta</translation>
    </message>
    <message>
        <source>Width of the MLP&apos;s hidden layer: a number, or twice the levels.</source>
        <translation>Anchura de la capa oculta de la MLP: un número, o el doble de los niveles.</translation>
    </message>
    <message>
        <source>λ at the start</source>
        <translation>λ al inicio</translation>
    </message>
    <message>
        <source>The λ that every head begins with; auto is the head&apos;s own (0.693, 1.0 or 1/L).</source>
        <translation>La λ con la que empieza cada cabeza; auto es la propia de la cabeza (0.693, 1.0 o 1/L).</translation>
    </message>
    <message>
        <source>λ scale</source>
        <translation>Escala de λ</translation>
    </message>
    <message>
        <source>Factor on the softmax over levels: L makes its mean 1, as the other heads have it.</source>
        <translation>Factor sobre la softmax de los niveles: L hace que su media sea 1, como en las demás cabezas.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Pasos</translation>
    </message>
    <message>
        <source>Updates of the weights, unless validation accuracy stops the run earlier.</source>
        <translation>Actualizaciones de los pesos, salvo que la exactitud de validación detenga antes la ejecución.</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>pasos</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Lote</translation>
    </message>
    <message>
        <source>Examples per update.</source>
        <translation>Ejemplos por actualización.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizador</translation>
    </message>
    <message>
        <source>adam, or adamw with decoupled weight decay.</source>
        <translation>adam, o adamw con decaimiento de pesos desacoplado.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Tasa de aprendizaje</translation>
    </message>
    <message>
        <source>Step size of the optimizer after warm-up.</source>
        <translation>Tamaño de paso del optimizador tras el calentamiento.</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Evolución de la tasa</translation>
    </message>
    <message>
        <source>How the learning rate goes on after warm-up: constant, or along a cosine to 0 at the last step.</source>
        <translation>Cómo sigue la tasa de aprendizaje tras el calentamiento: constante, o por un coseno hasta 0 en el último paso.</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Calentamiento</translation>
    </message>
    <message>
        <source>Steps over which the learning rate grows in a straight line to its full value.</source>
        <translation>Pasos en los que la tasa de aprendizaje crece en línea recta hasta su valor pleno.</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Decaimiento de pesos</translation>
    </message>
    <message>
        <source>Decoupled decay of adamw, per step and times the learning rate.</source>
        <translation>Decaimiento desacoplado de adamw, por paso y multiplicado por la tasa de aprendizaje.</translation>
    </message>
    <message>
        <source>Gradient clipping</source>
        <translation>Recorte del gradiente</translation>
    </message>
    <message>
        <source>Gradients whose norm is larger are scaled down to it; 0 leaves them as they are.</source>
        <translation>Los gradientes de norma mayor se reducen a ella; 0 los deja como están.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precisión numérica</translation>
    </message>
    <message>
        <source>Numbers that products are taken of; sums, states and weights are float32 in all. tf32 and bf16 need CUDA.</source>
        <translation>Números con los que se hacen los productos; sumas, estados y pesos son float32 en todos los casos. tf32 y bf16 requieren CUDA.</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>Detener en</translation>
    </message>
    <message>
        <source>Validation accuracy that ends the run; 0 never does.</source>
        <translation>Exactitud de validación que termina la ejecución; 0 no la termina nunca.</translation>
    </message>
    <message>
        <source>of scored tokens</source>
        <translation>de los tokens puntuados</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semilla</translation>
    </message>
    <message>
        <source>Names the initial weights, and data and order where those are auto.</source>
        <translation>Determina los pesos iniciales, y también los datos y el orden donde estos son auto.</translation>
    </message>
    <message>
        <source>Order seed</source>
        <translation>Semilla del orden</translation>
    </message>
    <message>
        <source>Names the order of the batches; auto takes the training seed.</source>
        <translation>Determina el orden de los lotes; auto toma la semilla de entrenamiento.</translation>
    </message>
    <message>
        <source>Evaluate every</source>
        <translation>Evaluar cada</translation>
    </message>
    <message>
        <source>Steps between evaluations on the validation set; the last step evaluates too.</source>
        <translation>Pasos entre evaluaciones en el conjunto de validación; el último paso también evalúa.</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>Punto de control cada</translation>
    </message>
    <message>
        <source>Steps between checkpoints that a run can go on from; the last step leaves one too.</source>
        <translation>Pasos entre los puntos de control desde los que una ejecución puede continuar; el último paso también deja uno.</translation>
    </message>
    <message>
        <source>Record λ every</source>
        <translation>Registrar λ cada</translation>
    </message>
    <message>
        <source>Steps between recorded λ snapshots of the probe batch; the first and the last step record one too.</source>
        <translation>Pasos entre las instantáneas de λ registradas del lote de sondeo; el primer y el último paso también registran una.</translation>
    </message>
    <message>
        <source>Probe examples</source>
        <translation>Ejemplos de sondeo</translation>
    </message>
    <message>
        <source>Examples of the fixed probe batch that λ is recorded for.</source>
        <translation>Ejemplos del lote fijo de sondeo para los que se registra λ.</translation>
    </message>
    <message>
        <source>λ budget</source>
        <translation>Espacio para λ</translation>
    </message>
    <message>
        <source>Disk space for λ snapshots; beyond it they are thinned evenly, never the first, last or solving one.</source>
        <translation>Espacio en disco para las instantáneas de λ; si se supera, se reducen por igual, nunca la primera, la última ni la de la resolución.</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Keep weights every</source>
        <translation>Conservar pesos cada</translation>
    </message>
    <message>
        <source>Steps between weights that are kept for later inspection, beside the log-spaced ones; 0 keeps no others.</source>
        <translation>Pasos entre los pesos que se conservan para inspeccionarlos después, además de los espaciados logarítmicamente; 0 no conserva otros.</translation>
    </message>
    <message>
        <source>Associative recall (MQAR)</source>
        <translation>Recuerdo asociativo (MQAR)</translation>
    </message>
    <message>
        <source>Bind keys to values, then answer each key with its value, as published with the λ MLP.</source>
        <translation>Asociar claves a valores y responder después a cada clave con su valor, como se publicó con la MLP de λ.</translation>
    </message>
    <message>
        <source>Associative recall (Zoology)</source>
        <translation>Recuerdo asociativo (Zoology)</translation>
    </message>
    <message>
        <source>Recall as in Arora et al.: queries placed by a power law, several lengths in one training set.</source>
        <translation>Recuerdo como en Arora et al.: consultas colocadas según una ley de potencias, varias longitudes en un conjunto de entrenamiento.</translation>
    </message>
    <message>
        <source>Selective copying</source>
        <translation>Copia selectiva</translation>
    </message>
    <message>
        <source>Find the data among noise and repeat them in order behind a separator.</source>
        <translation>Encontrar los datos entre el ruido y repetirlos en orden tras un separador.</translation>
    </message>
    <message>
        <source>Own data (tensors)</source>
        <translation>Datos propios (tensores)</translation>
    </message>
    <message>
        <source>Rows of tokens and targets from a safetensors file.</source>
        <translation>Filas de tokens y objetivos de un archivo safetensors.</translation>
    </message>
    <message>
        <source>Language model (text)</source>
        <translation>Modelo de lenguaje (texto)</translation>
    </message>
    <message>
        <source>Predict each next token of a text: WikiText-103 in its raw layout, or any UTF-8 file.</source>
        <translation>Predecir cada token siguiente de un texto: WikiText-103 en su formato raw o cualquier archivo UTF-8.</translation>
    </message>
    <message>
        <source>Log-linear</source>
        <translation>Log-lineal</translation>
    </message>
    <message>
        <source>levels weighed by λ</source>
        <translation>niveles ponderados por λ</translation>
    </message>
    <message>
        <source>Log-linear Gated DeltaNet</source>
        <translation>Gated DeltaNet log-lineal</translation>
    </message>
    <message>
        <source>so too, and states forget along new keys</source>
        <translation>igual, y los estados olvidan según las claves nuevas</translation>
    </message>
    <message>
        <source>Gated linear</source>
        <translation>Lineal con compuerta</translation>
    </message>
    <message>
        <source>λ = 1, one state</source>
        <translation>λ = 1, un solo estado</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>every token, rotary positions</source>
        <translation>todos los tokens, posiciones rotatorias</translation>
    </message>
    <message>
        <source>Fixed (baseline)</source>
        <translation>Fija (referencia)</translation>
    </message>
    <message>
        <source>softplus(Λ ⊙ d), Λ learned per head and level; the baseline of Guo et al.</source>
        <translation>softplus(Λ ⊙ d), con Λ aprendida por cabeza y nivel; la referencia de Guo et al.</translation>
    </message>
    <message>
        <source>MLP, softplus</source>
        <translation>MLP, softplus</translation>
    </message>
    <message>
        <source>softplus of a two-layer MLP that the heads of a layer share: each level scales on its own</source>
        <translation>softplus de una MLP de dos capas que comparten las cabezas de una capa: cada nivel escala por su cuenta</translation>
    </message>
    <message>
        <source>MLP, softmax</source>
        <translation>MLP, softmax</translation>
    </message>
    <message>
        <source>softmax over levels of the same MLP: levels compete</source>
        <translation>softmax sobre los niveles de la misma MLP: los niveles compiten</translation>
    </message>
    <message>
        <source>Constant (control)</source>
        <translation>Constante (control)</translation>
    </message>
    <message>
        <source>softplus(b), b learned per head and level: no dependence on the token</source>
        <translation>softplus(b), con b aprendido por cabeza y nivel: sin dependencia del token</translation>
    </message>
    <message>
        <source>Fixed with bias (control)</source>
        <translation>Fija con sesgo (control)</translation>
    </message>
    <message>
        <source>softplus(Λ ⊙ d + b): the baseline with the bias that the MLP has</source>
        <translation>softplus(Λ ⊙ d + b): la referencia con el sesgo que tiene la MLP</translation>
    </message>
    <message>
        <source>Ones (linear attention)</source>
        <translation>Unos (atención lineal)</translation>
    </message>
    <message>
        <source>λ = 1 everywhere: gated linear attention</source>
        <translation>λ = 1 en todas partes: atención lineal con compuerta</translation>
    </message>
    <message>
        <source>Associative recall of 4 pairs in 64 tokens: passes 99 % after about 1,000 steps, about ten seconds on two CPU cores.</source>
        <translation>Recuerdo asociativo de 4 pares en 64 tokens: supera el 99 % tras unos 1000 pasos, unos diez segundos en dos núcleos de CPU.</translation>
    </message>
    <message>
        <source>Associative recall of 4 pairs in 128 tokens, as in the paper&apos;s sweep: easy, well within two minutes on two CPU cores.</source>
        <translation>Recuerdo asociativo de 4 pares en 128 tokens, como en el barrido del artículo: fácil, bastante menos de dos minutos en dos núcleos de CPU.</translation>
    </message>
    <message>
        <source>Associative recall of 8 pairs in 128 tokens, as in the paper&apos;s sweep: about 1,200 steps in our tries, half a minute on two CPU cores.</source>
        <translation>Recuerdo asociativo de 8 pares en 128 tokens, como en el barrido del artículo: unos 1200 pasos en nuestras pruebas, medio minuto en dos núcleos de CPU.</translation>
    </message>
    <message>
        <source>Associative recall of 16 pairs in 128 tokens, as in the paper&apos;s sweep: up to 5,000 steps, two minutes at most on two CPU cores.</source>
        <translation>Recuerdo asociativo de 16 pares en 128 tokens, como en el barrido del artículo: hasta 5000 pasos, dos minutos como máximo en dos núcleos de CPU.</translation>
    </message>
    <message>
        <source>Associative recall of 32 pairs in 128 tokens, as in the paper&apos;s sweep: about 3,000 steps in our tries, a minute and a half on two CPU cores.</source>
        <translation>Recuerdo asociativo de 32 pares en 128 tokens, como en el barrido del artículo: unos 3000 pasos en nuestras pruebas, minuto y medio en dos núcleos de CPU.</translation>
    </message>
    <message>
        <source>Associative recall of 32 pairs in 256 tokens, as in the paper&apos;s sweep: the hardest published case, up to 5,000 steps, about four minutes on two CPU cores.</source>
        <translation>Recuerdo asociativo de 32 pares en 256 tokens, como en el barrido del artículo: el caso publicado más difícil, hasta 5000 pasos, unos cuatro minutos en dos núcleos de CPU.</translation>
    </message>
    <message>
        <source>Copying 16 data tokens out of noise in 256 tokens, as in the paper: up to 30,000 steps, about 25 minutes on two CPU cores.</source>
        <translation>Copia de 16 tokens de datos entre ruido en 256 tokens, como en el artículo: hasta 30 000 pasos, unos 25 minutos en dos núcleos de CPU.</translation>
    </message>
    <message>
        <source>Copying 16 data tokens out of noise in 512 tokens, as in the paper: up to 30,000 steps, about 40 minutes on two CPU cores.</source>
        <translation>Copia de 16 tokens de datos entre ruido en 512 tokens, como en el artículo: hasta 30 000 pasos, unos 40 minutos en dos núcleos de CPU.</translation>
    </message>
    <message>
        <source>Copying 16 data tokens out of noise in 1024 tokens, as in the paper: up to 30,000 steps, about 100 minutes on two CPU cores.</source>
        <translation>Copia de 16 tokens de datos entre ruido en 1024 tokens, como en el artículo: hasta 30 000 pasos, unos 100 minutos en dos núcleos de CPU.</translation>
    </message>
    <message>
        <source>Language model of width 256 on a text that you name (WikiText-103 raw or any UTF-8), with GPT-2&apos;s tokens: days on two CPU cores, so one for a GPU.</source>
        <translation>Modelo de lenguaje de anchura 256 sobre un texto a elegir (WikiText-103 raw o cualquier UTF-8), con los tokens de GPT-2: días en dos núcleos de CPU, o sea, para una GPU.</translation>
    </message>
    <message>
        <source>Language model of width 512 on a text that you name (WikiText-103 raw or any UTF-8), with GPT-2&apos;s tokens: days on two CPU cores, so one for a GPU.</source>
        <translation>Modelo de lenguaje de anchura 512 sobre un texto a elegir (WikiText-103 raw o cualquier UTF-8), con los tokens de GPT-2: días en dos núcleos de CPU, o sea, para una GPU.</translation>
    </message>
    <message>
        <source>The paper&apos;s sweep of associative recall: 3 λ heads × k 4, 8, 16, 32 × T 256, 512 × 3 seeds, 72 runs of up to 5,000 steps; three minutes on one NVIDIA H200, at most seven hours on two CPU cores, less where runs are solved early (controls: 240 runs).</source>
        <translation>El barrido de recuerdo asociativo del artículo: 3 cabezas λ × k 4, 8, 16, 32 × T 256, 512 × 3 semillas, 72 ejecuciones de hasta 5000 pasos; tres minutos en una NVIDIA H200, siete horas como máximo en dos núcleos de CPU, menos si las ejecuciones se resuelven pronto (controls: 240 ejecuciones).</translation>
    </message>
    <message>
        <source>The study at T = 128: 3 λ heads × k 8, 16, 32 × 5 seeds, 45 runs of up to 5,000 steps; at most eighty minutes on two CPU cores (controls: 135 runs; at k = 32 the pairs fill the sequence and cannot be moved).</source>
        <translation>El estudio con T = 128: 3 cabezas λ × k 8, 16, 32 × 5 semillas, 45 ejecuciones de hasta 5000 pasos; ochenta minutos como máximo en dos núcleos de CPU (controls: 135 ejecuciones; con k = 32 los pares llenan la secuencia y no se pueden desplazar).</translation>
    </message>
    <message>
        <source>Selective copying: 3 λ heads × T 256, 512, 1024 × 5 seeds, 45 runs of up to 30,000 steps; at most two days on two CPU cores, so one for a GPU (controls: 105 runs).</source>
        <translation>Copia selectiva: 3 cabezas λ × T 256, 512, 1024 × 5 semillas, 45 ejecuciones de hasta 30 000 pasos; dos días como máximo en dos núcleos de CPU, o sea, para una GPU (controls: 105 ejecuciones).</translation>
    </message>
    <message>
        <source>Trained at 128 tokens, evaluated at 256 and 512 at the end (at any length later: fenwick eval RUN --lengths 128,256,512): 3 λ heads × 5 seeds, 15 runs of up to 5,000 steps; about an hour on two CPU cores.</source>
        <translation>Entrenamiento con 128 tokens, evaluación con 256 y 512 al final (después, con cualquier longitud: fenwick eval RUN --lengths 128,256,512): 3 cabezas λ × 5 semillas, 15 ejecuciones de hasta 5000 pasos; alrededor de una hora en dos núcleos de CPU.</translation>
    </message>
    <message>
        <source>The four mixers in one block: 8 pairs in 128 tokens × 3 seeds, 12 runs of up to 5,000 steps; about an hour on two CPU cores.</source>
        <translation>Los cuatro mezcladores en un mismo bloque: 8 pares en 128 tokens × 3 semillas, 12 ejecuciones de hasta 5000 pasos; alrededor de una hora en dos núcleos de CPU.</translation>
    </message>
    <message>
        <source>The hardest published case with more seeds: 5 λ heads × T 128, 256 × 8 seeds at 32 pairs, 80 runs of up to 5,000 steps; about two minutes on one NVIDIA H200, at most four hours on two CPU cores (controls: 104 runs).</source>
        <translation>El caso publicado más difícil con más semillas: 5 cabezas λ × T 128, 256 × 8 semillas con 32 pares, 80 ejecuciones de hasta 5000 pasos; unos dos minutos en una NVIDIA H200, cuatro horas como máximo en dos núcleos de CPU (controls: 104 ejecuciones).</translation>
    </message>
    <message>
        <source>Language models on a text that you name (--set task.file=…): 3 λ heads × width 256, 512 × 2 seeds, 12 runs of 40,000 steps; weeks on two CPU cores, so one for a GPU. Arm small-text: 1,000 steps with tokens learnt from a text of a few MB.</source>
        <translation>Modelos de lenguaje sobre un texto a elegir (--set task.file=…): 3 cabezas λ × anchura 256, 512 × 2 semillas, 12 ejecuciones de 40 000 pasos; semanas en dos núcleos de CPU, o sea, para una GPU. Variante small-text: 1000 pasos con tokens aprendidos de un texto de unos MB.</translation>
    </message>
    <message>
        <source>Does the gain grow with the width? 2 λ heads × width 16, 32, 64, 128 × 3 seeds at 32 pairs in 128 tokens, 24 runs of up to 5,000 steps; half a minute on one NVIDIA H200, at most an hour on two CPU cores.</source>
        <translation>¿Crece la mejora con la anchura? 2 cabezas λ × anchura 16, 32, 64, 128 × 3 semillas con 32 pares en 128 tokens, 24 ejecuciones de hasta 5000 pasos; medio minuto en una NVIDIA H200, una hora como máximo en dos núcleos de CPU.</translation>
    </message>
</context>
<context>
    <name>duration</name>
    <message>
        <source>&lt; 1 s</source>
        <translation>&lt; 1 s</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 d %2 h</translation>
    </message>
</context>
<context>
    <name>fenwick::app::ConfigDraft</name>
    <message>
        <source>Preset</source>
        <translation>Preajuste</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Configuración</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>Bifurcación</translation>
    </message>
    <message>
        <source>Step of the fork</source>
        <translation>Paso de la bifurcación</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
</context>
<context>
    <name>fenwick::app::FolderFollower</name>
    <message>
        <source>%1: damaged records were passed over (%2 bytes in %3 places)</source>
        <translation>%1: se han omitido registros dañados (%2 bytes en %3 lugares)</translation>
    </message>
    <message>
        <source>The run keeps its name: %1</source>
        <translation>La ejecución conserva su nombre: %1</translation>
    </message>
    <message>
        <source>The run keeps its tags and notes: %1</source>
        <translation>La ejecución conserva sus etiquetas y notas: %1</translation>
    </message>
</context>
<context>
    <name>fenwick::app::Inspector</name>
    <message>
        <source>Cancelled; the next change begins anew.</source>
        <translation>Cancelado; el próximo cambio empieza de nuevo.</translation>
    </message>
    <message>
        <source>Loading the weights of %1</source>
        <translation>Cargando los pesos de %1</translation>
    </message>
    <message>
        <source>Computing one sequence of %1</source>
        <translation>Calculando una secuencia de %1</translation>
    </message>
    <message>
        <source>Computing the weight matrix of %1</source>
        <translation>Calculando la matriz de pesos de %1</translation>
    </message>
    <message>
        <source>Evaluating the examples of %1</source>
        <translation>Evaluando los ejemplos de %1</translation>
    </message>
</context>
<context>
    <name>fenwick::app::RunLibrary</name>
    <message>
        <source>%1 holds no run (no config.json beside a run.json)</source>
        <translation>%1 no contiene ninguna ejecución (no hay config.json junto a run.json)</translation>
    </message>
    <message>
        <source>%1 is being trained by process %2</source>
        <translation>El proceso %2 está entrenando %1</translation>
    </message>
    <message>
        <source>%1 cannot be moved to the trash; its file system may have none</source>
        <translation>%1 no se puede mover a la papelera; puede que su sistema de archivos no tenga</translation>
    </message>
    <message>
        <source>%1 · seed %2</source>
        <translation>%1 · semilla %2</translation>
    </message>
    <message>
        <source>The watched folder %1 is not there. It is kept, and looked for again.</source>
        <translation>La carpeta vigilada %1 no está. Se conserva y se volverá a buscar.</translation>
    </message>
    <message>
        <source>Opening run folders</source>
        <translation>Abriendo carpetas de ejecuciones</translation>
    </message>
    <message>
        <source>Looking for runs</source>
        <translation>Buscando ejecuciones</translation>
    </message>
    <message>
        <source>The search for runs was cancelled; &quot;Look for runs again&quot; takes it up.</source>
        <translation>Se canceló la búsqueda de ejecuciones; «Volver a buscar ejecuciones» la retoma.</translation>
    </message>
    <message>
        <source>Reading runs</source>
        <translation>Leyendo ejecuciones</translation>
    </message>
    <message>
        <source>%1 of %2 runs were read before that was cancelled; &quot;Look for runs again&quot; reads the others.</source>
        <translation>Se leyeron %1 de %2 ejecuciones antes de cancelar; «Volver a buscar ejecuciones» lee las demás.</translation>
    </message>
    <message>
        <source>Reading the curves of the chosen runs</source>
        <translation>Leyendo las curvas de las ejecuciones elegidas</translation>
    </message>
</context>
<context>
    <name>fenwick::app::Session</name>
    <message>
        <source>One run is open in the window already: stop it before another is resumed here.</source>
        <translation>Ya hay una ejecución abierta en la ventana: detenerla antes de reanudar otra aquí.</translation>
    </message>
    <message>
        <source>One run is open in the window already: stop it before another is trained further here.</source>
        <translation>Ya hay una ejecución abierta en la ventana: detenerla antes de seguir entrenando otra aquí.</translation>
    </message>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>No se pudo iniciar %1: %2</translation>
    </message>
    <message>
        <source>The process training %1 ended by a signal</source>
        <translation>El proceso que entrenaba %1 terminó por una señal</translation>
    </message>
    <message>
        <source>The process training %1 ended with code %2</source>
        <translation>El proceso que entrenaba %1 terminó con el código %2</translation>
    </message>
    <message>
        <source>the last evaluation and checkpoint of %1</source>
        <translation>la última evaluación y el punto de control de %1</translation>
    </message>
    <message>
        <source>the end of a step and a checkpoint of %1</source>
        <translation>el fin de un paso y un punto de control de %1</translation>
    </message>
    <message>
        <source>the checkpoint of %1</source>
        <translation>el punto de control de %1</translation>
    </message>
</context>
<context>
    <name>fenwick::app::Sweeps</name>
    <message>
        <source>%1 is no sweep: %2</source>
        <translation>%1 no es un barrido: %2</translation>
    </message>
    <message>
        <source>The sweep %1 cannot be begun: %2</source>
        <translation>No se puede empezar el barrido %1: %2</translation>
    </message>
    <message>
        <source>The sweep %1 trains: stop it before another begins.</source>
        <translation>El barrido %1 está entrenando: detenerlo antes de empezar otro.</translation>
    </message>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>No se pudo iniciar %1: %2</translation>
    </message>
    <message>
        <source>The process of the sweep %1 ended by a signal</source>
        <translation>El proceso del barrido %1 terminó por una señal</translation>
    </message>
    <message>
        <source>The sweep %1 is finished.</source>
        <translation>El barrido %1 ha terminado.</translation>
    </message>
    <message>
        <source>The sweep %1 is stopped.</source>
        <translation>El barrido %1 se ha detenido.</translation>
    </message>
    <message>
        <source>The sweep %1 ended with code %2</source>
        <translation>El barrido %1 terminó con el código %2</translation>
    </message>
</context>
<context>
    <name>fenwick::app::TrainingWorker</name>
    <message>
        <source>The trainer threw something that is no exception.</source>
        <translation>El entrenador lanzó algo que no es una excepción.</translation>
    </message>
</context>
<context>
    <name>FigureLegend</name>
    <message>
        <source>Where it suits</source>
        <translation>Donde convenga</translation>
    </message>
    <message>
        <source>Above</source>
        <translation>Arriba</translation>
    </message>
    <message>
        <source>Below</source>
        <translation>Abajo</translation>
    </message>
    <message>
        <source>At the right</source>
        <translation>A la derecha</translation>
    </message>
    <message>
        <source>Inside, top left</source>
        <translation>Dentro, arriba a la izquierda</translation>
    </message>
    <message>
        <source>Inside, top right</source>
        <translation>Dentro, arriba a la derecha</translation>
    </message>
    <message>
        <source>Inside, bottom left</source>
        <translation>Dentro, abajo a la izquierda</translation>
    </message>
    <message>
        <source>Inside, bottom right</source>
        <translation>Dentro, abajo a la derecha</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguna</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::ActionSearch</name>
    <message>
        <source>Search actions</source>
        <translation>Buscar acciones</translation>
    </message>
    <message>
        <source>Actions found</source>
        <translation>Acciones encontradas</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::Actions</name>
    <message>
        <source>The window&apos;s language from the next start on</source>
        <translation>El idioma de la ventana a partir del próximo inicio</translation>
    </message>
    <message>
        <source>&amp;New run</source>
        <translation>&amp;Nueva ejecución</translation>
    </message>
    <message>
        <source>Set the form to a preset</source>
        <translation>Rellenar el formulario con un preajuste</translation>
    </message>
    <message>
        <source>&amp;Open run folders…</source>
        <translation>&amp;Abrir carpetas de ejecuciones…</translation>
    </message>
    <message>
        <source>Show runs of another day or another program</source>
        <translation>Mostrar ejecuciones de otro día o de otro programa</translation>
    </message>
    <message>
        <source>Look for runs &amp;again</source>
        <translation>&amp;Volver a buscar ejecuciones</translation>
    </message>
    <message>
        <source>Read the runs folder anew</source>
        <translation>Leer de nuevo la carpeta de ejecuciones</translation>
    </message>
    <message>
        <source>&amp;Runs folder…</source>
        <translation>Carpeta de &amp;ejecuciones…</translation>
    </message>
    <message>
        <source>Where new runs are written</source>
        <translation>Dónde se escriben las ejecuciones nuevas</translation>
    </message>
    <message>
        <source>&amp;Figure of the curves…</source>
        <translation>&amp;Figura de las curvas…</translation>
    </message>
    <message>
        <source>Curves as PDF, SVG or PNG, with their data</source>
        <translation>Curvas en PDF, SVG o PNG, con sus datos</translation>
    </message>
    <message>
        <source>Figure of λ…</source>
        <translation>Figura de λ…</translation>
    </message>
    <message>
        <source>The λ map as PDF, SVG or PNG, with its data</source>
        <translation>El mapa de λ en PDF, SVG o PNG, con sus datos</translation>
    </message>
    <message>
        <source>Figure comparing runs…</source>
        <translation>Figura que compara ejecuciones…</translation>
    </message>
    <message>
        <source>Final accuracies of the shown runs</source>
        <translation>Exactitudes finales de las ejecuciones mostradas</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Salir</translation>
    </message>
    <message>
        <source>Save what trains and close the window</source>
        <translation>Guardar lo que se entrena y cerrar la ventana</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Iniciar</translation>
    </message>
    <message>
        <source>Train the configuration of the form</source>
        <translation>Entrenar la configuración del formulario</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pausar</translation>
    </message>
    <message>
        <source>Stand still after this step, with a checkpoint</source>
        <translation>Pararse tras este paso, con un punto de control</translation>
    </message>
    <message>
        <source>S&amp;tep</source>
        <translation>Pa&amp;so</translation>
    </message>
    <message>
        <source>One update, then stand still</source>
        <translation>Una actualización y después parar</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>&amp;Detener</translation>
    </message>
    <message>
        <source>Evaluate, save and end the run</source>
        <translation>Evaluar, guardar y terminar la ejecución</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Reanudar</translation>
    </message>
    <message>
        <source>Go on with the chosen run from its last checkpoint</source>
        <translation>Continuar la ejecución elegida desde su último punto de control</translation>
    </message>
    <message>
        <source>Take a λ s&amp;napshot</source>
        <translation>Tomar una i&amp;nstantánea de λ</translation>
    </message>
    <message>
        <source>Show λ of the present weights</source>
        <translation>Mostrar λ con los pesos actuales</translation>
    </message>
    <message>
        <source>Five runs that differ in their seed, one after the other</source>
        <translation>Cinco ejecuciones que difieren en la semilla, una tras otra</translation>
    </message>
    <message>
        <source>&amp;Copy as command line</source>
        <translation>&amp;Copiar como línea de órdenes</translation>
    </message>
    <message>
        <source>The fenwick command that trains exactly this</source>
        <translation>La orden fenwick que entrena exactamente esto</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Deshacer</translation>
    </message>
    <message>
        <source>Take the last edit of the form back</source>
        <translation>Retirar el último cambio del formulario</translation>
    </message>
    <message>
        <source>R&amp;edo</source>
        <translation>R&amp;ehacer</translation>
    </message>
    <message>
        <source>Do the edit again that was taken back</source>
        <translation>Volver a hacer el cambio retirado</translation>
    </message>
    <message>
        <source>&amp;Use its setup</source>
        <translation>&amp;Usar su configuración</translation>
    </message>
    <message>
        <source>Fill the form with this run&apos;s configuration</source>
        <translation>Rellenar el formulario con la configuración de esta ejecución</translation>
    </message>
    <message>
        <source>Fork at a &amp;kept step…</source>
        <translation>&amp;Bifurcar en un paso guardado…</translation>
    </message>
    <message>
        <source>A new run from this run&apos;s weights, with other settings</source>
        <translation>Una ejecución nueva a partir de los pesos de esta, con otros ajustes</translation>
    </message>
    <message>
        <source>Train &amp;further…</source>
        <translation>Entrenar &amp;más…</translation>
    </message>
    <message>
        <source>A finished run goes on to more steps</source>
        <translation>Una ejecución terminada continúa con más pasos</translation>
    </message>
    <message>
        <source>&amp;Tags and notes…</source>
        <translation>Eti&amp;quetas y notas…</translation>
    </message>
    <message>
        <source>What you want to remember of the run; the filter finds it</source>
        <translation>Lo que convenga recordar de la ejecución; el filtro lo encuentra</translation>
    </message>
    <message>
        <source>Move to &amp;trash</source>
        <translation>Mover a la pape&amp;lera</translation>
    </message>
    <message>
        <source>The run&apos;s folder goes to the desktop&apos;s trash and can be taken back there</source>
        <translation>La carpeta de la ejecución va a la papelera del escritorio y puede recuperarse allí</translation>
    </message>
    <message>
        <source>Rena&amp;me</source>
        <translation>Cambiar el n&amp;ombre</translation>
    </message>
    <message>
        <source>Give the run a name; its folder keeps its own</source>
        <translation>Dar un nombre a la ejecución; su carpeta conserva el suyo</translation>
    </message>
    <message>
        <source>Show its &amp;folder</source>
        <translation>Mostrar su c&amp;arpeta</translation>
    </message>
    <message>
        <source>In the file manager</source>
        <translation>En el gestor de archivos</translation>
    </message>
    <message>
        <source>Re&amp;move from the list</source>
        <translation>Qui&amp;tar de la lista</translation>
    </message>
    <message>
        <source>Its files stay; a waiting run leaves the queue</source>
        <translation>Sus archivos se conservan; una ejecución en espera sale de la cola</translation>
    </message>
    <message>
        <source>Search &amp;actions</source>
        <translation>Buscar &amp;acciones</translation>
    </message>
    <message>
        <source>Find any action by a few letters</source>
        <translation>Encontrar cualquier acción por unas letras</translation>
    </message>
    <message>
        <source>&amp;Filter runs</source>
        <translation>&amp;Filtrar ejecuciones</translation>
    </message>
    <message>
        <source>By name, state or tag</source>
        <translation>Por nombre, estado o etiqueta</translation>
    </message>
    <message>
        <source>&amp;Panels where they were at first</source>
        <translation>&amp;Paneles en su lugar inicial</translation>
    </message>
    <message>
        <source>Forget moved and closed panels</source>
        <translation>Olvidar los paneles movidos y cerrados</translation>
    </message>
    <message>
        <source>Colours of the &amp;system</source>
        <translation>Colores del &amp;sistema</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation>Claros u oscuros, como el escritorio</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>C&amp;laros</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>Colores claros</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Oscuros</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>Colores oscuros</translation>
    </message>
    <message>
        <source>Language of the s&amp;ystem</source>
        <translation>Idioma del s&amp;istema</translation>
    </message>
    <message>
        <source>English where the system&apos;s language is none of these</source>
        <translation>Inglés si el idioma del sistema no es ninguno de estos</translation>
    </message>
    <message>
        <source>&amp;Explore an example</source>
        <translation>&amp;Explorar un ejemplo</translation>
    </message>
    <message>
        <source>Two trained runs of one task, one that solved it and one that collapsed</source>
        <translation>Dos ejecuciones entrenadas de una tarea, una que la resolvió y otra que colapsó</translation>
    </message>
    <message>
        <source>&amp;What is this?</source>
        <translation>¿&amp;Qué es esto?</translation>
    </message>
    <message>
        <source>Then click what you want explained</source>
        <translation>Después, pulsar lo que se quiera ver explicado</translation>
    </message>
    <message>
        <source>&amp;About Fenwick Lab</source>
        <translation>&amp;Acerca de Fenwick Lab</translation>
    </message>
    <message>
        <source>Version and machine</source>
        <translation>Versión y máquina</translation>
    </message>
    <message>
        <source>Queue s&amp;eeds 0–4</source>
        <translation>Encolar las s&amp;emillas 0–4</translation>
    </message>
    <message>
        <source>λ of the shown runs s&amp;ide by side</source>
        <translation>λ &amp;de las ejecuciones mostradas, lado a lado</translation>
    </message>
    <message>
        <source>Their λ maps on one scale of colours, and what each differs by from a baseline</source>
        <translation>Sus mapas de λ en una misma escala de colores, y en qué difiere cada uno de una referencia</translation>
    </message>
    <message>
        <source>Open a &amp;configuration…</source>
        <translation>Abrir una &amp;configuración…</translation>
    </message>
    <message>
        <source>Fill the form from a config.json</source>
        <translation>Rellenar el formulario con un config.json</translation>
    </message>
    <message>
        <source>Open a saved fi&amp;gure…</source>
        <translation>Abrir una fi&amp;gura guardada…</translation>
    </message>
    <message>
        <source>Draw it again from its runs, with the same choices</source>
        <translation>Dibujarla de nuevo a partir de sus ejecuciones, con las mismas opciones</translation>
    </message>
    <message>
        <source>C&amp;lear the list</source>
        <translation>&amp;Vaciar la lista</translation>
    </message>
    <message>
        <source>Forget what was opened recently</source>
        <translation>Olvidar lo abierto recientemente</translation>
    </message>
    <message>
        <source>&amp;Watch a folder of runs…</source>
        <translation>Vi&amp;gilar una carpeta de ejecuciones…</translation>
    </message>
    <message>
        <source>Its runs are in the list from now on, new ones as they come</source>
        <translation>Sus ejecuciones están en la lista desde ahora, las nuevas en cuanto aparecen</translation>
    </message>
    <message>
        <source>Watched fol&amp;ders…</source>
        <translation>Carpetas &amp;vigiladas…</translation>
    </message>
    <message>
        <source>Which folders are looked through, and which are missing</source>
        <translation>Qué carpetas se examinan y cuáles faltan</translation>
    </message>
    <message>
        <source>Cancel what takes lon&amp;g</source>
        <translation>Cancelar lo que tar&amp;da</translation>
    </message>
    <message>
        <source>Take back what the status strip shows</source>
        <translation>Retirar lo que muestra la barra de estado</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::ComparePanel</name>
    <message>
        <source>What is drawn of a variant&apos;s seeds. std is the sample&apos;s (n−1).</source>
        <translation>Lo que se dibuja de las semillas de una variante. La desviación estándar es la muestral (n−1).</translation>
    </message>
    <message>
        <source>&amp;Seeds:</source>
        <translation>&amp;Semillas:</translation>
    </message>
    <message>
        <source>Validation accuracy by variant</source>
        <translation>Exactitud de validación por variante</translation>
    </message>
    <message>
        <source>Variants appear here side by side, their seeds together, once runs with validation are ticked in the list.</source>
        <translation>Las variantes aparecen aquí una junto a otra, con sus semillas reunidas, al marcar en la lista ejecuciones con validación.</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>variante</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>ejecuciones</translation>
    </message>
    <message>
        <source>solved</source>
        <translation>resueltas</translation>
    </message>
    <message>
        <source>at step</source>
        <translation>en el paso</translation>
    </message>
    <message>
        <source>final</source>
        <translation>final</translation>
    </message>
    <message>
        <source>median</source>
        <translation>mediana</translation>
    </message>
    <message>
        <source>best</source>
        <translation>mejor</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Variantes</translation>
    </message>
    <message>
        <source>Runs, each with its own seeds</source>
        <translation>Ejecuciones, cada una con sus semillas</translation>
    </message>
    <message>
        <source>Runs that passed 99 % validation accuracy at some evaluation</source>
        <translation>Ejecuciones que superaron el 99 % de exactitud de validación en alguna evaluación</translation>
    </message>
    <message>
        <source>Step of the first such evaluation, the median of the solved runs</source>
        <translation>Paso de la primera evaluación así, mediana de las ejecuciones resueltas</translation>
    </message>
    <message>
        <source>Last validation accuracy, mean ± std (n−1)</source>
        <translation>Última exactitud de validación, media ± desv. est. (n−1)</translation>
    </message>
    <message>
        <source>Last validation accuracy, median</source>
        <translation>Última exactitud de validación, mediana</translation>
    </message>
    <message>
        <source>Best validation accuracy, mean ± std (n−1)</source>
        <translation>Mejor exactitud de validación, media ± desv. est. (n−1)</translation>
    </message>
    <message>
        <source>The tick hides a variant from the plots; a double click shows it alone, or all again. Ctrl+C copies.</source>
        <translation>La marca oculta una variante de los gráficos; un doble clic la muestra sola, o todas de nuevo. Ctrl+C copia.</translation>
    </message>
    <message>
        <source>λ side by side</source>
        <translation>λ lado a lado</translation>
    </message>
    <message>
        <source>The λ maps of these runs on one scale of colours, and what each differs by from a baseline</source>
        <translation>Los mapas de λ de estas ejecuciones en una misma escala de colores, y en qué difiere cada uno de una referencia</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::CurvesPanel</name>
    <message>
        <source>train loss</source>
        <translation>pérd. entr.</translation>
    </message>
    <message>
        <source>valid loss</source>
        <translation>pérd. val.</translation>
    </message>
    <message>
        <source>train acc.</source>
        <translation>exac. entr.</translation>
    </message>
    <message>
        <source>valid acc.</source>
        <translation>exac. val.</translation>
    </message>
    <message>
        <source>grad. norm</source>
        <translation>norma gr.</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>tasa</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Pérdida</translation>
    </message>
    <message>
        <source>train</source>
        <translation>entr.</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>valid.</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Exactitud</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Norma del gradiente</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Tasa de aprendizaje</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>position</source>
        <translation>posición</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>respuesta</translation>
    </message>
    <message>
        <source>equal λ</source>
        <translation>λ igual</translation>
    </message>
    <message>
        <source>varies by</source>
        <translation>varía en</translation>
    </message>
    <message>
        <source>fine lead</source>
        <translation>vent. fina</translation>
    </message>
    <message>
        <source>λ explained by</source>
        <translation>λ explicada por</translation>
    </message>
    <message>
        <source>Weight on answer&apos;s level</source>
        <translation>Peso en el nivel de la respuesta</translation>
    </message>
    <message>
        <source>actual</source>
        <translation>real</translation>
    </message>
    <message>
        <source>Variation of λ within levels</source>
        <translation>Variación de λ dentro de los niveles</translation>
    </message>
    <message>
        <source>Lead of fine levels</source>
        <translation>Ventaja de los niveles finos</translation>
    </message>
    <message>
        <source>active training time</source>
        <translation>tiempo activo de entrenamiento</translation>
    </message>
    <message>
        <source>step</source>
        <translation>paso</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Suavizado</translation>
    </message>
    <message>
        <source>Weight of the past in the moving average of the training curves, 0 … 0.999.
A constant stays that constant; the recorded line stays, pale.</source>
        <translation>Peso del pasado en la media móvil de las curvas de entrenamiento, 0 … 0.999.
Una constante sigue siendo esa constante; la línea registrada permanece, pálida.</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entrenamiento</translation>
    </message>
    <message>
        <source>Loss, accuracy, gradient norm and learning rate</source>
        <translation>Pérdida, exactitud, norma del gradiente y tasa de aprendizaje</translation>
    </message>
    <message>
        <source>What λ does at each snapshot: what explains it, and whether it leads to the answer</source>
        <translation>Lo que hace λ en cada instantánea: qué la explica y si conduce a la respuesta</translation>
    </message>
    <message>
        <source>Log y</source>
        <translation>Log y</translation>
    </message>
    <message>
        <source>Logarithmic axis for loss, gradient norm and learning rate</source>
        <translation>Eje logarítmico para pérdida, norma del gradiente y tasa de aprendizaje</translation>
    </message>
    <message>
        <source>x:</source>
        <translation>x:</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Paso</translation>
    </message>
    <message>
        <source>Curves over the training step</source>
        <translation>Curvas según el paso de entrenamiento</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tiempo</translation>
    </message>
    <message>
        <source>Curves over the active training time, pauses left out</source>
        <translation>Curvas según el tiempo activo de entrenamiento, sin las pausas</translation>
    </message>
    <message>
        <source>Reset view</source>
        <translation>Restablecer la vista</translation>
    </message>
    <message>
        <source>Show everything recorded, also by a double click</source>
        <translation>Mostrar todo lo registrado, también con un doble clic</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Save these curves as PDF, SVG or PNG, with their data</source>
        <translation>Guardar estas curvas en PDF, SVG o PNG, con sus datos</translation>
    </message>
    <message>
        <source>Loss, accuracy, gradient norm and learning rate of the chosen runs will appear here.</source>
        <translation>Aquí aparecerán la pérdida, la exactitud, la norma del gradiente y la tasa de aprendizaje de las ejecuciones elegidas.</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Nueva ejecución</translation>
    </message>
    <message>
        <source>run</source>
        <translation>ejecución</translation>
    </message>
    <message>
        <source>time</source>
        <translation>tiempo</translation>
    </message>
    <message>
        <source>Curves of the runs</source>
        <translation>Curvas de las ejecuciones</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::FieldEditor</name>
    <message>
        <source>%1 %2 to %3</source>
        <translation>%1 %2 hasta %3</translation>
    </message>
    <message>
        <source>above</source>
        <translation>por encima de</translation>
    </message>
    <message>
        <source>from</source>
        <translation>desde</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>por encima de %1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>al menos %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>como máximo %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>en %1</translation>
    </message>
    <message>
        <source>or %1</source>
        <translation>o %1</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Elegir un archivo</translation>
    </message>
    <message>
        <source>length × pairs × examples, …</source>
        <translation>longitud × pares × ejemplos, …</translation>
    </message>
    <message>
        <source>128, 256, …</source>
        <translation>128, 256, …</translation>
    </message>
    <message>
        <source>a whole number is needed here</source>
        <translation>aquí hace falta un número entero</translation>
    </message>
    <message>
        <source>a number is needed here, such as 0.001 or 1e-3</source>
        <translation>aquí hace falta un número, como 0.001 o 1e-3</translation>
    </message>
    <message>
        <source>whole numbers are needed here, such as 128, 256</source>
        <translation>aquí hacen falta números enteros, como 128, 256</translation>
    </message>
    <message>
        <source>length × pairs × examples is needed here, such as 64×4×10000, 128×8×5000</source>
        <translation>aquí hace falta longitud × pares × ejemplos, como 64×4×10000, 128×8×5000</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::FigureDialog</name>
    <message>
        <source>Save figure</source>
        <translation>Guardar figura</translation>
    </message>
    <message>
        <source>PDF and SVG hold vectors and real text; PNG holds pixels</source>
        <translation>PDF y SVG contienen vectores y texto real; PNG contiene píxeles</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Formato</translation>
    </message>
    <message>
        <source>Width of the figure, 30 to 2,000 mm; a journal&apos;s column is about 85, a page 170</source>
        <translation>Anchura de la figura, de 30 a 2000 mm; una columna de revista mide unos 85, una página 170</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Anchura</translation>
    </message>
    <message>
        <source>Height of the figure, 20 to 2,000 mm, or what suits it</source>
        <translation>Altura de la figura, de 20 a 2000 mm, o la que le convenga</translation>
    </message>
    <message>
        <source>what suits</source>
        <translation>la que convenga</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Altura</translation>
    </message>
    <message>
        <source>Size of all text, 3 to 48 points</source>
        <translation>Tamaño de todo el texto, de 3 a 48 puntos</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> ppp</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Densidad</translation>
    </message>
    <message>
        <source>Text as outlines</source>
        <translation>Texto como contornos</translation>
    </message>
    <message>
        <source>For programs that ignore embedded fonts; the text can no longer be searched</source>
        <translation>Para programas que ignoran las fuentes incrustadas; el texto ya no se puede buscar</translation>
    </message>
    <message>
        <source>Weight of the past in the moving average of training curves, 0 to 0.999</source>
        <translation>Peso del pasado en la media móvil de las curvas de entrenamiento, de 0 a 0.999</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Suavizado</translation>
    </message>
    <message>
        <source>Logarithmic loss, gradient norm and rate</source>
        <translation>Pérdida, norma del gradiente y tasa logarítmicas</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Semillas</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colores</translation>
    </message>
    <message>
        <source>Hatch empty levels</source>
        <translation>Rayar los niveles vacíos</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Curves of %1</source>
        <translation>Curvas de %1</translation>
    </message>
    <message>
        <source>Comparison of %1</source>
        <translation>Comparación de %1</translation>
    </message>
    <message>
        <source>Data beside it as .csv</source>
        <translation>Datos al lado como .csv</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Guardado: %1</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>Sin guardar: %1</translation>
    </message>
    <message>
        <source>Pixels to the inch, 30 to 2,400: sets the size of the PNG or GIF in pixels</source>
        <translation>Píxeles por pulgada, de 30 a 2400: fija el tamaño del PNG o GIF en píxeles</translation>
    </message>
    <message>
        <source>A picture of each recorded step</source>
        <translation>Una imagen de cada paso registrado</translation>
    </message>
    <message>
        <source>λ over the training, all on one scale of colours: each file&apos;s name gets its step</source>
        <translation>λ a lo largo del entrenamiento, todo en una misma escala de colores: el nombre de cada archivo lleva su paso</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>How long each recorded step is shown, 20 to 10,000 ms</source>
        <translation>Cuánto se muestra cada paso registrado, de 20 a 10 000 ms</translation>
    </message>
    <message>
        <source>Each step</source>
        <translation>Cada paso</translation>
    </message>
    <message>
        <source>λ of %1: %2</source>
        <translation>λ de %1: %2</translation>
    </message>
    <message>
        <source>Data beside it as .npz and .csv</source>
        <translation>Datos al lado como .npz y .csv</translation>
    </message>
    <message>
        <source>Figures (*.pdf *.svg *.png *.gif)</source>
        <translation>Figuras (*.pdf *.svg *.png *.gif)</translation>
    </message>
    <message>
        <source>Copy &amp;picture</source>
        <translation>Copiar &amp;imagen</translation>
    </message>
    <message>
        <source>To the clipboard, as pixels and as SVG (Ctrl+Shift+C)</source>
        <translation>Al portapapeles, como píxeles y como SVG (Ctrl+Shift+C)</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>Copiar &amp;datos</translation>
    </message>
    <message>
        <source>To the clipboard, as a table separated by tabs (Ctrl+Shift+D)</source>
        <translation>Al portapapeles, como tabla separada por tabuladores (Ctrl+Shift+D)</translation>
    </message>
    <message>
        <source>Width of the curves, 0.1 to 10 points; all other lines keep their ratio to it</source>
        <translation>Grosor de las curvas, de 0.1 a 10 puntos; las demás líneas guardan su proporción</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Líneas</translation>
    </message>
    <message>
        <source>Where the key to the runs stands: beside the plots, or inside the first one</source>
        <translation>Dónde está la clave de las ejecuciones: junto a los gráficos o dentro del primero</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Leyenda</translation>
    </message>
    <message>
        <source>Data beside the figure</source>
        <translation>Datos junto a la figura</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 ejecuciones</translation>
    </message>
    <message>
        <source>taken back, nothing was written</source>
        <translation>retirado, no se escribió nada</translation>
    </message>
    <message>
        <source>Drawing %1</source>
        <translation>Dibujando %1</translation>
    </message>
    <message>
        <source>Drawing the figure for the clipboard</source>
        <translation>Dibujando la figura para el portapapeles</translation>
    </message>
    <message>
        <source>Not copied: %1</source>
        <translation>No se copió: %1</translation>
    </message>
    <message>
        <source>Copied the picture: %1 × %2 pixels, and SVG.</source>
        <translation>Imagen copiada: %1 × %2 píxeles, y SVG.</translation>
    </message>
    <message>
        <source>Writing the data for the clipboard</source>
        <translation>Escribiendo los datos para el portapapeles</translation>
    </message>
    <message>
        <source>Copied the data: %1 rows.</source>
        <translation>Datos copiados: %1 filas.</translation>
    </message>
    <message>
        <source>Saved %1 files, the first is %2</source>
        <translation>%1 archivos guardados, el primero es %2</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::FigurePreview</name>
    <message>
        <source>Preview of the figure</source>
        <translation>Vista previa de la figura</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::LambdaPanel</name>
    <message>
        <source>λ of every token and level will appear here once a run has recorded it.</source>
        <translation>Aquí aparecerá λ de cada token y nivel cuando una ejecución la haya registrado.</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Nueva ejecución</translation>
    </message>
    <message>
        <source>This run has recorded no λ yet. The first map comes with its first snapshot.</source>
        <translation>Esta ejecución aún no ha registrado λ. El primer mapa llega con su primera instantánea.</translation>
    </message>
    <message>
        <source>What is shown of λ</source>
        <translation>Qué se muestra de λ</translation>
    </message>
    <message>
        <source>Layer of the model; 0 is next to the embedding</source>
        <translation>Capa del modelo; la 0 está junto al embedding</translation>
    </message>
    <message>
        <source>Head of the layer</source>
        <translation>Cabeza de la capa</translation>
    </message>
    <message>
        <source>Example of the fixed probe batch</source>
        <translation>Ejemplo del lote fijo de sondeo</translation>
    </message>
    <message>
        <source>Level of the Fenwick tree; 0 is the token itself</source>
        <translation>Nivel del árbol de Fenwick; el 0 es el propio token</translation>
    </message>
    <message>
        <source>Tokens that the means are taken over</source>
        <translation>Tokens sobre los que se calculan las medias</translation>
    </message>
    <message>
        <source>All tokens</source>
        <translation>Todos los tokens</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>Mapa de colores</translation>
    </message>
    <message>
        <source>How λ is laid onto the colours; diverging: with λ = 1, plain linear attention, in the middle</source>
        <translation>Cómo se asigna λ a los colores; divergente: con λ = 1, la atención lineal simple, en el centro</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Colour limits at the 1 % and 99 % percentiles of the shown cells that are active and finite</source>
        <translation>Límites de color en los percentiles 1 % y 99 % de las celdas mostradas que son activas y finitas</translation>
    </message>
    <message>
        <source>λ of the lowest colour</source>
        <translation>λ del color más bajo</translation>
    </message>
    <message>
        <source>λ of the highest colour</source>
        <translation>λ del color más alto</translation>
    </message>
    <message>
        <source>Hatch</source>
        <translation>Rayado</translation>
    </message>
    <message>
        <source>Hatch empty levels: they hold no source for the token, so λ has no effect there</source>
        <translation>Rayar los niveles vacíos: no contienen ninguna fuente para el token, así que ahí λ no tiene efecto</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>Árbol</translation>
    </message>
    <message>
        <source>The Fenwick tree of the token under the pointer: which ranges of sources it reads, and with which λ</source>
        <translation>El árbol de Fenwick del token bajo el puntero: qué tramos de fuentes lee y con qué λ</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>First snapshot</source>
        <translation>Primera instantánea</translation>
    </message>
    <message>
        <source>First recorded step</source>
        <translation>Primer paso registrado</translation>
    </message>
    <message>
        <source>Previous snapshot</source>
        <translation>Instantánea anterior</translation>
    </message>
    <message>
        <source>Previous recorded step</source>
        <translation>Paso registrado anterior</translation>
    </message>
    <message>
        <source>Next snapshot</source>
        <translation>Instantánea siguiente</translation>
    </message>
    <message>
        <source>Next recorded step</source>
        <translation>Paso registrado siguiente</translation>
    </message>
    <message>
        <source>Newest snapshot</source>
        <translation>Instantánea más reciente</translation>
    </message>
    <message>
        <source>Newest recorded step</source>
        <translation>Paso registrado más reciente</translation>
    </message>
    <message>
        <source>Follow newest</source>
        <translation>Seguir la última</translation>
    </message>
    <message>
        <source>Show each new snapshot as it is recorded</source>
        <translation>Mostrar cada instantánea nueva según se registra</translation>
    </message>
    <message>
        <source>Recorded steps</source>
        <translation>Pasos registrados</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>paso %1 de %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>paso %1</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Capa %1</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Cabeza %1</translation>
    </message>
    <message>
        <source>Sample %1</source>
        <translation>Muestra %1</translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation>Nivel %1</translation>
    </message>
    <message>
        <source>Class: %1</source>
        <translation>Clase: %1</translation>
    </message>
    <message>
        <source>Map of λ</source>
        <translation>Mapa de λ</translation>
    </message>
    <message>
        <source>The model of this run has no λ: its mixer weighs no levels.</source>
        <translation>El modelo de esta ejecución no tiene λ: su mezclador no pondera niveles.</translation>
    </message>
    <message>
        <source>Pin a run: λ of every other run less that of this one is drawn beside its map</source>
        <translation>Fijar una ejecución: junto al mapa de cada una de las demás se dibuja su λ menos la de esta</translation>
    </message>
    <message>
        <source>No baseline</source>
        <translation>Sin referencia</translation>
    </message>
    <message>
        <source>Save what is shown as PDF, SVG or PNG, with its data, or λ over the training as pictures</source>
        <translation>Guardar lo mostrado en PDF, SVG o PNG, con sus datos, o λ a lo largo del entrenamiento en imágenes</translation>
    </message>
    <message>
        <source>newest of each</source>
        <translation>la última de cada una</translation>
    </message>
    <message>
        <source>nearest to %1</source>
        <translation>la más próxima a %1</translation>
    </message>
    <message>
        <source>Less %1</source>
        <translation>Menos %1</translation>
    </message>
    <message>
        <source>%1 more are not drawn: %2 runs fit side by side.</source>
        <translation>Otras %1 no se dibujan: lado a lado caben %2 ejecuciones.</translation>
    </message>
    <message>
        <source>Select a second run in the list, or fill its dot, to see both side by side.</source>
        <translation>Elegir otra ejecución en la lista, o rellenar su punto, para ver ambas lado a lado.</translation>
    </message>
    <message>
        <source>Reading λ of every recorded step</source>
        <translation>Leyendo λ de cada paso registrado</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::LogPanel</name>
    <message>
        <source>What happens is written here: checkpoints, warnings, faults.</source>
        <translation>Aquí se escribe lo que sucede: puntos de control, avisos, fallos.</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Registro</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::MainWindow</name>
    <message>
        <source>Fenwick Lab</source>
        <translation>Fenwick Lab</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Ejecuciones</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Curvas</translation>
    </message>
    <message>
        <source>λ inspector</source>
        <translation>Inspector de λ</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>Sonda</translation>
    </message>
    <message>
        <source>H view</source>
        <translation>Vista H</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Muestras</translation>
    </message>
    <message>
        <source>Sweeps</source>
        <translation>Barridos</translation>
    </message>
    <message>
        <source>Setup</source>
        <translation>Configuración</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Registro</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Entrenamiento</translation>
    </message>
    <message>
        <source>&amp;New run</source>
        <translation>&amp;Nueva ejecución</translation>
    </message>
    <message>
        <source>Figure…</source>
        <translation>Figura…</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Nueva ejecución</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Archivo</translation>
    </message>
    <message>
        <source>New run from &amp;preset</source>
        <translation>Nueva ejecución de un &amp;preajuste</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Editar</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>E&amp;jecución</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ver</translation>
    </message>
    <message>
        <source>L&amp;anguage</source>
        <translation>Idio&amp;ma</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>Ay&amp;uda</translation>
    </message>
    <message>
        <source>A run that trains here can be renamed when it is over.</source>
        <translation>Una ejecución que se entrena aquí puede cambiar de nombre cuando termine.</translation>
    </message>
    <message>
        <source>Quit now, resume from step %1</source>
        <translation>Salir ya, reanudar desde el paso %1</translation>
    </message>
    <message>
        <source>Quit now</source>
        <translation>Salir ya</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Copiado: %1</translation>
    </message>
    <message>
        <source>Open a run folder, or a folder of runs</source>
        <translation>Abrir la carpeta de una ejecución, o una carpeta de ejecuciones</translation>
    </message>
    <message>
        <source>Where new runs are written</source>
        <translation>Dónde se escriben las ejecuciones nuevas</translation>
    </message>
    <message>
        <source>New runs are written to %1</source>
        <translation>Las ejecuciones nuevas se escriben en %1</translation>
    </message>
    <message>
        <source>No weights of %1 are kept by step, so it cannot be forked.</source>
        <translation>No se conservan pesos de %1 por paso, así que no se puede bifurcar.</translation>
    </message>
    <message>
        <source>Train further</source>
        <translation>Entrenar más</translation>
    </message>
    <message>
        <source>Steps in all (it has made %1)</source>
        <translation>Pasos en total (ha dado %1)</translation>
    </message>
    <message>
        <source>A run that trains or waits is not moved to the trash. Stop it first.</source>
        <translation>Una ejecución que se entrena o espera no se mueve a la papelera. Detenerla primero.</translation>
    </message>
    <message>
        <source>A run that trains stays in the list. Stop it first.</source>
        <translation>Una ejecución que se entrena permanece en la lista. Detenerla primero.</translation>
    </message>
    <message>
        <source>%1 is spoken from the next start on.</source>
        <translation>%1 se usará a partir del próximo inicio.</translation>
    </message>
    <message>
        <source>Fenwick Lab %1, a laboratory for log-linear attention. GPL-3.0-or-later. Qt %2. %3</source>
        <translation>Fenwick Lab %1, un laboratorio para la atención log-lineal. GPL-3.0-or-later. Qt %2. %3</translation>
    </message>
    <message>
        <source>Two runs of one task: with λ as the paper&apos;s text describes it, recall is solved; as its code builds it, this seed stays at 1/32. Their λ is below, their curves above.</source>
        <translation>Dos ejecuciones de una tarea: con λ como la describe el texto del artículo, el recuerdo se resuelve; como la construye su código, esta semilla se queda en 1/32. Su λ está abajo, sus curvas arriba.</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>&amp;Encolar</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Iniciar</translation>
    </message>
    <message>
        <source>A fork keeps the seed of its run</source>
        <translation>Una bifurcación conserva la semilla de su ejecución</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Deshacer</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>&amp;Deshacer: %1</translation>
    </message>
    <message>
        <source>R&amp;edo</source>
        <translation>R&amp;ehacer</translation>
    </message>
    <message>
        <source>R&amp;edo: %1</source>
        <translation>R&amp;ehacer: %1</translation>
    </message>
    <message>
        <source>The form has not been edited</source>
        <translation>El formulario no se ha modificado</translation>
    </message>
    <message>
        <source>Nothing was taken back</source>
        <translation>No se ha retirado nada</translation>
    </message>
    <message>
        <source>Nothing trains in the window</source>
        <translation>No se entrena nada en la ventana</translation>
    </message>
    <message>
        <source>Pause first</source>
        <translation>Pausar primero</translation>
    </message>
    <message>
        <source>A run trains in the window</source>
        <translation>Una ejecución se entrena en la ventana</translation>
    </message>
    <message>
        <source>Choose a paused or interrupted run</source>
        <translation>Elegir una ejecución pausada o interrumpida</translation>
    </message>
    <message>
        <source>Choose a finished run</source>
        <translation>Elegir una ejecución terminada</translation>
    </message>
    <message>
        <source>Choose a run in the list</source>
        <translation>Elegir una ejecución de la lista</translation>
    </message>
    <message>
        <source>Choose runs in the list</source>
        <translation>Elegir ejecuciones de la lista</translation>
    </message>
    <message>
        <source>The chosen run has no λ snapshot yet</source>
        <translation>La ejecución elegida aún no tiene instantáneas de λ</translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation>Mostrar el registro</translation>
    </message>
    <message>
        <source>the checkpoints of the sweep %1</source>
        <translation>los puntos de control del barrido %1</translation>
    </message>
    <message>
        <source>Closing: waiting for %1.</source>
        <translation>Cerrando: esperando %1.</translation>
    </message>
    <message>
        <source>Every run that is known: those in the runs folder, those opened by hand, those that train here. A tick draws a run in the curves; what is chosen is what inspector, status and commands mean.</source>
        <translation>Todas las ejecuciones conocidas: las de la carpeta de ejecuciones, las abiertas a mano y las que se entrenan aquí. Una marca dibuja la ejecución en las curvas; a la elegida se refieren el inspector, la barra de estado y las órdenes.</translation>
    </message>
    <message>
        <source>What the ticked and the chosen runs recorded, with one cursor through all plots and a line per run below. Drag to move, wheel or + and − to zoom, Ctrl+C copies the lines below.</source>
        <translation>Lo que registraron las ejecuciones marcadas y elegidas, con un cursor común a todos los gráficos y una línea por ejecución debajo. Arrastrar para mover, rueda o + y − para ampliar; Ctrl+C copia las líneas de abajo.</translation>
    </message>
    <message>
        <source>λ of the chosen run: how much each token weighs each level of the past, at every recorded step. Point at a cell to read it; Home, Page Up, Page Down and End go through the steps.</source>
        <translation>λ de la ejecución elegida: cuánto pondera cada token cada nivel del pasado, en cada paso registrado. Señalar una celda para leerla; Inicio, Re Pág, Av Pág y Fin recorren los pasos.</translation>
    </message>
    <message>
        <source>Variants side by side, each with its seeds: accuracy over the steps, and a table of what became of them.</source>
        <translation>Variantes una junto a otra, cada una con sus semillas: la exactitud según los pasos y una tabla de cómo terminaron.</translation>
    </message>
    <message>
        <source>The chosen run&apos;s model on one example: change λ or exchange a token, and see at once what becomes of its predictions and of its accuracy.</source>
        <translation>El modelo de la ejecución elegida en un ejemplo: cambiar λ o sustituir un token y ver al momento qué ocurre con sus predicciones y su exactitud.</translation>
    </message>
    <message>
        <source>How much each query takes from each source in one head: the mask of λ and gates, and the weights themselves. At the side what each level adds to the output.</source>
        <translation>Cuánto toma cada consulta de cada fuente en una cabeza: la máscara de λ y compuertas, y los pesos mismos. Al lado, lo que cada nivel aporta a la salida.</translation>
    </message>
    <message>
        <source>The validation examples, the wrong ones first, and accuracy by pair, distance, level or noise. A click opens an example in Probe.</source>
        <translation>Los ejemplos de validación, primero los fallados, y la exactitud por par, distancia, nivel o ruido. Un clic abre un ejemplo en Sonda.</translation>
    </message>
    <message>
        <source>Many runs over a grid of settings and seeds, as a table that fills while they train. A sweep that was stopped goes on where it stood.</source>
        <translation>Muchas ejecuciones sobre una rejilla de ajustes y semillas, en una tabla que se llena mientras se entrenan. Un barrido detenido continúa donde estaba.</translation>
    </message>
    <message>
        <source>The configuration that Start trains. What differs from the preset is bold and can be set back; a fault stands below its field.</source>
        <translation>La configuración que entrena Iniciar. Lo que difiere del preajuste está en negrita y se puede restablecer; un fallo aparece bajo su campo.</translation>
    </message>
    <message>
        <source>What happened, with the time: checkpoints, warnings, faults.</source>
        <translation>Lo que ha sucedido, con la hora: puntos de control, avisos, fallos.</translation>
    </message>
    <message>
        <source>In the c&amp;urves</source>
        <translation>En las c&amp;urvas</translation>
    </message>
    <message>
        <source>In the &amp;inspector</source>
        <translation>En el &amp;inspector</translation>
    </message>
    <message>
        <source>This run is a fork of one that is not in the list. Open that one too, so that the command can name it.</source>
        <translation>Esta ejecución es una bifurcación de otra que no está en la lista. Abrir también aquella, para que la orden pueda nombrarla.</translation>
    </message>
    <message>
        <source>A run that trains here can be given tags and notes when it is over.</source>
        <translation>Una ejecución que se entrena aquí puede recibir etiquetas y notas cuando termine.</translation>
    </message>
    <message>
        <source>R&amp;ecent</source>
        <translation>R&amp;eciente</translation>
    </message>
    <message>
        <source>Open a configuration</source>
        <translation>Abrir una configuración</translation>
    </message>
    <message>
        <source>Configurations (*.json)</source>
        <translation>Configuraciones (*.json)</translation>
    </message>
    <message>
        <source>Open a saved figure</source>
        <translation>Abrir una figura guardada</translation>
    </message>
    <message>
        <source>Figures and recipes (*.svg *.pdf *.png *.gif *.json)</source>
        <translation>Figuras y recetas (*.svg *.pdf *.png *.gif *.json)</translation>
    </message>
    <message>
        <source>%1 holds %2 runs; they are in the list. New runs in it show up once it is watched.</source>
        <translation>%1 contiene %2 ejecuciones; están en la lista. Las nuevas aparecen cuando se vigila.</translation>
    </message>
    <message>
        <source>Watch this folder</source>
        <translation>Vigilar esta carpeta</translation>
    </message>
    <message>
        <source>%1 is watched: new runs in it show up by themselves.</source>
        <translation>%1 está vigilada: las ejecuciones nuevas aparecen solas.</translation>
    </message>
    <message>
        <source>%1 is no configuration that can be used: %2</source>
        <translation>%1 no es una configuración utilizable: %2</translation>
    </message>
    <message>
        <source>Reading the runs of %1</source>
        <translation>Leyendo las ejecuciones de %1</translation>
    </message>
    <message>
        <source>%1 no longer exists and has left the list of recent things.</source>
        <translation>%1 ya no existe y salió de la lista de recientes.</translation>
    </message>
    <message>
        <source>Run folders</source>
        <translation>Carpetas de ejecuciones</translation>
    </message>
    <message>
        <source>Configurations</source>
        <translation>Configuraciones</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Figuras</translation>
    </message>
    <message>
        <source>Nothing was opened yet</source>
        <translation>Aún no se abrió nada</translation>
    </message>
    <message numerus="yes">
        <source>%n entry(ies) taken off that no longer exist(s)</source>
        <translation>
            <numerusform>%n entrada quitada que ya no existe</numerusform>
            <numerusform>%n entradas quitadas que ya no existen</numerusform>
        </translation>
    </message>
    <message>
        <source>The list is empty</source>
        <translation>La lista está vacía</translation>
    </message>
    <message>
        <source>Watch a folder of runs</source>
        <translation>Vigilar una carpeta de ejecuciones</translation>
    </message>
    <message>
        <source>Nothing takes long just now</source>
        <translation>Ahora nada tarda</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::MapScene</name>
    <message>
        <source>noise</source>
        <translation>ruido</translation>
    </message>
    <message>
        <source>key</source>
        <translation>clave</translation>
    </message>
    <message>
        <source>value</source>
        <translation>valor</translation>
    </message>
    <message>
        <source>query</source>
        <translation>consulta</translation>
    </message>
    <message>
        <source>separator</source>
        <translation>separador</translation>
    </message>
    <message>
        <source>blank</source>
        <translation>hueco</translation>
    </message>
    <message>
        <source>data</source>
        <translation>datos</translation>
    </message>
    <message>
        <source>text</source>
        <translation>texto</translation>
    </message>
    <message>
        <source>level</source>
        <translation>nivel</translation>
    </message>
    <message>
        <source>head</source>
        <translation>cabeza</translation>
    </message>
    <message>
        <source>step</source>
        <translation>paso</translation>
    </message>
    <message>
        <source>source</source>
        <translation>fuente</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>%1 %2 – %3 of %4</source>
        <translation>%1 %2 – %3 de %4</translation>
    </message>
    <message>
        <source>%1 active cells</source>
        <translation>%1 celdas activas</translation>
    </message>
    <message>
        <source>%1 %2 … %3, median %4</source>
        <translation>%1 %2 … %3, mediana %4</translation>
    </message>
    <message>
        <source>token %1 “%2”</source>
        <translation>token %1 «%2»</translation>
    </message>
    <message>
        <source>target “%1”</source>
        <translation>objetivo «%1»</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>predicho</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>fallado</translation>
    </message>
    <message>
        <source>query %1 “%2”</source>
        <translation>consulta %1 «%2»</translation>
    </message>
    <message>
        <source>source %1 “%2”</source>
        <translation>fuente %1 «%2»</translation>
    </message>
    <message>
        <source>level %1</source>
        <translation>nivel %1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>cabeza %1</translation>
    </message>
    <message>
        <source>later than the query</source>
        <translation>posterior a la consulta</translation>
    </message>
    <message>
        <source>(untrained)</source>
        <translation>(sin entrenar)</translation>
    </message>
    <message>
        <source>empty level, no effect</source>
        <translation>nivel vacío, sin efecto</translation>
    </message>
    <message>
        <source>sources [%1, %2)</source>
        <translation>fuentes [%1, %2)</translation>
    </message>
    <message>
        <source>empty level</source>
        <translation>nivel vacío</translation>
    </message>
    <message>
        <source>untrained level</source>
        <translation>nivel sin entrenar</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::NotesDialog</name>
    <message>
        <source>Tags and notes of %1</source>
        <translation>Etiquetas y notas de %1</translation>
    </message>
    <message>
        <source>with commas between</source>
        <translation>separadas por comas</translation>
    </message>
    <message>
        <source>&amp;Tags</source>
        <translation>E&amp;tiquetas</translation>
    </message>
    <message>
        <source>&amp;Notes</source>
        <translation>&amp;Notas</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::NoticeBar</name>
    <message>
        <source>Notices</source>
        <translation>Avisos</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Descartar</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::ProbePanel</name>
    <message>
        <source>Choose a run with saved weights: its λ can be changed here, and what becomes of its predictions watched.</source>
        <translation>Elegir una ejecución con pesos guardados: aquí se puede cambiar su λ y observar qué ocurre con sus predicciones.</translation>
    </message>
    <message>
        <source>Weights: the best checkpoint, the last, or those of a kept step</source>
        <translation>Pesos: el mejor punto de control, el último o los de un paso conservado</translation>
    </message>
    <message>
        <source>Sample </source>
        <translation>Muestra </translation>
    </message>
    <message>
        <source>Example of the validation split</source>
        <translation>Ejemplo del conjunto de validación</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Sortear</translation>
    </message>
    <message>
        <source>Another example, drawn at random</source>
        <translation>Otro ejemplo, elegido al azar</translation>
    </message>
    <message>
        <source>Token at </source>
        <translation>Token en </translation>
    </message>
    <message>
        <source>Position of the token to exchange; a click on the map chooses it</source>
        <translation>Posición del token que se sustituye; un clic en el mapa lo elige</translation>
    </message>
    <message>
        <source>is </source>
        <translation>es </translation>
    </message>
    <message>
        <source>The token that stands there. Where a value is exchanged, what asks for it asks for the new one</source>
        <translation>El token que hay ahí. Si se sustituye un valor, lo que pregunta por él pregunta por el nuevo</translation>
    </message>
    <message>
        <source>Undo tokens</source>
        <translation>Deshacer tokens</translation>
    </message>
    <message>
        <source>The example as it was</source>
        <translation>El ejemplo tal como era</translation>
    </message>
    <message>
        <source>What the map shows</source>
        <translation>Lo que muestra el mapa</translation>
    </message>
    <message>
        <source>λ, changed</source>
        <translation>λ, cambiada</translation>
    </message>
    <message>
        <source>λ, unchanged</source>
        <translation>λ, sin cambiar</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Diferencia</translation>
    </message>
    <message>
        <source>Share of the output</source>
        <translation>Parte de la salida</translation>
    </message>
    <message>
        <source>Layer that the map shows</source>
        <translation>Capa que muestra el mapa</translation>
    </message>
    <message>
        <source>Head that the map shows</source>
        <translation>Cabeza que muestra el mapa</translation>
    </message>
    <message>
        <source>What is done to λ</source>
        <translation>Lo que se hace con λ</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Escalar</translation>
    </message>
    <message>
        <source>Clamp</source>
        <translation>Limitar</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Level that is changed; a click on the map chooses level and token</source>
        <translation>Nivel que se cambia; un clic en el mapa elige nivel y token</translation>
    </message>
    <message>
        <source>Tokens whose λ is changed</source>
        <translation>Tokens cuya λ se cambia</translation>
    </message>
    <message>
        <source>Layer that is changed</source>
        <translation>Capa que se cambia</translation>
    </message>
    <message>
        <source>Head that is changed</source>
        <translation>Cabeza que se cambia</translation>
    </message>
    <message>
        <source>Factor, 0 to 4; 1 changes nothing</source>
        <translation>Factor, de 0 a 4; 1 no cambia nada</translation>
    </message>
    <message>
        <source>λ is multiplied by this</source>
        <translation>λ se multiplica por esto</translation>
    </message>
    <message>
        <source>from </source>
        <translation>desde </translation>
    </message>
    <message>
        <source>Least λ</source>
        <translation>λ mínima</translation>
    </message>
    <message>
        <source>to </source>
        <translation>hasta </translation>
    </message>
    <message>
        <source>Largest λ</source>
        <translation>λ máxima</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conservar</translation>
    </message>
    <message>
        <source>Keep this change and begin another</source>
        <translation>Conservar este cambio y empezar otro</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>λ as the model gives it, and the example as it was</source>
        <translation>λ como la da el modelo y el ejemplo tal como era</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Save the changes as JSON for fenwick eval --intervene</source>
        <translation>Guardar los cambios como JSON para fenwick eval --intervene</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importar…</translation>
    </message>
    <message>
        <source>Read changes that were exported</source>
        <translation>Leer cambios exportados</translation>
    </message>
    <message>
        <source>at</source>
        <translation>en</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>target</source>
        <translation>objetivo</translation>
    </message>
    <message>
        <source>before</source>
        <translation>antes</translation>
    </message>
    <message>
        <source>now</source>
        <translation>ahora</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>Predicciones</translation>
    </message>
    <message>
        <source>Changes that are kept, in their order; Del takes the chosen one away</source>
        <translation>Cambios conservados, en su orden; Supr quita el elegido</translation>
    </message>
    <message>
        <source>Kept changes</source>
        <translation>Cambios conservados</translation>
    </message>
    <message>
        <source>Take away</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>This model has no λ to change; its tokens can be exchanged.</source>
        <translation>Este modelo no tiene λ que cambiar; sus tokens se pueden sustituir.</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Capa %1</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Cabeza %1</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>Todas las capas</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Todas las cabezas</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Todos los niveles</translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation>Nivel %1</translation>
    </message>
    <message>
        <source>Best weights</source>
        <translation>Mejores pesos</translation>
    </message>
    <message>
        <source>Last weights</source>
        <translation>Últimos pesos</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Paso %1</translation>
    </message>
    <message>
        <source>Token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <source>All tokens</source>
        <translation>Todos los tokens</translation>
    </message>
    <message>
        <source>Class: %1</source>
        <translation>Clase: %1</translation>
    </message>
    <message>
        <source>share</source>
        <translation>parte</translation>
    </message>
    <message>
        <source>Δλ</source>
        <translation>Δλ</translation>
    </message>
    <message>
        <source>Validation accuracy %1</source>
        <translation>Exactitud de validación: %1</translation>
    </message>
    <message>
        <source>Training accuracy %1</source>
        <translation>Exactitud de entrenamiento: %1</translation>
    </message>
    <message>
        <source>(%1 of %2 examples)</source>
        <translation>(%1 de %2 ejemplos)</translation>
    </message>
    <message>
        <source>Export the changes</source>
        <translation>Exportar los cambios</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>No se pudo escribir %1: %2</translation>
    </message>
    <message>
        <source>Import changes</source>
        <translation>Importar cambios</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>No se puede leer %1: %2</translation>
    </message>
    <message>
        <source>Map of λ</source>
        <translation>Mapa de λ</translation>
    </message>
    <message>
        <source>What is predicted, and the probability of the target. %1 of %2 right before, %3 now; answered in %4 ms</source>
        <translation>Lo que se predice y la probabilidad del objetivo. Antes, %1 de %2 correctas; ahora, %3; respuesta en %4 ms</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::RunDelegate</name>
    <message>
        <source>Name of the run</source>
        <translation>Nombre de la ejecución</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::RunListModel</name>
    <message>
        <source>solved @ %1</source>
        <translation>resuelta @ %1</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>divergió</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>en cola</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>preparando</translation>
    </message>
    <message>
        <source>step %1 / %2</source>
        <translation>paso %1 / %2</translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation>pausada en %1</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>terminada</translation>
    </message>
    <message>
        <source>finished at %1</source>
        <translation>terminada en %1</translation>
    </message>
    <message>
        <source>failed at %1</source>
        <translation>falló en %1</translation>
    </message>
    <message>
        <source>interrupted at %1</source>
        <translation>interrumpida en %1</translation>
    </message>
    <message>
        <source>preset %1</source>
        <translation>preajuste %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln hilo</numerusform>
            <numerusform>%Ln hilos</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of training</source>
        <translation>%1 de entrenamiento</translation>
    </message>
    <message>
        <source>created</source>
        <translation>creada</translation>
    </message>
    <message>
        <source>running</source>
        <translation>en marcha</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausada</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fallida</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>interrumpida</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>en %1</translation>
    </message>
    <message>
        <source>from the folder %1</source>
        <translation>de la carpeta %1</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::RunListPanel</name>
    <message>
        <source>Filter: words, accuracy&gt;0.9, k=8 …</source>
        <translation>Filtro: palabras, accuracy&gt;0.9, k=8 …</translation>
    </message>
    <message>
        <source>Filter of the runs</source>
        <translation>Filtro de las ejecuciones</translation>
    </message>
    <message>
        <source>Order of the runs</source>
        <translation>Orden de las ejecuciones</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Ejecuciones</translation>
    </message>
    <message>
        <source>Runs appear here: those you start and those in the runs folder.</source>
        <translation>Aquí aparecen las ejecuciones: las que se inician y las de la carpeta de ejecuciones.</translation>
    </message>
    <message>
        <source>Start the first run</source>
        <translation>Iniciar la primera</translation>
    </message>
    <message>
        <source>Open a run folder…</source>
        <translation>Abrir una carpeta…</translation>
    </message>
    <message>
        <source>Explore an example</source>
        <translation>Explorar un ejemplo</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Las más recientes primero</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Por nombre</translation>
    </message>
    <message>
        <source>Best accuracy first</source>
        <translation>Mayor exactitud primero</translation>
    </message>
    <message>
        <source>Lowest loss first</source>
        <translation>Menor pérdida primero</translation>
    </message>
    <message>
        <source>Solved soonest first</source>
        <translation>Resueltas antes primero</translation>
    </message>
    <message>
        <source>Longest training first</source>
        <translation>Mayor entrenamiento primero</translation>
    </message>
    <message>
        <source>Order: %1</source>
        <translation>Orden: %1</translation>
    </message>
    <message>
        <source>Words that occur in name, folder, state or tags, and comparisons with a metric (%1) or a setting: accuracy&gt;0.9, solved&lt;1000, k=8, head=fixed</source>
        <translation>Palabras que aparecen en nombre, carpeta, estado o etiquetas, y comparaciones con una métrica (%1) o un ajuste: accuracy&gt;0.9, solved&lt;1000, k=8, head=fixed</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>run</source>
        <translation>ejecución</translation>
    </message>
    <message>
        <source>state</source>
        <translation>estado</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>exactitud</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>etiquetas</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>carpeta</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SamplesPanel</name>
    <message>
        <source>sample</source>
        <translation>muestra</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>fallos</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>pérdida</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>pares</translation>
    </message>
    <message>
        <source>levels</source>
        <translation>niveles</translation>
    </message>
    <message>
        <source>Examples, the wrong ones first</source>
        <translation>Ejemplos, primero los fallados</translation>
    </message>
    <message>
        <source>A click opens the example in Probe. Wrong pairs, and on which level their answer lies</source>
        <translation>Un clic abre el ejemplo en Sonda. Pares fallados y en qué nivel está su respuesta</translation>
    </message>
    <message>
        <source>What the queries are told apart by</source>
        <translation>Por qué se distinguen las consultas</translation>
    </message>
    <message>
        <source>By pair</source>
        <translation>Por par</translation>
    </message>
    <message>
        <source>By distance to the answer</source>
        <translation>Por distancia a la respuesta</translation>
    </message>
    <message>
        <source>By level of the answer</source>
        <translation>Por nivel de la respuesta</translation>
    </message>
    <message>
        <source>By conflicting noise</source>
        <translation>Por ruido en conflicto</translation>
    </message>
    <message>
        <source>By size of the example</source>
        <translation>Por tamaño del ejemplo</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>consultas</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>exactitud</translation>
    </message>
    <message>
        <source>count</source>
        <translation>número</translation>
    </message>
    <message>
        <source>Accuracy of the queries</source>
        <translation>Exactitud de las consultas</translation>
    </message>
    <message>
        <source>Choose a run with saved weights: its validation examples appear here, the wrong ones first.</source>
        <translation>Elegir una ejecución con pesos guardados: aquí aparecen sus ejemplos de validación, primero los fallados.</translation>
    </message>
    <message>
        <source>%1 of %2 examples seen</source>
        <translation>%1 de %2 ejemplos vistos</translation>
    </message>
    <message>
        <source>%1 of %2 examples have a wrong answer%3</source>
        <translation>%1 de %2 ejemplos tienen una respuesta errónea%3</translation>
    </message>
    <message>
        <source>, λ changed as in Probe</source>
        <translation>, λ cambiada como en Sonda</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SetupPanel</name>
    <message>
        <source>Preset</source>
        <translation>Preajuste</translation>
    </message>
    <message>
        <source>Arm</source>
        <translation>Variante</translation>
    </message>
    <message>
        <source>as-described follows the paper&apos;s text, as-published its code</source>
        <translation>as-described sigue el texto del artículo, as-published su código</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>Every setting back to the preset</source>
        <translation>Todos los ajustes de vuelta al preajuste</translation>
    </message>
    <message>
        <source>Step that the fork begins at</source>
        <translation>Paso en el que empieza la bifurcación</translation>
    </message>
    <message>
        <source>The kept steps of that run. Where weights alone are kept, the optimiser starts fresh</source>
        <translation>Los pasos conservados de esa ejecución. Donde solo se conservan pesos, el optimizador empieza de cero</translation>
    </message>
    <message>
        <source>No fork</source>
        <translation>Sin bifurcar</translation>
    </message>
    <message>
        <source>Begin with drawn weights, with these settings</source>
        <translation>Empezar con pesos aleatorios, con estos ajustes</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Tarea</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>λ head</source>
        <translation>Cabeza λ</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Entrenamiento</translation>
    </message>
    <message>
        <source>All parameters; what the λ head adds to the model without one; how many numbers decoding keeps of task.length tokens; the time all steps take on this machine, from the speed that it reached in training so far</source>
        <translation>Todos los parámetros; lo que la cabeza λ añade al modelo sin ella; cuántos números conserva la decodificación de task.length tokens; el tiempo de todos los pasos en esta máquina, según la velocidad alcanzada hasta ahora al entrenar</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Iniciar</translation>
    </message>
    <message>
        <source>Queue five runs that differ in their seed; each trains as a process of its own</source>
        <translation>Encolar cinco ejecuciones que difieren en la semilla; cada una se entrena como proceso propio</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Copiar orden</translation>
    </message>
    <message>
        <source>The fenwick command that trains exactly this, for a shell</source>
        <translation>La orden fenwick que entrena exactamente esto, para una terminal</translation>
    </message>
    <message>
        <source>No preset: what differs from the defaults is bold</source>
        <translation>Sin preajuste: lo que difiere de los valores por defecto está en negrita</translation>
    </message>
    <message>
        <source>As the preset</source>
        <translation>Como el preajuste</translation>
    </message>
    <message numerus="yes">
        <source>%Ln setting(s) differ from the preset</source>
        <translation>
            <numerusform>%Ln ajuste difiere del preajuste</numerusform>
            <numerusform>%Ln ajustes difieren del preajuste</numerusform>
        </translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Encolar</translation>
    </message>
    <message>
        <source>One run is open in the window: this one waits for its turn</source>
        <translation>Hay una ejecución abierta en la ventana: esta espera su turno</translation>
    </message>
    <message>
        <source>Train this configuration</source>
        <translation>Entrenar esta configuración</translation>
    </message>
    <message>
        <source> (and %1 more)</source>
        <translation> (y %1 más)</translation>
    </message>
    <message>
        <source>Start is off. %1</source>
        <translation>No se puede iniciar. %1</translation>
    </message>
    <message>
        <source>Fork of %1 at step</source>
        <translation>Bifurcación de %1 en el paso</translation>
    </message>
    <message>
        <source>k %1</source>
        <translation>k %1</translation>
    </message>
    <message>
        <source>T %1</source>
        <translation>T %1</translation>
    </message>
    <message>
        <source>V %1</source>
        <translation>V %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln layer(s)</source>
        <translation>
            <numerusform>%Ln capa</numerusform>
            <numerusform>%Ln capas</numerusform>
        </translation>
    </message>
    <message>
        <source>d %1</source>
        <translation>d %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln head(s)</source>
        <translation>
            <numerusform>%Ln cabeza</numerusform>
            <numerusform>%Ln cabezas</numerusform>
        </translation>
    </message>
    <message>
        <source>hidden %1</source>
        <translation>oculta %1</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 pasos</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>semilla %1</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 parámetros</translation>
    </message>
    <message>
        <source>λ head +%1&#xa0;%</source>
        <translation>cabeza λ +%1&#xa0;%</translation>
    </message>
    <message>
        <source>decode state %1 numbers</source>
        <translation>estado al decodificar: %1 números</translation>
    </message>
    <message>
        <source>≈ %1 here</source>
        <translation>≈ %1 aquí</translation>
    </message>
    <message>
        <source>time: known after the first run</source>
        <translation>tiempo: se sabrá tras la primera ejecución</translation>
    </message>
    <message>
        <source>Seeds 0–4</source>
        <translation>Semillas 0–4</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SetupSection</name>
    <message>
        <source>Back to the preset: %1</source>
        <translation>Volver al preajuste: %1</translation>
    </message>
    <message>
        <source>Back to the preset&apos;s %1</source>
        <translation>Volver al valor %1 del preajuste</translation>
    </message>
    <message numerus="yes">
        <source>%Ln setting(s) to mend</source>
        <translation>
            <numerusform>%Ln ajuste por corregir</numerusform>
            <numerusform>%Ln ajustes por corregir</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln setting(s) differ from the preset</source>
        <translation>
            <numerusform>%Ln ajuste difiere del preajuste</numerusform>
            <numerusform>%Ln ajustes difieren del preajuste</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fenwick::ui::StatusStrip</name>
    <message>
        <source>Log</source>
        <translation>Registro</translation>
    </message>
    <message>
        <source>nothing trains</source>
        <translation>no se entrena nada</translation>
    </message>
    <message>
        <source>the sweep %1 trains</source>
        <translation>se entrena el barrido %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln hilo</numerusform>
            <numerusform>%Ln hilos</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 pasos/s</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 tokens/s</translation>
    </message>
    <message>
        <source>step %1 / %2</source>
        <translation>paso %1 / %2</translation>
    </message>
    <message>
        <source>ETA %1</source>
        <translation>faltan %1</translation>
    </message>
    <message>
        <source>evaluating and saving</source>
        <translation>evaluando y guardando</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>pausada</translation>
    </message>
    <message>
        <source>saved just now</source>
        <translation>guardada ahora mismo</translation>
    </message>
    <message>
        <source>saved %1 ago</source>
        <translation>guardada hace %1</translation>
    </message>
    <message>
        <source>%1 in the queue</source>
        <translation>%1 en la cola</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SweepModel</name>
    <message>
        <source>variant</source>
        <translation>variante</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>semilla %1</translation>
    </message>
    <message>
        <source>solved</source>
        <translation>resueltas</translation>
    </message>
    <message>
        <source>final accuracy</source>
        <translation>exactitud final</translation>
    </message>
    <message>
        <source>The sweep leaves this run out.</source>
        <translation>El barrido omite esta ejecución.</translation>
    </message>
    <message>
        <source>%1: not begun</source>
        <translation>%1: sin empezar</translation>
    </message>
    <message>
        <source>%1 at step %2 of %3</source>
        <translation>%1 en el paso %2 de %3</translation>
    </message>
    <message>
        <source>solved @ %1</source>
        <translation>resuelta @ %1</translation>
    </message>
    <message>
        <source>Double click or Enter shows it in the curves.</source>
        <translation>Doble clic o Intro la muestra en las curvas.</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SweepPanel</name>
    <message>
        <source>New &amp;sweep</source>
        <translation>Nuevo &amp;barrido</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Barrido</translation>
    </message>
    <message>
        <source>New sweep</source>
        <translation>Nuevo barrido</translation>
    </message>
    <message>
        <source>Trains every run of a grid over settings and seeds</source>
        <translation>Entrena todas las ejecuciones de una rejilla de ajustes y semillas</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>Trains what is not finished; finished runs are skipped</source>
        <translation>Entrena lo que no está terminado; las ejecuciones terminadas se omiten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Every run saves a checkpoint; the sweep can go on later</source>
        <translation>Cada ejecución guarda un punto de control; el barrido puede continuar después</translation>
    </message>
    <message>
        <source> at once</source>
        <translation> a la vez</translation>
    </message>
    <message>
        <source>Runs at once</source>
        <translation>Ejecuciones a la vez</translation>
    </message>
    <message>
        <source>How many runs train at the same time, 1 to %1; they share the cores</source>
        <translation>Cuántas ejecuciones se entrenan a la vez, de 1 a %1; comparten los núcleos</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>Ejecuciones del barrido</translation>
    </message>
    <message>
        <source>Many runs at once: a grid over settings and seeds, as a table that fills while they train.</source>
        <translation>Muchas ejecuciones a la vez: una rejilla de ajustes y semillas, en una tabla que se llena mientras se entrenan.</translation>
    </message>
    <message>
        <source>From a sweep &amp;file…</source>
        <translation>De un &amp;archivo de barrido…</translation>
    </message>
    <message>
        <source>A sweep file</source>
        <translation>Un archivo de barrido</translation>
    </message>
    <message>
        <source>Sweep files (*.json)</source>
        <translation>Archivos de barrido (*.json)</translation>
    </message>
    <message>
        <source>%1 of %2 runs finished</source>
        <translation>%1 de %2 ejecuciones terminadas</translation>
    </message>
    <message>
        <source>%1 solved</source>
        <translation>%1 resueltas</translation>
    </message>
    <message>
        <source>%1 training</source>
        <translation>%1 entrenándose</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fallidas</translation>
    </message>
    <message>
        <source>saving checkpoints</source>
        <translation>guardando puntos de control</translation>
    </message>
    <message>
        <source>the sweep goes on</source>
        <translation>el barrido continúa</translation>
    </message>
    <message>
        <source>begins when nothing else trains</source>
        <translation>empieza cuando no se entrene nada más</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::WatchedDialog</name>
    <message>
        <source>Watched folders</source>
        <translation>Carpetas vigiladas</translation>
    </message>
    <message>
        <source>Runs in these folders are in the list, and new ones show up by themselves. A folder that is missing is kept and looked for.</source>
        <translation>Las ejecuciones de estas carpetas están en la lista y las nuevas aparecen solas. Una carpeta que falta se conserva y se busca.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Contiene</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>&amp;Añadir…</translation>
    </message>
    <message>
        <source>&amp;Stop watching</source>
        <translation>Dejar de &amp;vigilar</translation>
    </message>
    <message>
        <source>Its runs leave the list; their files stay</source>
        <translation>Sus ejecuciones salen de la lista; los archivos se quedan</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n ejecución</numerusform>
            <numerusform>%n ejecuciones</numerusform>
        </translation>
    </message>
    <message>
        <source>missing</source>
        <translation>falta</translation>
    </message>
    <message>
        <source>%1, and new runs</source>
        <translation>%1, y las nuevas</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::WeightsPanel</name>
    <message>
        <source>Layer of the model; 0 is next to the embedding</source>
        <translation>Capa del modelo; la 0 está junto al embedding</translation>
    </message>
    <message>
        <source>Head of the layer</source>
        <translation>Cabeza de la capa</translation>
    </message>
    <message>
        <source>How the mask is laid onto the colours</source>
        <translation>Cómo se asigna la máscara a los colores</translation>
    </message>
    <message>
        <source>Weight matrices</source>
        <translation>Matrices de pesos</translation>
    </message>
    <message>
        <source>Choose a run with saved weights: here one head shows how much each query takes from each source.</source>
        <translation>Elegir una ejecución con pesos guardados: aquí una cabeza muestra cuánto toma cada consulta de cada fuente.</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Capa %1</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Cabeza %1</translation>
    </message>
    <message>
        <source>Shown up to %1 tokens; this sequence has %2.</source>
        <translation>Se muestra hasta %1 tokens; esta secuencia tiene %2.</translation>
    </message>
    <message>
        <source>This model&apos;s mixer is not a masked product of q, k and v.</source>
        <translation>El mezclador de este modelo no es un producto enmascarado de q, k y v.</translation>
    </message>
    <message>
        <source>sample %1%2</source>
        <translation>muestra %1%2</translation>
    </message>
    <message>
        <source>, λ changed as in Probe</source>
        <translation>, λ cambiada como en Sonda</translation>
    </message>
    <message>
        <source>H</source>
        <translation>H</translation>
    </message>
    <message>
        <source>λ · gates</source>
        <translation>λ · compuertas</translation>
    </message>
    <message>
        <source>w</source>
        <translation>w</translation>
    </message>
    <message>
        <source>λ · gates · q·k</source>
        <translation>λ · compuertas · q·k</translation>
    </message>
    <message>
        <source>Point at a row to see what each level adds to the output of its token.</source>
        <translation>Señalar una fila para ver qué aporta cada nivel a la salida de su token.</translation>
    </message>
    <message>
        <source>Output of token %1, by level</source>
        <translation>Salida del token %1, por nivel</translation>
    </message>
    <message>
        <source>level %1 [%2, %3)  λ %4  %5</source>
        <translation>nivel %1 [%2, %3)  λ %4  %5</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::WorkStrip</name>
    <message>
        <source>Progress of what takes long</source>
        <translation>Progreso de lo que tarda</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Take back what goes on (Esc)</source>
        <translation>Retirar lo que está en curso (Esc)</translation>
    </message>
    <message>
        <source>%1 (and %2 more)</source>
        <translation>%1 (y %2 más)</translation>
    </message>
</context>
<context>
    <name>lab</name>
    <message>
        <source>, CUDA</source>
        <translation>, CUDA</translation>
    </message>
    <message>
        <source>The last start was cut off, so what was remembered is left out: window layout, opened folders, runs folder.</source>
        <translation>El último inicio se interrumpió, así que se omite lo recordado: disposición de la ventana, carpetas abiertas, carpeta de ejecuciones.</translation>
    </message>
    <message>
        <source>Take it up again</source>
        <translation>Recuperarlo</translation>
    </message>
</context>
<context>
    <name>map</name>
    <message>
        <source>linear</source>
        <translation>lineal</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>diverging</source>
        <translation>divergente</translation>
    </message>
</context>
<context>
    <name>maps</name>
    <message>
        <source>Fenwick tree: point at a token to see what it reads</source>
        <translation>Árbol de Fenwick: señalar un token para ver qué lee</translation>
    </message>
    <message>
        <source>Fenwick tree of token %1: %2 of %3 levels hold sources</source>
        <translation>Árbol de Fenwick del token %1: %2 de %3 niveles contienen fuentes</translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation>Nivel %1</translation>
    </message>
    <message>
        <source>Level %1 (untrained)</source>
        <translation>Nivel %1 (sin entrenar)</translation>
    </message>
    <message>
        <source>Layer %1, head %2</source>
        <translation>Capa %1, cabeza %2</translation>
    </message>
    <message>
        <source>%1 of %2 recorded steps read</source>
        <translation>%1 de %2 pasos registrados leídos</translation>
    </message>
    <message>
        <source>%1 has no λ: its mixer is %2.</source>
        <translation>%1 no tiene λ: su mezclador es %2.</translation>
    </message>
    <message>
        <source>%1 has recorded no λ yet.</source>
        <translation>%1 aún no ha registrado λ.</translation>
    </message>
    <message>
        <source>%1 has no layer %2.</source>
        <translation>%1 no tiene la capa %2.</translation>
    </message>
    <message>
        <source>%1 has no head %2.</source>
        <translation>%1 no tiene la cabeza %2.</translation>
    </message>
    <message>
        <source>%1 has recorded no sample %2.</source>
        <translation>%1 no ha registrado la muestra %2.</translation>
    </message>
    <message>
        <source>Only what all have is shown: the first %1 tokens (of up to %2) and %3 levels (of up to %4).</source>
        <translation>Solo se muestra lo que todas tienen: los primeros %1 tokens (de hasta %2) y %3 niveles (de hasta %4).</translation>
    </message>
    <message>
        <source>Their sequences differ (another seed or task): cells are held against each other by their place.</source>
        <translation>Sus secuencias difieren (otra semilla o tarea): las celdas se comparan por su posición.</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>paso %1</translation>
    </message>
    <message>
        <source>Baseline: %1, %2</source>
        <translation>Referencia: %1, %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>less the baseline</source>
        <translation>menos la referencia</translation>
    </message>
    <message>
        <source>Levels × tokens</source>
        <translation>Niveles × tokens</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Todas las cabezas</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Todos los niveles</translation>
    </message>
    <message>
        <source>Heads × tokens</source>
        <translation>Cabezas × tokens</translation>
    </message>
    <message>
        <source>Levels × heads</source>
        <translation>Niveles × cabezas</translation>
    </message>
    <message>
        <source>Levels over steps</source>
        <translation>Niveles por pasos</translation>
    </message>
    <message>
        <source>Runs side by side</source>
        <translation>Ejecuciones lado a lado</translation>
    </message>
    <message>
        <source>heads down, tokens across</source>
        <translation>cabezas en vertical, tokens en horizontal</translation>
    </message>
    <message>
        <source>levels down, tokens across</source>
        <translation>niveles en vertical, tokens en horizontal</translation>
    </message>
</context>
<context>
    <name>table</name>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
</context>
</TS>
