<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="nl" sourcelanguage="en">
<context>
    <name>RunFilter</name>
    <message>
        <source>%1 is neither a metric (%2) nor one setting&apos;s name</source>
        <translation>%1 is geen metriek (%2) en ook niet de naam van één instelling</translation>
    </message>
    <message>
        <source>%1 is compared with a number, not with %2</source>
        <translation>%1 wordt met een getal vergeleken, niet met %2</translation>
    </message>
</context>
<context>
    <name>comparison</name>
    <message>
        <source>Each seed, median</source>
        <translation>Elke seed, mediaan</translation>
    </message>
    <message>
        <source>Mean ± std</source>
        <translation>Gemiddelde ± std</translation>
    </message>
    <message>
        <source>Median, min to max</source>
        <translation>Mediaan, min tot max</translation>
    </message>
    <message>
        <source>%1/%2 solved</source>
        <translation>%1/%2 opgelost</translation>
    </message>
    <message>
        <source> at step %1</source>
        <translation> bij stap %1</translation>
    </message>
    <message>
        <source>, median step %1</source>
        <translation>, mediane stap %1</translation>
    </message>
    <message>
        <source>Validation accuracy</source>
        <translation>Validatienauwkeurigheid</translation>
    </message>
    <message>
        <source>step</source>
        <translation>stap</translation>
    </message>
    <message>
        <source>Final validation accuracy of each run</source>
        <translation>Eindvalidatienauwkeurigheid van elke run</translation>
    </message>
</context>
<context>
    <name>config</name>
    <message>
        <source>Task</source>
        <translation>Taak</translation>
    </message>
    <message>
        <source>What the model learns.</source>
        <translation>Wat het model leert.</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Lengte</translation>
    </message>
    <message>
        <source>Tokens per example; for own data the length of its rows.</source>
        <translation>Tokens per voorbeeld; bij eigen data de lengte van de rijen.</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulaire</translation>
    </message>
    <message>
        <source>How many different tokens there are; the model embeds and predicts this many.</source>
        <translation>Hoeveel verschillende tokens er zijn; zoveel kan het model inbedden en voorspellen.</translation>
    </message>
    <message>
        <source>Key-value pairs</source>
        <translation>Key-valueparen</translation>
    </message>
    <message>
        <source>How many keys are bound to values and asked for (k); at most a quarter of the length.</source>
        <translation>Hoeveel keys aan values worden gebonden en bevraagd (k); ten hoogste een kwart van de lengte.</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>paren</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>Ruis</translation>
    </message>
    <message>
        <source>Tokens between: any token, which may repeat a key, or only those that are no key of the example.</source>
        <translation>Tokens ertussen: elk token, dat een key kan herhalen, of alleen tokens die in het voorbeeld geen key zijn.</translation>
    </message>
    <message>
        <source>Pair offset</source>
        <translation>Plaats van de paren</translation>
    </message>
    <message>
        <source>Position of the first pair; random moves the block per example, so that pairs do not sit on Fenwick blocks.</source>
        <translation>Positie van het eerste paar; random verschuift het blok per voorbeeld, zodat paren niet samenvallen met Fenwick-blokken.</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>Segmenten</translation>
    </message>
    <message>
        <source>Parts of the training set, each with its length, pairs and examples; empty: all examples alike.</source>
        <translation>Delen van de trainingsset, elk met eigen lengte, paren en voorbeelden; leeg: alle voorbeelden gelijk.</translation>
    </message>
    <message>
        <source>Power law</source>
        <translation>Machtswet</translation>
    </message>
    <message>
        <source>Exponent a of the query positions, weight ∝ a·j^(a-1); 1 is uniform, small values stay close behind the pairs.</source>
        <translation>Exponent a van de posities van de queries, gewicht ∝ a·j^(a-1); 1 is uniform, kleine waarden blijven dicht achter de paren.</translation>
    </message>
    <message>
        <source>Filler</source>
        <translation>Opvulling</translation>
    </message>
    <message>
        <source>Tokens between: token 0, or tokens drawn from the whole vocabulary.</source>
        <translation>Tokens ertussen: token 0, of tokens getrokken uit het hele vocabulaire.</translation>
    </message>
    <message>
        <source>Tokens to copy</source>
        <translation>Te kopiëren tokens</translation>
    </message>
    <message>
        <source>How many different data tokens stand among the noise; with as many blanks and a separator they fit the length.</source>
        <translation>Hoeveel verschillende datatokens tussen de ruis staan; met evenveel lege plekken en een scheidingsteken passen ze in de lengte.</translation>
    </message>
    <message>
        <source>Training file</source>
        <translation>Trainingsbestand</translation>
    </message>
    <message>
        <source>Own data: safetensors with inputs and targets [rows, length]. Language model: a UTF-8 text, or the folder of wiki.train.raw and its like.</source>
        <translation>Eigen data: safetensors met inputs en targets [rijen, lengte]. Taalmodel: een UTF-8-tekst, of de map met wiki.train.raw en dergelijke.</translation>
    </message>
    <message>
        <source>Validation file</source>
        <translation>Validatiebestand</translation>
    </message>
    <message>
        <source>The same for validation; without it own data have none, and a text keeps its last tenth for validation and test.</source>
        <translation>Hetzelfde voor validatie; zonder dit bestand hebben eigen data geen validatie en houdt een tekst het laatste tiende deel voor validatie en test apart.</translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation>Tokenizer</translation>
    </message>
    <message>
        <source>bytes; byte pairs from GPT-2&apos;s files (gpt2); or byte pairs learnt from the training text, up to the vocabulary (trained).</source>
        <translation>bytes; byteparen uit de bestanden van GPT-2 (gpt2); of byteparen geleerd uit de trainingstekst, tot het vocabulaire vol is (trained).</translation>
    </message>
    <message>
        <source>Vocabulary file</source>
        <translation>Vocabulairebestand</translation>
    </message>
    <message>
        <source>vocab.json of GPT-2&apos;s tokenizer: {token: id}.</source>
        <translation>vocab.json van de tokenizer van GPT-2: {token: id}.</translation>
    </message>
    <message>
        <source>Merges file</source>
        <translation>Bestand met merges</translation>
    </message>
    <message>
        <source>merges.txt of GPT-2&apos;s tokenizer: two tokens a line, the earliest merge first.</source>
        <translation>merges.txt van de tokenizer van GPT-2: twee tokens per regel, de vroegste merge eerst.</translation>
    </message>
    <message>
        <source>Invalid text</source>
        <translation>Ongeldige tekst</translation>
    </message>
    <message>
        <source>What to do about bytes that are no UTF-8, and NUL: refuse the file, telling the first, or replace each by U+FFFD.</source>
        <translation>Wat te doen met bytes die geen UTF-8 zijn, en met NUL: het bestand weigeren en de eerste noemen, of elk door U+FFFD vervangen.</translation>
    </message>
    <message>
        <source>Training examples</source>
        <translation>Trainingsvoorbeelden</translation>
    </message>
    <message>
        <source>Size of the training set, which repeats; 0 draws fresh examples at every step.</source>
        <translation>Grootte van de trainingsset, die zich herhaalt; 0 trekt bij elke stap nieuwe voorbeelden.</translation>
    </message>
    <message>
        <source>examples</source>
        <translation>voorbeelden</translation>
    </message>
    <message>
        <source>Validation examples</source>
        <translation>Validatievoorbeelden</translation>
    </message>
    <message>
        <source>Size of the validation set, drawn apart from the training set; 0 leaves validation out.</source>
        <translation>Grootte van de validatieset, los van de trainingsset getrokken; 0 laat validatie weg.</translation>
    </message>
    <message>
        <source>Test examples</source>
        <translation>Testvoorbeelden</translation>
    </message>
    <message>
        <source>Size of a third set that training never sees, for `eval --split test`.</source>
        <translation>Grootte van een derde set die de training nooit ziet, voor `eval --split test`.</translation>
    </message>
    <message>
        <source>Evaluation lengths</source>
        <translation>Evaluatielengtes</translation>
    </message>
    <message>
        <source>Further lengths that the model shall be evaluated at; the levels of λ reach the longest.</source>
        <translation>Verdere lengtes waarop het model wordt geëvalueerd; de niveaus van λ reiken tot de langste.</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Volgorde</translation>
    </message>
    <message>
        <source>Batches drawn at random, or the training set in order, from its start again at its end.</source>
        <translation>Willekeurig getrokken batches, of de trainingsset op volgorde, die aan het eind weer van voren begint.</translation>
    </message>
    <message>
        <source>Data seed</source>
        <translation>Seed van de data</translation>
    </message>
    <message>
        <source>Names the data that is drawn; auto takes the training seed.</source>
        <translation>Bepaalt welke data wordt getrokken; auto neemt de trainingsseed.</translation>
    </message>
    <message>
        <source>Mixer</source>
        <translation>Mixer</translation>
    </message>
    <message>
        <source>log-linear: levels weighed by λ; gated-delta: so too, and states forget along new keys; linear: λ = 1, one state; softmax: every token, rotary positions.</source>
        <translation>log-linear: niveaus gewogen met λ; gated-delta: ook, en toestanden vergeten langs nieuwe keys; linear: λ = 1, één toestand; softmax: elk token, roterende posities.</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Blok</translation>
    </message>
    <message>
        <source>study is the small post-norm layer of the synthetic study; language has a convolution, skip, gated norm and gated MLP, with the norms before.</source>
        <translation>study is de kleine post-normlaag van de synthetische studie; language heeft een convolutie, skip, gated norm en gated MLP, met de normen ervoor.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Lagen</translation>
    </message>
    <message>
        <source>How many layers follow each other.</source>
        <translation>Hoeveel lagen op elkaar volgen.</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>lagen</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breedte</translation>
    </message>
    <message>
        <source>Features per token (d); the heads share them as values, so it is a multiple of the heads.</source>
        <translation>Features per token (d); de heads verdelen ze als values, dus het is een veelvoud van de heads.</translation>
    </message>
    <message>
        <source>features</source>
        <translation>features</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Heads</translation>
    </message>
    <message>
        <source>Attention heads per layer; each has a gate and λ of its own.</source>
        <translation>Attention heads per laag; elk heeft een eigen gate en λ.</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>heads</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Groepen</translation>
    </message>
    <message>
        <source>Sets of queries and keys per layer; heads in a group share one, so it divides the heads.</source>
        <translation>Sets van queries en keys per laag; heads in een groep delen er een, dus het is een deler van de heads.</translation>
    </message>
    <message>
        <source>groups</source>
        <translation>groepen</translation>
    </message>
    <message>
        <source>Key size</source>
        <translation>Keygrootte</translation>
    </message>
    <message>
        <source>Features of one query or key (K): the rows of a head&apos;s state.</source>
        <translation>Features van één query of key (K): de rijen van de toestand van een head.</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>Niveaus</translation>
    </message>
    <message>
        <source>Levels of the Fenwick tree that λ has; auto is what the longest length needs.</source>
        <translation>Niveaus van de Fenwick-boom die λ heeft; auto is wat de langste lengte nodig heeft.</translation>
    </message>
    <message>
        <source>levels</source>
        <translation>niveaus</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Chunk</translation>
    </message>
    <message>
        <source>Tokens that the chunkwise form takes together: 16, 32 or 64; changes speed, not results.</source>
        <translation>Tokens die de chunkgewijze vorm samen neemt: 16, 32 of 64; verandert de snelheid, niet de resultaten.</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>Begingewichten</translation>
    </message>
    <message>
        <source>as-described starts the λ MLP at 1.0 as the paper says; as-published lets the general initialiser overwrite it, as its code does.</source>
        <translation>as-described begint de λ-MLP op 1.0, zoals het artikel zegt; as-published laat de algemene initialisatie die overschrijven, zoals de code doet.</translation>
    </message>
    <message>
        <source>Gate start</source>
        <translation>Begin van de gates</translation>
    </message>
    <message>
        <source>Time step of the gates at the start: log-uniform in 0.001 … 0.1, a log-spaced grid of it over the heads, or one number.</source>
        <translation>Tijdstap van de gates aan het begin: loguniform in 0.001 … 0.1, een logaritmisch rooster over de heads, of één getal.</translation>
    </message>
    <message>
        <source>λ head</source>
        <translation>λ-head</translation>
    </message>
    <message>
        <source>How λ, the weight of each level, is computed from the token.</source>
        <translation>Hoe λ, het gewicht van elk niveau, uit het token wordt berekend.</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Activatie</translation>
    </message>
    <message>
        <source>Between the two layers of the MLP: none, as the paper&apos;s text says, or GELU, as its code has it.</source>
        <translation>Tussen de twee lagen van de MLP: geen, zoals de tekst van het artikel zegt, of GELU, zoals in de code.</translation>
    </message>
    <message>
        <source>Hidden width</source>
        <translation>Verborgen breedte</translation>
    </message>
    <message>
        <source>Width of the MLP&apos;s hidden layer: a number, or twice the levels.</source>
        <translation>Breedte van de verborgen laag van de MLP: een getal, of tweemaal de niveaus.</translation>
    </message>
    <message>
        <source>λ at the start</source>
        <translation>λ aan het begin</translation>
    </message>
    <message>
        <source>The λ that every head begins with; auto is the head&apos;s own (0.693, 1.0 or 1/L).</source>
        <translation>De λ waarmee elke head begint; auto is die van de head zelf (0.693, 1.0 of 1/L).</translation>
    </message>
    <message>
        <source>λ scale</source>
        <translation>Schaal van λ</translation>
    </message>
    <message>
        <source>Factor on the softmax over levels: L makes its mean 1, as the other heads have it.</source>
        <translation>Factor op de softmax over niveaus: L maakt het gemiddelde 1, zoals bij de andere heads.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Stappen</translation>
    </message>
    <message>
        <source>Updates of the weights, unless validation accuracy stops the run earlier.</source>
        <translation>Updates van de gewichten, tenzij de validatienauwkeurigheid de run eerder stopt.</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>stappen</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Examples per update.</source>
        <translation>Voorbeelden per update.</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>adam, or adamw with decoupled weight decay.</source>
        <translation>adam, of adamw met ontkoppelde weight decay.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Leersnelheid</translation>
    </message>
    <message>
        <source>Step size of the optimizer after warm-up.</source>
        <translation>Stapgrootte van de optimizer na de warm-up.</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Verloop</translation>
    </message>
    <message>
        <source>How the learning rate goes on after warm-up: constant, or along a cosine to 0 at the last step.</source>
        <translation>Hoe de leersnelheid na de warm-up verloopt: constant, of langs een cosinus naar 0 bij de laatste stap.</translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation>Warm-up</translation>
    </message>
    <message>
        <source>Steps over which the learning rate grows in a straight line to its full value.</source>
        <translation>Stappen waarin de leersnelheid in een rechte lijn naar haar volle waarde groeit.</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Weight decay</translation>
    </message>
    <message>
        <source>Decoupled decay of adamw, per step and times the learning rate.</source>
        <translation>Ontkoppelde decay van adamw, per stap en maal de leersnelheid.</translation>
    </message>
    <message>
        <source>Gradient clipping</source>
        <translation>Gradient clipping</translation>
    </message>
    <message>
        <source>Gradients whose norm is larger are scaled down to it; 0 leaves them as they are.</source>
        <translation>Gradiënten met een grotere norm worden tot deze norm verkleind; 0 laat ze zoals ze zijn.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precisie</translation>
    </message>
    <message>
        <source>Numbers that products are taken of; sums, states and weights are float32 in all. tf32 and bf16 need CUDA.</source>
        <translation>Getallen waarmee producten worden berekend; sommen, toestanden en gewichten zijn altijd float32. tf32 en bf16 vereisen CUDA.</translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation>Stoppen bij</translation>
    </message>
    <message>
        <source>Validation accuracy that ends the run; 0 never does.</source>
        <translation>Validatienauwkeurigheid die de run beëindigt; bij 0 gebeurt dat nooit.</translation>
    </message>
    <message>
        <source>of scored tokens</source>
        <translation>van gescoorde tokens</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>Names the initial weights, and data and order where those are auto.</source>
        <translation>Bepaalt de begingewichten, en ook data en volgorde waar die auto zijn.</translation>
    </message>
    <message>
        <source>Order seed</source>
        <translation>Seed van de volgorde</translation>
    </message>
    <message>
        <source>Names the order of the batches; auto takes the training seed.</source>
        <translation>Bepaalt de volgorde van de batches; auto neemt de trainingsseed.</translation>
    </message>
    <message>
        <source>Evaluate every</source>
        <translation>Evalueren elke</translation>
    </message>
    <message>
        <source>Steps between evaluations on the validation set; the last step evaluates too.</source>
        <translation>Stappen tussen evaluaties op de validatieset; de laatste stap evalueert ook.</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>Checkpoint elke</translation>
    </message>
    <message>
        <source>Steps between checkpoints that a run can go on from; the last step leaves one too.</source>
        <translation>Stappen tussen checkpoints waarvandaan een run verder kan; de laatste stap laat er ook een achter.</translation>
    </message>
    <message>
        <source>Record λ every</source>
        <translation>λ vastleggen elke</translation>
    </message>
    <message>
        <source>Steps between recorded λ snapshots of the probe batch; the first and the last step record one too.</source>
        <translation>Stappen tussen vastgelegde λ-snapshots van de probebatch; de eerste en de laatste stap leggen er ook een vast.</translation>
    </message>
    <message>
        <source>Probe examples</source>
        <translation>Probevoorbeelden</translation>
    </message>
    <message>
        <source>Examples of the fixed probe batch that λ is recorded for.</source>
        <translation>Voorbeelden van de vaste probebatch waarvoor λ wordt vastgelegd.</translation>
    </message>
    <message>
        <source>λ budget</source>
        <translation>Ruimte voor λ</translation>
    </message>
    <message>
        <source>Disk space for λ snapshots; beyond it they are thinned evenly, never the first, last or solving one.</source>
        <translation>Schijfruimte voor λ-snapshots; daarboven worden ze gelijkmatig uitgedund, nooit de eerste, de laatste of die van het oplossen.</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>MB</translation>
    </message>
    <message>
        <source>Keep weights every</source>
        <translation>Gewichten bewaren elke</translation>
    </message>
    <message>
        <source>Steps between weights that are kept for later inspection, beside the log-spaced ones; 0 keeps no others.</source>
        <translation>Stappen tussen gewichten die voor latere inspectie worden bewaard, naast de logaritmisch verdeelde; 0 bewaart geen andere.</translation>
    </message>
    <message>
        <source>Associative recall (MQAR)</source>
        <translation>Associative recall (MQAR)</translation>
    </message>
    <message>
        <source>Bind keys to values, then answer each key with its value, as published with the λ MLP.</source>
        <translation>Keys aan values binden en daarna op elke key met haar value antwoorden, zoals gepubliceerd met de λ-MLP.</translation>
    </message>
    <message>
        <source>Associative recall (Zoology)</source>
        <translation>Associative recall (Zoology)</translation>
    </message>
    <message>
        <source>Recall as in Arora et al.: queries placed by a power law, several lengths in one training set.</source>
        <translation>Recall zoals bij Arora et al.: queries volgens een machtswet geplaatst, verschillende lengtes in één trainingsset.</translation>
    </message>
    <message>
        <source>Selective copying</source>
        <translation>Selective copying</translation>
    </message>
    <message>
        <source>Find the data among noise and repeat them in order behind a separator.</source>
        <translation>De data tussen ruis vinden en ze op volgorde achter een scheidingsteken herhalen.</translation>
    </message>
    <message>
        <source>Own data (tensors)</source>
        <translation>Eigen data (tensoren)</translation>
    </message>
    <message>
        <source>Rows of tokens and targets from a safetensors file.</source>
        <translation>Rijen tokens en doelen uit een safetensors-bestand.</translation>
    </message>
    <message>
        <source>Language model (text)</source>
        <translation>Taalmodel (tekst)</translation>
    </message>
    <message>
        <source>Predict each next token of a text: WikiText-103 in its raw layout, or any UTF-8 file.</source>
        <translation>Elk volgend token van een tekst voorspellen: WikiText-103 in de raw-indeling, of een UTF-8-bestand.</translation>
    </message>
    <message>
        <source>Log-linear</source>
        <translation>Log-lineair</translation>
    </message>
    <message>
        <source>levels weighed by λ</source>
        <translation>niveaus gewogen met λ</translation>
    </message>
    <message>
        <source>Log-linear Gated DeltaNet</source>
        <translation>Log-lineair Gated DeltaNet</translation>
    </message>
    <message>
        <source>so too, and states forget along new keys</source>
        <translation>ook, en toestanden vergeten langs nieuwe keys</translation>
    </message>
    <message>
        <source>Gated linear</source>
        <translation>Gated lineair</translation>
    </message>
    <message>
        <source>λ = 1, one state</source>
        <translation>λ = 1, één toestand</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>every token, rotary positions</source>
        <translation>elk token, roterende posities</translation>
    </message>
    <message>
        <source>Fixed (baseline)</source>
        <translation>Vast (baseline)</translation>
    </message>
    <message>
        <source>softplus(Λ ⊙ d), Λ learned per head and level; the baseline of Guo et al.</source>
        <translation>softplus(Λ ⊙ d), Λ geleerd per head en niveau; de baseline van Guo et al.</translation>
    </message>
    <message>
        <source>MLP, softplus</source>
        <translation>MLP, softplus</translation>
    </message>
    <message>
        <source>softplus of a two-layer MLP that the heads of a layer share: each level scales on its own</source>
        <translation>softplus van een MLP met twee lagen die de heads van een laag delen: elk niveau schaalt apart</translation>
    </message>
    <message>
        <source>MLP, softmax</source>
        <translation>MLP, softmax</translation>
    </message>
    <message>
        <source>softmax over levels of the same MLP: levels compete</source>
        <translation>softmax over de niveaus van dezelfde MLP: niveaus concurreren</translation>
    </message>
    <message>
        <source>Constant (control)</source>
        <translation>Constant (controle)</translation>
    </message>
    <message>
        <source>softplus(b), b learned per head and level: no dependence on the token</source>
        <translation>softplus(b), b geleerd per head en niveau: onafhankelijk van het token</translation>
    </message>
    <message>
        <source>Fixed with bias (control)</source>
        <translation>Vast met bias (controle)</translation>
    </message>
    <message>
        <source>softplus(Λ ⊙ d + b): the baseline with the bias that the MLP has</source>
        <translation>softplus(Λ ⊙ d + b): de baseline met de bias die de MLP heeft</translation>
    </message>
    <message>
        <source>Ones (linear attention)</source>
        <translation>Enen (lineaire attention)</translation>
    </message>
    <message>
        <source>λ = 1 everywhere: gated linear attention</source>
        <translation>λ = 1 overal: gated lineaire attention</translation>
    </message>
    <message>
        <source>Associative recall of 4 pairs in 64 tokens: passes 99 % after about 1,000 steps, about ten seconds on two CPU cores.</source>
        <translation>Associative recall van 4 paren in 64 tokens: passeert 99 % na ongeveer 1000 stappen, ongeveer tien seconden op twee CPU-kernen.</translation>
    </message>
    <message>
        <source>Associative recall of 4 pairs in 128 tokens, as in the paper&apos;s sweep: easy, well within two minutes on two CPU cores.</source>
        <translation>Associative recall van 4 paren in 128 tokens, zoals in de sweep van het artikel: makkelijk, ruim binnen twee minuten op twee CPU-kernen.</translation>
    </message>
    <message>
        <source>Associative recall of 8 pairs in 128 tokens, as in the paper&apos;s sweep: about 1,200 steps in our tries, half a minute on two CPU cores.</source>
        <translation>Associative recall van 8 paren in 128 tokens, zoals in de sweep van het artikel: ongeveer 1200 stappen in onze pogingen, een halve minuut op twee CPU-kernen.</translation>
    </message>
    <message>
        <source>Associative recall of 16 pairs in 128 tokens, as in the paper&apos;s sweep: up to 5,000 steps, two minutes at most on two CPU cores.</source>
        <translation>Associative recall van 16 paren in 128 tokens, zoals in de sweep van het artikel: tot 5000 stappen, hooguit twee minuten op twee CPU-kernen.</translation>
    </message>
    <message>
        <source>Associative recall of 32 pairs in 128 tokens, as in the paper&apos;s sweep: about 3,000 steps in our tries, a minute and a half on two CPU cores.</source>
        <translation>Associative recall van 32 paren in 128 tokens, zoals in de sweep van het artikel: ongeveer 3000 stappen in onze pogingen, anderhalve minuut op twee CPU-kernen.</translation>
    </message>
    <message>
        <source>Associative recall of 32 pairs in 256 tokens, as in the paper&apos;s sweep: the hardest published case, up to 5,000 steps, about four minutes on two CPU cores.</source>
        <translation>Associative recall van 32 paren in 256 tokens, zoals in de sweep van het artikel: het moeilijkste gepubliceerde geval, tot 5000 stappen, ongeveer vier minuten op twee CPU-kernen.</translation>
    </message>
    <message>
        <source>Copying 16 data tokens out of noise in 256 tokens, as in the paper: up to 30,000 steps, about 25 minutes on two CPU cores.</source>
        <translation>16 datatokens uit ruis kopiëren in 256 tokens, zoals in het artikel: tot 30.000 stappen, ongeveer 25 minuten op twee CPU-kernen.</translation>
    </message>
    <message>
        <source>Copying 16 data tokens out of noise in 512 tokens, as in the paper: up to 30,000 steps, about 40 minutes on two CPU cores.</source>
        <translation>16 datatokens uit ruis kopiëren in 512 tokens, zoals in het artikel: tot 30.000 stappen, ongeveer 40 minuten op twee CPU-kernen.</translation>
    </message>
    <message>
        <source>Copying 16 data tokens out of noise in 1024 tokens, as in the paper: up to 30,000 steps, about 100 minutes on two CPU cores.</source>
        <translation>16 datatokens uit ruis kopiëren in 1024 tokens, zoals in het artikel: tot 30.000 stappen, ongeveer 100 minuten op twee CPU-kernen.</translation>
    </message>
    <message>
        <source>Language model of width 256 on a text that you name (WikiText-103 raw or any UTF-8), with GPT-2&apos;s tokens: days on two CPU cores, so one for a GPU.</source>
        <translation>Taalmodel van breedte 256 op een zelf gekozen tekst (WikiText-103 raw of een andere UTF-8-tekst), met de tokens van GPT-2: dagen op twee CPU-kernen, dus iets voor een GPU.</translation>
    </message>
    <message>
        <source>Language model of width 512 on a text that you name (WikiText-103 raw or any UTF-8), with GPT-2&apos;s tokens: days on two CPU cores, so one for a GPU.</source>
        <translation>Taalmodel van breedte 512 op een zelf gekozen tekst (WikiText-103 raw of een andere UTF-8-tekst), met de tokens van GPT-2: dagen op twee CPU-kernen, dus iets voor een GPU.</translation>
    </message>
    <message>
        <source>The paper&apos;s sweep of associative recall: 3 λ heads × k 4, 8, 16, 32 × T 256, 512 × 3 seeds, 72 runs of up to 5,000 steps; three minutes on one NVIDIA H200, at most seven hours on two CPU cores, less where runs are solved early (controls: 240 runs).</source>
        <translation>De associative-recallsweep van het artikel: 3 λ-heads × k 4, 8, 16, 32 × T 256, 512 × 3 seeds, 72 runs van hooguit 5000 stappen; drie minuten op één NVIDIA H200, hooguit zeven uur op twee CPU-kernen, minder als runs vroeg opgelost zijn (controls: 240 runs).</translation>
    </message>
    <message>
        <source>The study at T = 128: 3 λ heads × k 8, 16, 32 × 5 seeds, 45 runs of up to 5,000 steps; at most eighty minutes on two CPU cores (controls: 135 runs; at k = 32 the pairs fill the sequence and cannot be moved).</source>
        <translation>De studie bij T = 128: 3 λ-heads × k 8, 16, 32 × 5 seeds, 45 runs van hooguit 5000 stappen; hooguit tachtig minuten op twee CPU-kernen (controls: 135 runs; bij k = 32 vullen de paren de reeks en kunnen ze niet verschuiven).</translation>
    </message>
    <message>
        <source>Selective copying: 3 λ heads × T 256, 512, 1024 × 5 seeds, 45 runs of up to 30,000 steps; at most two days on two CPU cores, so one for a GPU (controls: 105 runs).</source>
        <translation>Selective copying: 3 λ-heads × T 256, 512, 1024 × 5 seeds, 45 runs van hooguit 30.000 stappen; hooguit twee dagen op twee CPU-kernen, dus iets voor een GPU (controls: 105 runs).</translation>
    </message>
    <message>
        <source>Trained at 128 tokens, evaluated at 256 and 512 at the end (at any length later: fenwick eval RUN --lengths 128,256,512): 3 λ heads × 5 seeds, 15 runs of up to 5,000 steps; about an hour on two CPU cores.</source>
        <translation>Getraind op 128 tokens, aan het eind geëvalueerd op 256 en 512 (later op elke lengte: fenwick eval RUN --lengths 128,256,512): 3 λ-heads × 5 seeds, 15 runs van hooguit 5000 stappen; ongeveer een uur op twee CPU-kernen.</translation>
    </message>
    <message>
        <source>The four mixers in one block: 8 pairs in 128 tokens × 3 seeds, 12 runs of up to 5,000 steps; about an hour on two CPU cores.</source>
        <translation>De vier mixers in één blok: 8 paren in 128 tokens × 3 seeds, 12 runs van hooguit 5000 stappen; ongeveer een uur op twee CPU-kernen.</translation>
    </message>
    <message>
        <source>The hardest published case with more seeds: 5 λ heads × T 128, 256 × 8 seeds at 32 pairs, 80 runs of up to 5,000 steps; about two minutes on one NVIDIA H200, at most four hours on two CPU cores (controls: 104 runs).</source>
        <translation>Het moeilijkste gepubliceerde geval met meer seeds: 5 λ-heads × T 128, 256 × 8 seeds bij 32 paren, 80 runs van hooguit 5000 stappen; ongeveer twee minuten op één NVIDIA H200, hooguit vier uur op twee CPU-kernen (controls: 104 runs).</translation>
    </message>
    <message>
        <source>Language models on a text that you name (--set task.file=…): 3 λ heads × width 256, 512 × 2 seeds, 12 runs of 40,000 steps; weeks on two CPU cores, so one for a GPU. Arm small-text: 1,000 steps with tokens learnt from a text of a few MB.</source>
        <translation>Taalmodellen op een zelf gekozen tekst (--set task.file=…): 3 λ-heads × breedte 256, 512 × 2 seeds, 12 runs van 40.000 stappen; weken op twee CPU-kernen, dus iets voor een GPU. Arm small-text: 1000 stappen met tokens die uit een tekst van enkele MB zijn geleerd.</translation>
    </message>
    <message>
        <source>Does the gain grow with the width? 2 λ heads × width 16, 32, 64, 128 × 3 seeds at 32 pairs in 128 tokens, 24 runs of up to 5,000 steps; half a minute on one NVIDIA H200, at most an hour on two CPU cores.</source>
        <translation>Groeit de winst met de breedte? 2 λ-heads × breedte 16, 32, 64, 128 × 3 seeds bij 32 paren in 128 tokens, 24 runs van hooguit 5000 stappen; een halve minuut op één NVIDIA H200, hooguit een uur op twee CPU-kernen.</translation>
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
        <translation>%1 u %2 min</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 d %2 u</translation>
    </message>
</context>
<context>
    <name>fenwick::app::ConfigDraft</name>
    <message>
        <source>Preset</source>
        <translation>Voorinstelling</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Configuratie</translation>
    </message>
    <message>
        <source>Fork</source>
        <translation>Fork</translation>
    </message>
    <message>
        <source>Step of the fork</source>
        <translation>Stap van de fork</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Herstellen</translation>
    </message>
</context>
<context>
    <name>fenwick::app::FolderFollower</name>
    <message>
        <source>%1: damaged records were passed over (%2 bytes in %3 places)</source>
        <translation>%1: beschadigde records zijn overgeslagen (%2 bytes op %3 plaatsen)</translation>
    </message>
    <message>
        <source>The run keeps its name: %1</source>
        <translation>De run houdt zijn naam: %1</translation>
    </message>
    <message>
        <source>The run keeps its tags and notes: %1</source>
        <translation>De run houdt zijn tags en notities: %1</translation>
    </message>
</context>
<context>
    <name>fenwick::app::Inspector</name>
    <message>
        <source>Cancelled; the next change begins anew.</source>
        <translation>Geannuleerd; de volgende wijziging begint opnieuw.</translation>
    </message>
    <message>
        <source>Loading the weights of %1</source>
        <translation>Gewichten van %1 laden</translation>
    </message>
    <message>
        <source>Computing one sequence of %1</source>
        <translation>Eén sequentie van %1 berekenen</translation>
    </message>
    <message>
        <source>Computing the weight matrix of %1</source>
        <translation>De gewichtsmatrix van %1 berekenen</translation>
    </message>
    <message>
        <source>Evaluating the examples of %1</source>
        <translation>De voorbeelden van %1 evalueren</translation>
    </message>
</context>
<context>
    <name>fenwick::app::RunLibrary</name>
    <message>
        <source>%1 holds no run (no config.json beside a run.json)</source>
        <translation>%1 bevat geen run (geen config.json naast een run.json)</translation>
    </message>
    <message>
        <source>%1 is being trained by process %2</source>
        <translation>%1 wordt getraind door proces %2</translation>
    </message>
    <message>
        <source>%1 cannot be moved to the trash; its file system may have none</source>
        <translation>%1 kan niet naar de prullenbak; het bestandssysteem heeft er mogelijk geen</translation>
    </message>
    <message>
        <source>%1 · seed %2</source>
        <translation>%1 · seed %2</translation>
    </message>
    <message>
        <source>The watched folder %1 is not there. It is kept, and looked for again.</source>
        <translation>De gevolgde map %1 is er niet. Hij blijft staan en wordt opnieuw gezocht.</translation>
    </message>
    <message>
        <source>Opening run folders</source>
        <translation>Runmappen openen</translation>
    </message>
    <message>
        <source>Looking for runs</source>
        <translation>Runs zoeken</translation>
    </message>
    <message>
        <source>The search for runs was cancelled; &quot;Look for runs again&quot; takes it up.</source>
        <translation>Het zoeken naar runs is geannuleerd; &quot;Runs opnieuw zoeken&quot; gaat ermee verder.</translation>
    </message>
    <message>
        <source>Reading runs</source>
        <translation>Runs lezen</translation>
    </message>
    <message>
        <source>%1 of %2 runs were read before that was cancelled; &quot;Look for runs again&quot; reads the others.</source>
        <translation>Er zijn %1 van %2 runs gelezen voordat dat werd geannuleerd; &quot;Runs opnieuw zoeken&quot; leest de andere.</translation>
    </message>
    <message>
        <source>Reading the curves of the chosen runs</source>
        <translation>De curven van de gekozen runs lezen</translation>
    </message>
</context>
<context>
    <name>fenwick::app::Session</name>
    <message>
        <source>One run is open in the window already: stop it before another is resumed here.</source>
        <translation>Er is al een run in het venster open: stop die voordat hier een andere wordt hervat.</translation>
    </message>
    <message>
        <source>One run is open in the window already: stop it before another is trained further here.</source>
        <translation>Er is al een run in het venster open: stop die voordat hier een andere verder wordt getraind.</translation>
    </message>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>%1 kon niet worden gestart: %2</translation>
    </message>
    <message>
        <source>The process training %1 ended by a signal</source>
        <translation>Het proces dat %1 trainde is door een signaal beëindigd</translation>
    </message>
    <message>
        <source>The process training %1 ended with code %2</source>
        <translation>Het proces dat %1 trainde eindigde met code %2</translation>
    </message>
    <message>
        <source>the last evaluation and checkpoint of %1</source>
        <translation>de laatste evaluatie en checkpoint van %1</translation>
    </message>
    <message>
        <source>the end of a step and a checkpoint of %1</source>
        <translation>het einde van een stap en een checkpoint van %1</translation>
    </message>
    <message>
        <source>the checkpoint of %1</source>
        <translation>de checkpoint van %1</translation>
    </message>
</context>
<context>
    <name>fenwick::app::Sweeps</name>
    <message>
        <source>%1 is no sweep: %2</source>
        <translation>%1 is geen sweep: %2</translation>
    </message>
    <message>
        <source>The sweep %1 cannot be begun: %2</source>
        <translation>De sweep %1 kan niet beginnen: %2</translation>
    </message>
    <message>
        <source>The sweep %1 trains: stop it before another begins.</source>
        <translation>De sweep %1 traint: stop die voordat een andere begint.</translation>
    </message>
    <message>
        <source>%1 could not be started: %2</source>
        <translation>%1 kon niet worden gestart: %2</translation>
    </message>
    <message>
        <source>The process of the sweep %1 ended by a signal</source>
        <translation>Het proces van de sweep %1 is door een signaal beëindigd</translation>
    </message>
    <message>
        <source>The sweep %1 is finished.</source>
        <translation>De sweep %1 is klaar.</translation>
    </message>
    <message>
        <source>The sweep %1 is stopped.</source>
        <translation>De sweep %1 is gestopt.</translation>
    </message>
    <message>
        <source>The sweep %1 ended with code %2</source>
        <translation>De sweep %1 eindigde met code %2</translation>
    </message>
</context>
<context>
    <name>fenwick::app::TrainingWorker</name>
    <message>
        <source>The trainer threw something that is no exception.</source>
        <translation>De trainer gooide iets dat geen exception is.</translation>
    </message>
</context>
<context>
    <name>FigureLegend</name>
    <message>
        <source>Where it suits</source>
        <translation>Waar het past</translation>
    </message>
    <message>
        <source>Above</source>
        <translation>Boven</translation>
    </message>
    <message>
        <source>Below</source>
        <translation>Onder</translation>
    </message>
    <message>
        <source>At the right</source>
        <translation>Rechts</translation>
    </message>
    <message>
        <source>Inside, top left</source>
        <translation>Binnen, linksboven</translation>
    </message>
    <message>
        <source>Inside, top right</source>
        <translation>Binnen, rechtsboven</translation>
    </message>
    <message>
        <source>Inside, bottom left</source>
        <translation>Binnen, linksonder</translation>
    </message>
    <message>
        <source>Inside, bottom right</source>
        <translation>Binnen, rechtsonder</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Geen</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::ActionSearch</name>
    <message>
        <source>Search actions</source>
        <translation>Acties zoeken</translation>
    </message>
    <message>
        <source>Actions found</source>
        <translation>Gevonden acties</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::Actions</name>
    <message>
        <source>The window&apos;s language from the next start on</source>
        <translation>De taal van het venster vanaf de volgende start</translation>
    </message>
    <message>
        <source>&amp;New run</source>
        <translation>&amp;Nieuwe run</translation>
    </message>
    <message>
        <source>Set the form to a preset</source>
        <translation>Het formulier met een voorinstelling vullen</translation>
    </message>
    <message>
        <source>&amp;Open run folders…</source>
        <translation>Runmappen &amp;openen…</translation>
    </message>
    <message>
        <source>Show runs of another day or another program</source>
        <translation>Runs van een andere dag of een ander programma tonen</translation>
    </message>
    <message>
        <source>Look for runs &amp;again</source>
        <translation>Runs opnieuw &amp;zoeken</translation>
    </message>
    <message>
        <source>Read the runs folder anew</source>
        <translation>De map met runs opnieuw lezen</translation>
    </message>
    <message>
        <source>&amp;Runs folder…</source>
        <translation>Map voor &amp;runs…</translation>
    </message>
    <message>
        <source>Where new runs are written</source>
        <translation>Waar nieuwe runs worden geschreven</translation>
    </message>
    <message>
        <source>&amp;Figure of the curves…</source>
        <translation>&amp;Figuur van de curven…</translation>
    </message>
    <message>
        <source>Curves as PDF, SVG or PNG, with their data</source>
        <translation>Curven als PDF, SVG of PNG, met hun data</translation>
    </message>
    <message>
        <source>Figure of λ…</source>
        <translation>Figuur van λ…</translation>
    </message>
    <message>
        <source>The λ map as PDF, SVG or PNG, with its data</source>
        <translation>De λ-kaart als PDF, SVG of PNG, met de data</translation>
    </message>
    <message>
        <source>Figure comparing runs…</source>
        <translation>Figuur die runs vergelijkt…</translation>
    </message>
    <message>
        <source>Final accuracies of the shown runs</source>
        <translation>Eindnauwkeurigheden van de getoonde runs</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Afsluiten</translation>
    </message>
    <message>
        <source>Save what trains and close the window</source>
        <translation>Opslaan wat traint en het venster sluiten</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>Train the configuration of the form</source>
        <translation>De configuratie van het formulier trainen</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pauzeren</translation>
    </message>
    <message>
        <source>Stand still after this step, with a checkpoint</source>
        <translation>Na deze stap stilstaan, met een checkpoint</translation>
    </message>
    <message>
        <source>S&amp;tep</source>
        <translation>S&amp;tap</translation>
    </message>
    <message>
        <source>One update, then stand still</source>
        <translation>Eén update, dan stilstaan</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>St&amp;oppen</translation>
    </message>
    <message>
        <source>Evaluate, save and end the run</source>
        <translation>Evalueren, opslaan en de run beëindigen</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>&amp;Hervatten</translation>
    </message>
    <message>
        <source>Go on with the chosen run from its last checkpoint</source>
        <translation>Met de gekozen run verdergaan vanaf de laatste checkpoint</translation>
    </message>
    <message>
        <source>Take a λ s&amp;napshot</source>
        <translation>λ-s&amp;napshot maken</translation>
    </message>
    <message>
        <source>Show λ of the present weights</source>
        <translation>λ van de huidige gewichten tonen</translation>
    </message>
    <message>
        <source>Five runs that differ in their seed, one after the other</source>
        <translation>Vijf runs die in hun seed verschillen, na elkaar</translation>
    </message>
    <message>
        <source>&amp;Copy as command line</source>
        <translation>Als &amp;commandoregel kopiëren</translation>
    </message>
    <message>
        <source>The fenwick command that trains exactly this</source>
        <translation>Het fenwick-commando dat precies dit traint</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Ongedaan maken</translation>
    </message>
    <message>
        <source>Take the last edit of the form back</source>
        <translation>De laatste bewerking van het formulier terugnemen</translation>
    </message>
    <message>
        <source>R&amp;edo</source>
        <translation>Opni&amp;euw</translation>
    </message>
    <message>
        <source>Do the edit again that was taken back</source>
        <translation>De teruggenomen bewerking opnieuw doen</translation>
    </message>
    <message>
        <source>&amp;Use its setup</source>
        <translation>Configuratie &amp;gebruiken</translation>
    </message>
    <message>
        <source>Fill the form with this run&apos;s configuration</source>
        <translation>Het formulier met de configuratie van deze run vullen</translation>
    </message>
    <message>
        <source>Fork at a &amp;kept step…</source>
        <translation>&amp;Forken bij een bewaarde stap…</translation>
    </message>
    <message>
        <source>A new run from this run&apos;s weights, with other settings</source>
        <translation>Een nieuwe run vanuit de gewichten van deze run, met andere instellingen</translation>
    </message>
    <message>
        <source>Train &amp;further…</source>
        <translation>&amp;Verder trainen…</translation>
    </message>
    <message>
        <source>A finished run goes on to more steps</source>
        <translation>Een voltooide run gaat door met meer stappen</translation>
    </message>
    <message>
        <source>&amp;Tags and notes…</source>
        <translation>T&amp;ags en notities…</translation>
    </message>
    <message>
        <source>What you want to remember of the run; the filter finds it</source>
        <translation>Wat van de run onthouden moet worden; het filter vindt het</translation>
    </message>
    <message>
        <source>Move to &amp;trash</source>
        <translation>Naar de prullen&amp;bak</translation>
    </message>
    <message>
        <source>The run&apos;s folder goes to the desktop&apos;s trash and can be taken back there</source>
        <translation>De map van de run gaat naar de prullenbak van het bureaublad en is daar terug te halen</translation>
    </message>
    <message>
        <source>Rena&amp;me</source>
        <translation>Hernoe&amp;men</translation>
    </message>
    <message>
        <source>Give the run a name; its folder keeps its own</source>
        <translation>De run een naam geven; de map houdt de eigen naam</translation>
    </message>
    <message>
        <source>Show its &amp;folder</source>
        <translation>Map &amp;weergeven</translation>
    </message>
    <message>
        <source>In the file manager</source>
        <translation>In de bestandsbeheerder</translation>
    </message>
    <message>
        <source>Re&amp;move from the list</source>
        <translation>&amp;Uit de lijst verwijderen</translation>
    </message>
    <message>
        <source>Its files stay; a waiting run leaves the queue</source>
        <translation>De bestanden blijven; een wachtende run verlaat de wachtrij</translation>
    </message>
    <message>
        <source>Search &amp;actions</source>
        <translation>&amp;Acties zoeken</translation>
    </message>
    <message>
        <source>Find any action by a few letters</source>
        <translation>Elke actie met een paar letters vinden</translation>
    </message>
    <message>
        <source>&amp;Filter runs</source>
        <translation>Runs &amp;filteren</translation>
    </message>
    <message>
        <source>By name, state or tag</source>
        <translation>Op naam, toestand of tag</translation>
    </message>
    <message>
        <source>&amp;Panels where they were at first</source>
        <translation>&amp;Panelen op hun eerste plaats</translation>
    </message>
    <message>
        <source>Forget moved and closed panels</source>
        <translation>Verplaatste en gesloten panelen vergeten</translation>
    </message>
    <message>
        <source>Colours of the &amp;system</source>
        <translation>Kleuren van het &amp;systeem</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation>Licht of donker, zoals het bureaublad</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Licht</translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation>Lichte kleuren</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Donker</translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation>Donkere kleuren</translation>
    </message>
    <message>
        <source>Language of the s&amp;ystem</source>
        <translation>Taal van het s&amp;ysteem</translation>
    </message>
    <message>
        <source>English where the system&apos;s language is none of these</source>
        <translation>Engels als de taal van het systeem geen van deze is</translation>
    </message>
    <message>
        <source>&amp;Explore an example</source>
        <translation>Een voorbeeld &amp;verkennen</translation>
    </message>
    <message>
        <source>Two trained runs of one task, one that solved it and one that collapsed</source>
        <translation>Twee getrainde runs van één taak, één die haar oploste en één die instortte</translation>
    </message>
    <message>
        <source>&amp;What is this?</source>
        <translation>&amp;Wat is dit?</translation>
    </message>
    <message>
        <source>Then click what you want explained</source>
        <translation>Klik daarna op wat uitleg behoeft</translation>
    </message>
    <message>
        <source>&amp;About Fenwick Lab</source>
        <translation>&amp;Over Fenwick Lab</translation>
    </message>
    <message>
        <source>Version and machine</source>
        <translation>Versie en machine</translation>
    </message>
    <message>
        <source>Queue s&amp;eeds 0–4</source>
        <translation>S&amp;eeds 0–4 in de wachtrij</translation>
    </message>
    <message>
        <source>λ of the shown runs s&amp;ide by side</source>
        <translation>λ van &amp;de getoonde runs naast elkaar</translation>
    </message>
    <message>
        <source>Their λ maps on one scale of colours, and what each differs by from a baseline</source>
        <translation>Hun λ-kaarten op één kleurschaal, en waarin elk van een baseline verschilt</translation>
    </message>
    <message>
        <source>Open a &amp;configuration…</source>
        <translation>Een &amp;configuratie openen…</translation>
    </message>
    <message>
        <source>Fill the form from a config.json</source>
        <translation>Het formulier invullen vanuit een config.json</translation>
    </message>
    <message>
        <source>Open a saved fi&amp;gure…</source>
        <translation>Een opgeslagen fi&amp;guur openen…</translation>
    </message>
    <message>
        <source>Draw it again from its runs, with the same choices</source>
        <translation>Hem opnieuw tekenen uit zijn runs, met dezelfde keuzes</translation>
    </message>
    <message>
        <source>C&amp;lear the list</source>
        <translation>&amp;Lijst wissen</translation>
    </message>
    <message>
        <source>Forget what was opened recently</source>
        <translation>Vergeten wat onlangs is geopend</translation>
    </message>
    <message>
        <source>&amp;Watch a folder of runs…</source>
        <translation>Een map met runs &amp;volgen…</translation>
    </message>
    <message>
        <source>Its runs are in the list from now on, new ones as they come</source>
        <translation>De runs erin staan voortaan in de lijst, nieuwe zodra ze er zijn</translation>
    </message>
    <message>
        <source>Watched fol&amp;ders…</source>
        <translation>Gevolgde &amp;mappen…</translation>
    </message>
    <message>
        <source>Which folders are looked through, and which are missing</source>
        <translation>Welke mappen worden doorzocht en welke ontbreken</translation>
    </message>
    <message>
        <source>Cancel what takes lon&amp;g</source>
        <translation>Annuleren wat lan&amp;g duurt</translation>
    </message>
    <message>
        <source>Take back what the status strip shows</source>
        <translation>Terugnemen wat de statusbalk toont</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::ComparePanel</name>
    <message>
        <source>What is drawn of a variant&apos;s seeds. std is the sample&apos;s (n−1).</source>
        <translation>Wat van de seeds van een variant wordt getekend. std is die van de steekproef (n−1).</translation>
    </message>
    <message>
        <source>&amp;Seeds:</source>
        <translation>&amp;Seeds:</translation>
    </message>
    <message>
        <source>Validation accuracy by variant</source>
        <translation>Validatienauwkeurigheid per variant</translation>
    </message>
    <message>
        <source>Variants appear here side by side, their seeds together, once runs with validation are ticked in the list.</source>
        <translation>Varianten verschijnen hier naast elkaar, met hun seeds bijeen, zodra runs met validatie in de lijst zijn aangevinkt.</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>variant</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>runs</translation>
    </message>
    <message>
        <source>solved</source>
        <translation>opgelost</translation>
    </message>
    <message>
        <source>at step</source>
        <translation>bij stap</translation>
    </message>
    <message>
        <source>final</source>
        <translation>eind</translation>
    </message>
    <message>
        <source>median</source>
        <translation>mediaan</translation>
    </message>
    <message>
        <source>best</source>
        <translation>beste</translation>
    </message>
    <message>
        <source>Variants</source>
        <translation>Varianten</translation>
    </message>
    <message>
        <source>Runs, each with its own seeds</source>
        <translation>Runs, elk met eigen seeds</translation>
    </message>
    <message>
        <source>Runs that passed 99 % validation accuracy at some evaluation</source>
        <translation>Runs die bij een evaluatie 99 % validatienauwkeurigheid passeerden</translation>
    </message>
    <message>
        <source>Step of the first such evaluation, the median of the solved runs</source>
        <translation>Stap van de eerste zulke evaluatie, mediaan van de opgeloste runs</translation>
    </message>
    <message>
        <source>Last validation accuracy, mean ± std (n−1)</source>
        <translation>Laatste validatienauwkeurigheid, gemiddelde ± std (n−1)</translation>
    </message>
    <message>
        <source>Last validation accuracy, median</source>
        <translation>Laatste validatienauwkeurigheid, mediaan</translation>
    </message>
    <message>
        <source>Best validation accuracy, mean ± std (n−1)</source>
        <translation>Beste validatienauwkeurigheid, gemiddelde ± std (n−1)</translation>
    </message>
    <message>
        <source>The tick hides a variant from the plots; a double click shows it alone, or all again. Ctrl+C copies.</source>
        <translation>Het vinkje verbergt een variant in de grafieken; een dubbelklik toont alleen die, of weer alle. Ctrl+C kopieert.</translation>
    </message>
    <message>
        <source>λ side by side</source>
        <translation>λ naast elkaar</translation>
    </message>
    <message>
        <source>The λ maps of these runs on one scale of colours, and what each differs by from a baseline</source>
        <translation>De λ-kaarten van deze runs op één kleurschaal, en waarin elk van een baseline verschilt</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::CurvesPanel</name>
    <message>
        <source>train loss</source>
        <translation>train loss</translation>
    </message>
    <message>
        <source>valid loss</source>
        <translation>valid loss</translation>
    </message>
    <message>
        <source>train acc.</source>
        <translation>train nauwk.</translation>
    </message>
    <message>
        <source>valid acc.</source>
        <translation>valid nauwk.</translation>
    </message>
    <message>
        <source>grad. norm</source>
        <translation>grad.norm</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>snelheid</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Loss</translation>
    </message>
    <message>
        <source>train</source>
        <translation>train</translation>
    </message>
    <message>
        <source>valid</source>
        <translation>valid</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Nauwkeurigheid</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>Gradiëntnorm</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Leersnelheid</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>position</source>
        <translation>positie</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>antwoord</translation>
    </message>
    <message>
        <source>equal λ</source>
        <translation>gelijke λ</translation>
    </message>
    <message>
        <source>varies by</source>
        <translation>varieert met</translation>
    </message>
    <message>
        <source>fine lead</source>
        <translation>voorsprong</translation>
    </message>
    <message>
        <source>λ explained by</source>
        <translation>λ verklaard door</translation>
    </message>
    <message>
        <source>Weight on answer&apos;s level</source>
        <translation>Gewicht op niveau van antwoord</translation>
    </message>
    <message>
        <source>actual</source>
        <translation>werkelijk</translation>
    </message>
    <message>
        <source>Variation of λ within levels</source>
        <translation>Variatie van λ binnen niveaus</translation>
    </message>
    <message>
        <source>Lead of fine levels</source>
        <translation>Voorsprong van fijne niveaus</translation>
    </message>
    <message>
        <source>active training time</source>
        <translation>actieve trainingstijd</translation>
    </message>
    <message>
        <source>step</source>
        <translation>stap</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Gladstrijken</translation>
    </message>
    <message>
        <source>Weight of the past in the moving average of the training curves, 0 … 0.999.
A constant stays that constant; the recorded line stays, pale.</source>
        <translation>Gewicht van het verleden in het voortschrijdend gemiddelde van de trainingscurven, 0 … 0.999.
Een constante blijft die constante; de vastgelegde lijn blijft, bleek.</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Loss, accuracy, gradient norm and learning rate</source>
        <translation>Loss, nauwkeurigheid, gradiëntnorm en leersnelheid</translation>
    </message>
    <message>
        <source>What λ does at each snapshot: what explains it, and whether it leads to the answer</source>
        <translation>Wat λ bij elke snapshot doet: wat haar verklaart, en of ze naar het antwoord leidt</translation>
    </message>
    <message>
        <source>Log y</source>
        <translation>Log y</translation>
    </message>
    <message>
        <source>Logarithmic axis for loss, gradient norm and learning rate</source>
        <translation>Logaritmische as voor loss, gradiëntnorm en leersnelheid</translation>
    </message>
    <message>
        <source>x:</source>
        <translation>x:</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Stap</translation>
    </message>
    <message>
        <source>Curves over the training step</source>
        <translation>Curven over de trainingsstap</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tijd</translation>
    </message>
    <message>
        <source>Curves over the active training time, pauses left out</source>
        <translation>Curven over de actieve trainingstijd, zonder pauzes</translation>
    </message>
    <message>
        <source>Reset view</source>
        <translation>Weergave herstellen</translation>
    </message>
    <message>
        <source>Show everything recorded, also by a double click</source>
        <translation>Alles tonen wat is vastgelegd, ook met een dubbelklik</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporteren…</translation>
    </message>
    <message>
        <source>Save these curves as PDF, SVG or PNG, with their data</source>
        <translation>Deze curven opslaan als PDF, SVG of PNG, met hun data</translation>
    </message>
    <message>
        <source>Loss, accuracy, gradient norm and learning rate of the chosen runs will appear here.</source>
        <translation>Loss, nauwkeurigheid, gradiëntnorm en leersnelheid van de gekozen runs verschijnen hier.</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Nieuwe run</translation>
    </message>
    <message>
        <source>run</source>
        <translation>run</translation>
    </message>
    <message>
        <source>time</source>
        <translation>tijd</translation>
    </message>
    <message>
        <source>Curves of the runs</source>
        <translation>Curven van de runs</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::FieldEditor</name>
    <message>
        <source>%1 %2 to %3</source>
        <translation>%1 %2 tot en met %3</translation>
    </message>
    <message>
        <source>above</source>
        <translation>boven</translation>
    </message>
    <message>
        <source>from</source>
        <translation>van</translation>
    </message>
    <message>
        <source>above %1</source>
        <translation>boven %1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>ten minste %1</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>ten hoogste %1</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
    <message>
        <source>or %1</source>
        <translation>of %1</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Een bestand kiezen</translation>
    </message>
    <message>
        <source>length × pairs × examples, …</source>
        <translation>lengte × paren × voorbeelden, …</translation>
    </message>
    <message>
        <source>128, 256, …</source>
        <translation>128, 256, …</translation>
    </message>
    <message>
        <source>a whole number is needed here</source>
        <translation>hier is een geheel getal nodig</translation>
    </message>
    <message>
        <source>a number is needed here, such as 0.001 or 1e-3</source>
        <translation>hier is een getal nodig, zoals 0.001 of 1e-3</translation>
    </message>
    <message>
        <source>whole numbers are needed here, such as 128, 256</source>
        <translation>hier zijn gehele getallen nodig, zoals 128, 256</translation>
    </message>
    <message>
        <source>length × pairs × examples is needed here, such as 64×4×10000, 128×8×5000</source>
        <translation>hier is lengte × paren × voorbeelden nodig, zoals 64×4×10000, 128×8×5000</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::FigureDialog</name>
    <message>
        <source>Save figure</source>
        <translation>Figuur opslaan</translation>
    </message>
    <message>
        <source>PDF and SVG hold vectors and real text; PNG holds pixels</source>
        <translation>PDF en SVG bevatten vectoren en echte tekst; PNG bevat pixels</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Formaat</translation>
    </message>
    <message>
        <source>Width of the figure, 30 to 2,000 mm; a journal&apos;s column is about 85, a page 170</source>
        <translation>Breedte van de figuur, 30 tot 2000 mm; een tijdschriftkolom is ongeveer 85, een pagina 170</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breedte</translation>
    </message>
    <message>
        <source>Height of the figure, 20 to 2,000 mm, or what suits it</source>
        <translation>Hoogte van de figuur, 20 tot 2000 mm, of wat past</translation>
    </message>
    <message>
        <source>what suits</source>
        <translation>wat past</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Hoogte</translation>
    </message>
    <message>
        <source>Size of all text, 3 to 48 points</source>
        <translation>Grootte van alle tekst, 3 tot 48 punten</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Tekst</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichtheid</translation>
    </message>
    <message>
        <source>Text as outlines</source>
        <translation>Tekst als contouren</translation>
    </message>
    <message>
        <source>For programs that ignore embedded fonts; the text can no longer be searched</source>
        <translation>Voor programma&apos;s die ingebedde lettertypen negeren; de tekst is dan niet meer doorzoekbaar</translation>
    </message>
    <message>
        <source>Weight of the past in the moving average of training curves, 0 to 0.999</source>
        <translation>Gewicht van het verleden in het voortschrijdend gemiddelde van de trainingscurven, 0 tot 0.999</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Gladstrijken</translation>
    </message>
    <message>
        <source>Logarithmic loss, gradient norm and rate</source>
        <translation>Loss, gradiëntnorm en leersnelheid logaritmisch</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Seeds</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Kleuren</translation>
    </message>
    <message>
        <source>Hatch empty levels</source>
        <translation>Lege niveaus arceren</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Kiezen…</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Bestand</translation>
    </message>
    <message>
        <source>Curves of %1</source>
        <translation>Curven van %1</translation>
    </message>
    <message>
        <source>Comparison of %1</source>
        <translation>Vergelijking van %1</translation>
    </message>
    <message>
        <source>Data beside it as .csv</source>
        <translation>Data ernaast als .csv</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Opgeslagen: %1</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>Niet opgeslagen: %1</translation>
    </message>
    <message>
        <source>Pixels to the inch, 30 to 2,400: sets the size of the PNG or GIF in pixels</source>
        <translation>Pixels per inch, 30 tot 2400: bepaalt de grootte van de PNG of GIF in pixels</translation>
    </message>
    <message>
        <source>A picture of each recorded step</source>
        <translation>Een beeld van elke vastgelegde stap</translation>
    </message>
    <message>
        <source>λ over the training, all on one scale of colours: each file&apos;s name gets its step</source>
        <translation>λ over de training, alles op één kleurschaal: elke bestandsnaam krijgt de stap</translation>
    </message>
    <message>
        <source> ms</source>
        <translation> ms</translation>
    </message>
    <message>
        <source>How long each recorded step is shown, 20 to 10,000 ms</source>
        <translation>Hoe lang elke vastgelegde stap te zien is, 20 tot 10.000 ms</translation>
    </message>
    <message>
        <source>Each step</source>
        <translation>Elke stap</translation>
    </message>
    <message>
        <source>λ of %1: %2</source>
        <translation>λ van %1: %2</translation>
    </message>
    <message>
        <source>Data beside it as .npz and .csv</source>
        <translation>Data ernaast als .npz en .csv</translation>
    </message>
    <message>
        <source>Figures (*.pdf *.svg *.png *.gif)</source>
        <translation>Figuren (*.pdf *.svg *.png *.gif)</translation>
    </message>
    <message>
        <source>Copy &amp;picture</source>
        <translation>Afbeelding ko&amp;piëren</translation>
    </message>
    <message>
        <source>To the clipboard, as pixels and as SVG (Ctrl+Shift+C)</source>
        <translation>Naar het klembord, als pixels en als SVG (Ctrl+Shift+C)</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>&amp;Data kopiëren</translation>
    </message>
    <message>
        <source>To the clipboard, as a table separated by tabs (Ctrl+Shift+D)</source>
        <translation>Naar het klembord, als tabel met tabs ertussen (Ctrl+Shift+D)</translation>
    </message>
    <message>
        <source>Width of the curves, 0.1 to 10 points; all other lines keep their ratio to it</source>
        <translation>Dikte van de curven, 0.1 tot 10 punten; alle andere lijnen houden hun verhouding daarmee</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Lijnen</translation>
    </message>
    <message>
        <source>Where the key to the runs stands: beside the plots, or inside the first one</source>
        <translation>Waar de sleutel van de runs staat: naast de grafieken of in de eerste</translation>
    </message>
    <message>
        <source>Legend</source>
        <translation>Legenda</translation>
    </message>
    <message>
        <source>Data beside the figure</source>
        <translation>Data naast de figuur</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 runs</translation>
    </message>
    <message>
        <source>taken back, nothing was written</source>
        <translation>teruggenomen, er is niets geschreven</translation>
    </message>
    <message>
        <source>Drawing %1</source>
        <translation>%1 tekenen</translation>
    </message>
    <message>
        <source>Drawing the figure for the clipboard</source>
        <translation>De figuur voor het klembord tekenen</translation>
    </message>
    <message>
        <source>Not copied: %1</source>
        <translation>Niet gekopieerd: %1</translation>
    </message>
    <message>
        <source>Copied the picture: %1 × %2 pixels, and SVG.</source>
        <translation>Afbeelding gekopieerd: %1 × %2 pixels, en SVG.</translation>
    </message>
    <message>
        <source>Writing the data for the clipboard</source>
        <translation>De data voor het klembord schrijven</translation>
    </message>
    <message>
        <source>Copied the data: %1 rows.</source>
        <translation>Data gekopieerd: %1 rijen.</translation>
    </message>
    <message>
        <source>Saved %1 files, the first is %2</source>
        <translation>%1 bestanden opgeslagen, het eerste is %2</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::FigurePreview</name>
    <message>
        <source>Preview of the figure</source>
        <translation>Voorbeeld van de figuur</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::LambdaPanel</name>
    <message>
        <source>λ of every token and level will appear here once a run has recorded it.</source>
        <translation>λ van elk token en niveau verschijnt hier zodra een run haar heeft vastgelegd.</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Nieuwe run</translation>
    </message>
    <message>
        <source>This run has recorded no λ yet. The first map comes with its first snapshot.</source>
        <translation>Deze run heeft nog geen λ vastgelegd. De eerste kaart komt met de eerste snapshot.</translation>
    </message>
    <message>
        <source>What is shown of λ</source>
        <translation>Wat van λ wordt getoond</translation>
    </message>
    <message>
        <source>Layer of the model; 0 is next to the embedding</source>
        <translation>Laag van het model; 0 ligt naast de embedding</translation>
    </message>
    <message>
        <source>Head of the layer</source>
        <translation>Head van de laag</translation>
    </message>
    <message>
        <source>Example of the fixed probe batch</source>
        <translation>Voorbeeld van de vaste probebatch</translation>
    </message>
    <message>
        <source>Level of the Fenwick tree; 0 is the token itself</source>
        <translation>Niveau van de Fenwick-boom; 0 is het token zelf</translation>
    </message>
    <message>
        <source>Tokens that the means are taken over</source>
        <translation>Tokens waarover de gemiddelden worden genomen</translation>
    </message>
    <message>
        <source>All tokens</source>
        <translation>Alle tokens</translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation>Kleurenkaart</translation>
    </message>
    <message>
        <source>How λ is laid onto the colours; diverging: with λ = 1, plain linear attention, in the middle</source>
        <translation>Hoe λ op de kleuren wordt gelegd; divergerend: met λ = 1, gewone lineaire attention, in het midden</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Colour limits at the 1 % and 99 % percentiles of the shown cells that are active and finite</source>
        <translation>Kleurgrenzen op de percentielen 1 % en 99 % van de getoonde cellen die actief en eindig zijn</translation>
    </message>
    <message>
        <source>λ of the lowest colour</source>
        <translation>λ van de laagste kleur</translation>
    </message>
    <message>
        <source>λ of the highest colour</source>
        <translation>λ van de hoogste kleur</translation>
    </message>
    <message>
        <source>Hatch</source>
        <translation>Arceren</translation>
    </message>
    <message>
        <source>Hatch empty levels: they hold no source for the token, so λ has no effect there</source>
        <translation>Lege niveaus arceren: ze bevatten geen bron voor het token, dus λ heeft daar geen effect</translation>
    </message>
    <message>
        <source>Tree</source>
        <translation>Boom</translation>
    </message>
    <message>
        <source>The Fenwick tree of the token under the pointer: which ranges of sources it reads, and with which λ</source>
        <translation>De Fenwick-boom van het token onder de aanwijzer: welke reeksen bronnen het leest, en met welke λ</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporteren…</translation>
    </message>
    <message>
        <source>First snapshot</source>
        <translation>Eerste snapshot</translation>
    </message>
    <message>
        <source>First recorded step</source>
        <translation>Eerste vastgelegde stap</translation>
    </message>
    <message>
        <source>Previous snapshot</source>
        <translation>Vorige snapshot</translation>
    </message>
    <message>
        <source>Previous recorded step</source>
        <translation>Vorige vastgelegde stap</translation>
    </message>
    <message>
        <source>Next snapshot</source>
        <translation>Volgende snapshot</translation>
    </message>
    <message>
        <source>Next recorded step</source>
        <translation>Volgende vastgelegde stap</translation>
    </message>
    <message>
        <source>Newest snapshot</source>
        <translation>Nieuwste snapshot</translation>
    </message>
    <message>
        <source>Newest recorded step</source>
        <translation>Nieuwste vastgelegde stap</translation>
    </message>
    <message>
        <source>Follow newest</source>
        <translation>Nieuwste volgen</translation>
    </message>
    <message>
        <source>Show each new snapshot as it is recorded</source>
        <translation>Elke nieuwe snapshot tonen zodra die is vastgelegd</translation>
    </message>
    <message>
        <source>Recorded steps</source>
        <translation>Vastgelegde stappen</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>stap %1 van %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>stap %1</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Laag %1</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Head %1</translation>
    </message>
    <message>
        <source>Sample %1</source>
        <translation>Voorbeeld %1</translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation>Niveau %1</translation>
    </message>
    <message>
        <source>Class: %1</source>
        <translation>Klasse: %1</translation>
    </message>
    <message>
        <source>Map of λ</source>
        <translation>Kaart van λ</translation>
    </message>
    <message>
        <source>The model of this run has no λ: its mixer weighs no levels.</source>
        <translation>Het model van deze run heeft geen λ: de mixer weegt geen niveaus.</translation>
    </message>
    <message>
        <source>Pin a run: λ of every other run less that of this one is drawn beside its map</source>
        <translation>Een run vastzetten: naast de kaart van elke andere run staat haar λ min die van deze</translation>
    </message>
    <message>
        <source>No baseline</source>
        <translation>Geen baseline</translation>
    </message>
    <message>
        <source>Save what is shown as PDF, SVG or PNG, with its data, or λ over the training as pictures</source>
        <translation>Opslaan wat te zien is als PDF, SVG of PNG, met de data, of λ over de training als beelden</translation>
    </message>
    <message>
        <source>newest of each</source>
        <translation>nieuwste van elk</translation>
    </message>
    <message>
        <source>nearest to %1</source>
        <translation>dichtst bij %1</translation>
    </message>
    <message>
        <source>Less %1</source>
        <translation>Min %1</translation>
    </message>
    <message>
        <source>%1 more are not drawn: %2 runs fit side by side.</source>
        <translation>Nog %1 zijn niet getekend: er passen %2 runs naast elkaar.</translation>
    </message>
    <message>
        <source>Select a second run in the list, or fill its dot, to see both side by side.</source>
        <translation>Kies een tweede run in de lijst, of vul de stip, om beide naast elkaar te zien.</translation>
    </message>
    <message>
        <source>Reading λ of every recorded step</source>
        <translation>λ van elke vastgelegde stap lezen</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::LogPanel</name>
    <message>
        <source>What happens is written here: checkpoints, warnings, faults.</source>
        <translation>Hier staat wat er gebeurt: checkpoints, waarschuwingen, fouten.</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Logboek</translation>
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
        <translation>Runs</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Curven</translation>
    </message>
    <message>
        <source>λ inspector</source>
        <translation>λ-inspector</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergelijken</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>Probe</translation>
    </message>
    <message>
        <source>H view</source>
        <translation>H-weergave</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Voorbeelden</translation>
    </message>
    <message>
        <source>Sweeps</source>
        <translation>Sweeps</translation>
    </message>
    <message>
        <source>Setup</source>
        <translation>Configuratie</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Logboek</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>&amp;New run</source>
        <translation>&amp;Nieuwe run</translation>
    </message>
    <message>
        <source>Figure…</source>
        <translation>Figuur…</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Nieuwe run</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Bestand</translation>
    </message>
    <message>
        <source>New run from &amp;preset</source>
        <translation>Nieuwe run uit &amp;voorinstelling</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>Be&amp;werken</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Run</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>Weer&amp;gave</translation>
    </message>
    <message>
        <source>L&amp;anguage</source>
        <translation>&amp;Taal</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Help</translation>
    </message>
    <message>
        <source>A run that trains here can be renamed when it is over.</source>
        <translation>Een run die hier traint kan worden hernoemd als die voorbij is.</translation>
    </message>
    <message>
        <source>Quit now, resume from step %1</source>
        <translation>Nu afsluiten, hervatten vanaf stap %1</translation>
    </message>
    <message>
        <source>Quit now</source>
        <translation>Nu afsluiten</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Gekopieerd: %1</translation>
    </message>
    <message>
        <source>Open a run folder, or a folder of runs</source>
        <translation>Een runmap openen, of een map met runs</translation>
    </message>
    <message>
        <source>Where new runs are written</source>
        <translation>Waar nieuwe runs worden geschreven</translation>
    </message>
    <message>
        <source>New runs are written to %1</source>
        <translation>Nieuwe runs worden geschreven in %1</translation>
    </message>
    <message>
        <source>No weights of %1 are kept by step, so it cannot be forked.</source>
        <translation>Van %1 zijn geen gewichten per stap bewaard, dus forken kan niet.</translation>
    </message>
    <message>
        <source>Train further</source>
        <translation>Verder trainen</translation>
    </message>
    <message>
        <source>Steps in all (it has made %1)</source>
        <translation>Stappen in totaal (tot nu toe %1)</translation>
    </message>
    <message>
        <source>A run that trains or waits is not moved to the trash. Stop it first.</source>
        <translation>Een run die traint of wacht gaat niet naar de prullenbak. Stop die eerst.</translation>
    </message>
    <message>
        <source>A run that trains stays in the list. Stop it first.</source>
        <translation>Een run die traint blijft in de lijst. Stop die eerst.</translation>
    </message>
    <message>
        <source>%1 is spoken from the next start on.</source>
        <translation>%1 geldt vanaf de volgende start.</translation>
    </message>
    <message>
        <source>Fenwick Lab %1, a laboratory for log-linear attention. GPL-3.0-or-later. Qt %2. %3</source>
        <translation>Fenwick Lab %1, een laboratorium voor log-lineaire attention. GPL-3.0-or-later. Qt %2. %3</translation>
    </message>
    <message>
        <source>Two runs of one task: with λ as the paper&apos;s text describes it, recall is solved; as its code builds it, this seed stays at 1/32. Their λ is below, their curves above.</source>
        <translation>Twee runs van één taak: met λ zoals de tekst van het artikel haar beschrijft is recall opgelost; zoals de code haar bouwt blijft deze seed op 1/32. Hun λ staat onder, hun curven boven.</translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation>In &amp;wachtrij</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>A fork keeps the seed of its run</source>
        <translation>Een fork houdt de seed van zijn run</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Ongedaan maken</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>&amp;Ongedaan maken: %1</translation>
    </message>
    <message>
        <source>R&amp;edo</source>
        <translation>Opni&amp;euw</translation>
    </message>
    <message>
        <source>R&amp;edo: %1</source>
        <translation>Opni&amp;euw: %1</translation>
    </message>
    <message>
        <source>The form has not been edited</source>
        <translation>Het formulier is niet bewerkt</translation>
    </message>
    <message>
        <source>Nothing was taken back</source>
        <translation>Er is niets teruggenomen</translation>
    </message>
    <message>
        <source>Nothing trains in the window</source>
        <translation>Er traint niets in het venster</translation>
    </message>
    <message>
        <source>Pause first</source>
        <translation>Eerst pauzeren</translation>
    </message>
    <message>
        <source>A run trains in the window</source>
        <translation>Er traint een run in het venster</translation>
    </message>
    <message>
        <source>Choose a paused or interrupted run</source>
        <translation>Kies een gepauzeerde of onderbroken run</translation>
    </message>
    <message>
        <source>Choose a finished run</source>
        <translation>Kies een voltooide run</translation>
    </message>
    <message>
        <source>Choose a run in the list</source>
        <translation>Kies een run in de lijst</translation>
    </message>
    <message>
        <source>Choose runs in the list</source>
        <translation>Kies runs in de lijst</translation>
    </message>
    <message>
        <source>The chosen run has no λ snapshot yet</source>
        <translation>De gekozen run heeft nog geen λ-snapshot</translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation>Logboek tonen</translation>
    </message>
    <message>
        <source>the checkpoints of the sweep %1</source>
        <translation>de checkpoints van de sweep %1</translation>
    </message>
    <message>
        <source>Closing: waiting for %1.</source>
        <translation>Sluiten: wachten op %1.</translation>
    </message>
    <message>
        <source>Every run that is known: those in the runs folder, those opened by hand, those that train here. A tick draws a run in the curves; what is chosen is what inspector, status and commands mean.</source>
        <translation>Elke bekende run: die in de map voor runs, die met de hand geopend zijn en die hier trainen. Een vinkje tekent een run in de curven; de gekozen run is die waarop inspector, statusbalk en opdrachten slaan.</translation>
    </message>
    <message>
        <source>What the ticked and the chosen runs recorded, with one cursor through all plots and a line per run below. Drag to move, wheel or + and − to zoom, Ctrl+C copies the lines below.</source>
        <translation>Wat de aangevinkte en de gekozen runs hebben vastgelegd, met één cursor door alle grafieken en een regel per run eronder. Sleep om te verschuiven, wiel of + en − om te zoomen; Ctrl+C kopieert de regels eronder.</translation>
    </message>
    <message>
        <source>λ of the chosen run: how much each token weighs each level of the past, at every recorded step. Point at a cell to read it; Home, Page Up, Page Down and End go through the steps.</source>
        <translation>λ van de gekozen run: hoe zwaar elk token elk niveau van het verleden weegt, bij elke vastgelegde stap. Wijs een cel aan om haar te lezen; Home, Page Up, Page Down en End gaan door de stappen.</translation>
    </message>
    <message>
        <source>Variants side by side, each with its seeds: accuracy over the steps, and a table of what became of them.</source>
        <translation>Varianten naast elkaar, elk met de eigen seeds: nauwkeurigheid over de stappen, en een tabel van wat ervan geworden is.</translation>
    </message>
    <message>
        <source>The chosen run&apos;s model on one example: change λ or exchange a token, and see at once what becomes of its predictions and of its accuracy.</source>
        <translation>Het model van de gekozen run op één voorbeeld: verander λ of vervang een token, en zie meteen wat er van de voorspellingen en de nauwkeurigheid wordt.</translation>
    </message>
    <message>
        <source>How much each query takes from each source in one head: the mask of λ and gates, and the weights themselves. At the side what each level adds to the output.</source>
        <translation>Hoeveel elke query in één head uit elke bron neemt: het masker van λ en gates, en de gewichten zelf. Ernaast wat elk niveau aan de uitvoer bijdraagt.</translation>
    </message>
    <message>
        <source>The validation examples, the wrong ones first, and accuracy by pair, distance, level or noise. A click opens an example in Probe.</source>
        <translation>De validatievoorbeelden, de foute eerst, en nauwkeurigheid per paar, afstand, niveau of ruis. Een klik opent een voorbeeld in Probe.</translation>
    </message>
    <message>
        <source>Many runs over a grid of settings and seeds, as a table that fills while they train. A sweep that was stopped goes on where it stood.</source>
        <translation>Veel runs over een rooster van instellingen en seeds, als een tabel die zich vult terwijl ze trainen. Een gestopte sweep gaat verder waar hij was.</translation>
    </message>
    <message>
        <source>The configuration that Start trains. What differs from the preset is bold and can be set back; a fault stands below its field.</source>
        <translation>De configuratie die Starten traint. Wat van de voorinstelling afwijkt is vet en kan terug; een fout staat onder het veld.</translation>
    </message>
    <message>
        <source>What happened, with the time: checkpoints, warnings, faults.</source>
        <translation>Wat er gebeurd is, met de tijd: checkpoints, waarschuwingen, fouten.</translation>
    </message>
    <message>
        <source>In the c&amp;urves</source>
        <translation>In de c&amp;urven</translation>
    </message>
    <message>
        <source>In the &amp;inspector</source>
        <translation>In de &amp;inspector</translation>
    </message>
    <message>
        <source>This run is a fork of one that is not in the list. Open that one too, so that the command can name it.</source>
        <translation>Deze run is een fork van een run die niet in de lijst staat. Open ook die, zodat het commando die kan noemen.</translation>
    </message>
    <message>
        <source>A run that trains here can be given tags and notes when it is over.</source>
        <translation>Een run die hier traint kan tags en notities krijgen als die voorbij is.</translation>
    </message>
    <message>
        <source>R&amp;ecent</source>
        <translation>R&amp;ecent</translation>
    </message>
    <message>
        <source>Open a configuration</source>
        <translation>Een configuratie openen</translation>
    </message>
    <message>
        <source>Configurations (*.json)</source>
        <translation>Configuraties (*.json)</translation>
    </message>
    <message>
        <source>Open a saved figure</source>
        <translation>Een opgeslagen figuur openen</translation>
    </message>
    <message>
        <source>Figures and recipes (*.svg *.pdf *.png *.gif *.json)</source>
        <translation>Figuren en recepten (*.svg *.pdf *.png *.gif *.json)</translation>
    </message>
    <message>
        <source>%1 holds %2 runs; they are in the list. New runs in it show up once it is watched.</source>
        <translation>%1 bevat %2 runs; die staan in de lijst. Nieuwe runs erin verschijnen zodra hij wordt gevolgd.</translation>
    </message>
    <message>
        <source>Watch this folder</source>
        <translation>Deze map volgen</translation>
    </message>
    <message>
        <source>%1 is watched: new runs in it show up by themselves.</source>
        <translation>%1 wordt gevolgd: nieuwe runs erin verschijnen vanzelf.</translation>
    </message>
    <message>
        <source>%1 is no configuration that can be used: %2</source>
        <translation>%1 is geen bruikbare configuratie: %2</translation>
    </message>
    <message>
        <source>Reading the runs of %1</source>
        <translation>De runs van %1 lezen</translation>
    </message>
    <message>
        <source>%1 no longer exists and has left the list of recent things.</source>
        <translation>%1 bestaat niet meer en is uit de lijst met recente zaken gehaald.</translation>
    </message>
    <message>
        <source>Run folders</source>
        <translation>Runmappen</translation>
    </message>
    <message>
        <source>Configurations</source>
        <translation>Configuraties</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Figuren</translation>
    </message>
    <message>
        <source>Nothing was opened yet</source>
        <translation>Er is nog niets geopend</translation>
    </message>
    <message numerus="yes">
        <source>%n entry(ies) taken off that no longer exist(s)</source>
        <translation>
            <numerusform>%n item verwijderd dat niet meer bestaat</numerusform>
            <numerusform>%n items verwijderd die niet meer bestaan</numerusform>
        </translation>
    </message>
    <message>
        <source>The list is empty</source>
        <translation>De lijst is leeg</translation>
    </message>
    <message>
        <source>Watch a folder of runs</source>
        <translation>Een map met runs volgen</translation>
    </message>
    <message>
        <source>Nothing takes long just now</source>
        <translation>Er duurt nu niets lang</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::MapScene</name>
    <message>
        <source>noise</source>
        <translation>ruis</translation>
    </message>
    <message>
        <source>key</source>
        <translation>key</translation>
    </message>
    <message>
        <source>value</source>
        <translation>value</translation>
    </message>
    <message>
        <source>query</source>
        <translation>query</translation>
    </message>
    <message>
        <source>separator</source>
        <translation>scheidingsteken</translation>
    </message>
    <message>
        <source>blank</source>
        <translation>leeg</translation>
    </message>
    <message>
        <source>data</source>
        <translation>data</translation>
    </message>
    <message>
        <source>text</source>
        <translation>tekst</translation>
    </message>
    <message>
        <source>level</source>
        <translation>niveau</translation>
    </message>
    <message>
        <source>head</source>
        <translation>head</translation>
    </message>
    <message>
        <source>step</source>
        <translation>stap</translation>
    </message>
    <message>
        <source>source</source>
        <translation>bron</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>%1 %2 – %3 of %4</source>
        <translation>%1 %2 – %3 van %4</translation>
    </message>
    <message>
        <source>%1 active cells</source>
        <translation>%1 actieve cellen</translation>
    </message>
    <message>
        <source>%1 %2 … %3, median %4</source>
        <translation>%1 %2 … %3, mediaan %4</translation>
    </message>
    <message>
        <source>token %1 “%2”</source>
        <translation>token %1 “%2”</translation>
    </message>
    <message>
        <source>target “%1”</source>
        <translation>doel “%1”</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>voorspeld</translation>
    </message>
    <message>
        <source>missed</source>
        <translation>gemist</translation>
    </message>
    <message>
        <source>query %1 “%2”</source>
        <translation>query %1 “%2”</translation>
    </message>
    <message>
        <source>source %1 “%2”</source>
        <translation>bron %1 “%2”</translation>
    </message>
    <message>
        <source>level %1</source>
        <translation>niveau %1</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>head %1</translation>
    </message>
    <message>
        <source>later than the query</source>
        <translation>later dan de query</translation>
    </message>
    <message>
        <source>(untrained)</source>
        <translation>(ongetraind)</translation>
    </message>
    <message>
        <source>empty level, no effect</source>
        <translation>leeg niveau, geen effect</translation>
    </message>
    <message>
        <source>sources [%1, %2)</source>
        <translation>bronnen [%1, %2)</translation>
    </message>
    <message>
        <source>empty level</source>
        <translation>leeg niveau</translation>
    </message>
    <message>
        <source>untrained level</source>
        <translation>ongetraind niveau</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::NotesDialog</name>
    <message>
        <source>Tags and notes of %1</source>
        <translation>Tags en notities van %1</translation>
    </message>
    <message>
        <source>with commas between</source>
        <translation>met komma&apos;s ertussen</translation>
    </message>
    <message>
        <source>&amp;Tags</source>
        <translation>&amp;Tags</translation>
    </message>
    <message>
        <source>&amp;Notes</source>
        <translation>&amp;Notities</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::NoticeBar</name>
    <message>
        <source>Notices</source>
        <translation>Meldingen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Sluiten</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::ProbePanel</name>
    <message>
        <source>Choose a run with saved weights: its λ can be changed here, and what becomes of its predictions watched.</source>
        <translation>Kies een run met opgeslagen gewichten: hier kan λ worden veranderd en is te zien wat er van de voorspellingen wordt.</translation>
    </message>
    <message>
        <source>Weights: the best checkpoint, the last, or those of a kept step</source>
        <translation>Gewichten: de beste checkpoint, de laatste, of die van een bewaarde stap</translation>
    </message>
    <message>
        <source>Sample </source>
        <translation>Voorbeeld </translation>
    </message>
    <message>
        <source>Example of the validation split</source>
        <translation>Voorbeeld uit de validatieset</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Trekken</translation>
    </message>
    <message>
        <source>Another example, drawn at random</source>
        <translation>Een ander voorbeeld, willekeurig getrokken</translation>
    </message>
    <message>
        <source>Token at </source>
        <translation>Token op </translation>
    </message>
    <message>
        <source>Position of the token to exchange; a click on the map chooses it</source>
        <translation>Positie van het te vervangen token; een klik op de kaart kiest het</translation>
    </message>
    <message>
        <source>is </source>
        <translation>is </translation>
    </message>
    <message>
        <source>The token that stands there. Where a value is exchanged, what asks for it asks for the new one</source>
        <translation>Het token dat daar staat. Wordt een value vervangen, dan vraagt wat ernaar vraagt om de nieuwe</translation>
    </message>
    <message>
        <source>Undo tokens</source>
        <translation>Tokens terugzetten</translation>
    </message>
    <message>
        <source>The example as it was</source>
        <translation>Het voorbeeld zoals het was</translation>
    </message>
    <message>
        <source>What the map shows</source>
        <translation>Wat de kaart toont</translation>
    </message>
    <message>
        <source>λ, changed</source>
        <translation>λ, veranderd</translation>
    </message>
    <message>
        <source>λ, unchanged</source>
        <translation>λ, onveranderd</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Verschil</translation>
    </message>
    <message>
        <source>Share of the output</source>
        <translation>Aandeel in de uitvoer</translation>
    </message>
    <message>
        <source>Layer that the map shows</source>
        <translation>Laag die de kaart toont</translation>
    </message>
    <message>
        <source>Head that the map shows</source>
        <translation>Head die de kaart toont</translation>
    </message>
    <message>
        <source>What is done to λ</source>
        <translation>Wat met λ gebeurt</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Schalen</translation>
    </message>
    <message>
        <source>Clamp</source>
        <translation>Begrenzen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Verwijderen</translation>
    </message>
    <message>
        <source>Level that is changed; a click on the map chooses level and token</source>
        <translation>Niveau dat verandert; een klik op de kaart kiest niveau en token</translation>
    </message>
    <message>
        <source>Tokens whose λ is changed</source>
        <translation>Tokens waarvan λ verandert</translation>
    </message>
    <message>
        <source>Layer that is changed</source>
        <translation>Laag die verandert</translation>
    </message>
    <message>
        <source>Head that is changed</source>
        <translation>Head die verandert</translation>
    </message>
    <message>
        <source>Factor, 0 to 4; 1 changes nothing</source>
        <translation>Factor, 0 tot 4; 1 verandert niets</translation>
    </message>
    <message>
        <source>λ is multiplied by this</source>
        <translation>λ wordt hiermee vermenigvuldigd</translation>
    </message>
    <message>
        <source>from </source>
        <translation>van </translation>
    </message>
    <message>
        <source>Least λ</source>
        <translation>Kleinste λ</translation>
    </message>
    <message>
        <source>to </source>
        <translation>tot </translation>
    </message>
    <message>
        <source>Largest λ</source>
        <translation>Grootste λ</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Bewaren</translation>
    </message>
    <message>
        <source>Keep this change and begin another</source>
        <translation>Deze wijziging bewaren en een andere beginnen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Herstellen</translation>
    </message>
    <message>
        <source>λ as the model gives it, and the example as it was</source>
        <translation>λ zoals het model haar geeft, en het voorbeeld zoals het was</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporteren…</translation>
    </message>
    <message>
        <source>Save the changes as JSON for fenwick eval --intervene</source>
        <translation>De wijzigingen als JSON opslaan voor fenwick eval --intervene</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importeren…</translation>
    </message>
    <message>
        <source>Read changes that were exported</source>
        <translation>Geëxporteerde wijzigingen lezen</translation>
    </message>
    <message>
        <source>at</source>
        <translation>op</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>target</source>
        <translation>doel</translation>
    </message>
    <message>
        <source>before</source>
        <translation>eerst</translation>
    </message>
    <message>
        <source>now</source>
        <translation>nu</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>Voorspellingen</translation>
    </message>
    <message>
        <source>Changes that are kept, in their order; Del takes the chosen one away</source>
        <translation>Bewaarde wijzigingen, op volgorde; Del haalt de gekozen weg</translation>
    </message>
    <message>
        <source>Kept changes</source>
        <translation>Bewaarde wijzigingen</translation>
    </message>
    <message>
        <source>Take away</source>
        <translation>Weghalen</translation>
    </message>
    <message>
        <source>This model has no λ to change; its tokens can be exchanged.</source>
        <translation>Dit model heeft geen λ om te veranderen; tokens kunnen wel worden vervangen.</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Laag %1</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Head %1</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>Alle lagen</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Alle heads</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Alle niveaus</translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation>Niveau %1</translation>
    </message>
    <message>
        <source>Best weights</source>
        <translation>Beste gewichten</translation>
    </message>
    <message>
        <source>Last weights</source>
        <translation>Laatste gewichten</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Stap %1</translation>
    </message>
    <message>
        <source>Token %1</source>
        <translation>Token %1</translation>
    </message>
    <message>
        <source>All tokens</source>
        <translation>Alle tokens</translation>
    </message>
    <message>
        <source>Class: %1</source>
        <translation>Klasse: %1</translation>
    </message>
    <message>
        <source>share</source>
        <translation>aandeel</translation>
    </message>
    <message>
        <source>Δλ</source>
        <translation>Δλ</translation>
    </message>
    <message>
        <source>Validation accuracy %1</source>
        <translation>Validatienauwkeurigheid %1</translation>
    </message>
    <message>
        <source>Training accuracy %1</source>
        <translation>Trainingsnauwkeurigheid %1</translation>
    </message>
    <message>
        <source>(%1 of %2 examples)</source>
        <translation>(%1 van %2 voorbeelden)</translation>
    </message>
    <message>
        <source>Export the changes</source>
        <translation>De wijzigingen exporteren</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>%1 kon niet worden geschreven: %2</translation>
    </message>
    <message>
        <source>Import changes</source>
        <translation>Wijzigingen importeren</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 kan niet worden gelezen: %2</translation>
    </message>
    <message>
        <source>Map of λ</source>
        <translation>Kaart van λ</translation>
    </message>
    <message>
        <source>What is predicted, and the probability of the target. %1 of %2 right before, %3 now; answered in %4 ms</source>
        <translation>Wat wordt voorspeld, en de kans van het doel. Eerst %1 van %2 goed, nu %3; beantwoord in %4 ms</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::RunDelegate</name>
    <message>
        <source>Name of the run</source>
        <translation>Naam van de run</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::RunListModel</name>
    <message>
        <source>solved @ %1</source>
        <translation>opgelost @ %1</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>gedivergeerd</translation>
    </message>
    <message>
        <source>queued</source>
        <translation>in wachtrij</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>voorbereiden</translation>
    </message>
    <message>
        <source>step %1 / %2</source>
        <translation>stap %1 / %2</translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation>gepauzeerd bij %1</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>voltooid</translation>
    </message>
    <message>
        <source>finished at %1</source>
        <translation>voltooid bij %1</translation>
    </message>
    <message>
        <source>failed at %1</source>
        <translation>mislukt bij %1</translation>
    </message>
    <message>
        <source>interrupted at %1</source>
        <translation>onderbroken bij %1</translation>
    </message>
    <message>
        <source>preset %1</source>
        <translation>voorinstelling %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln thread</numerusform>
            <numerusform>%Ln threads</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of training</source>
        <translation>%1 training</translation>
    </message>
    <message>
        <source>created</source>
        <translation>aangemaakt</translation>
    </message>
    <message>
        <source>running</source>
        <translation>bezig</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>gepauzeerd</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>mislukt</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>onderbroken</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>op %1</translation>
    </message>
    <message>
        <source>from the folder %1</source>
        <translation>uit de map %1</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::RunListPanel</name>
    <message>
        <source>Filter: words, accuracy&gt;0.9, k=8 …</source>
        <translation>Filter: woorden, accuracy&gt;0.9, k=8 …</translation>
    </message>
    <message>
        <source>Filter of the runs</source>
        <translation>Filter van de runs</translation>
    </message>
    <message>
        <source>Order of the runs</source>
        <translation>Volgorde van de runs</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Runs</translation>
    </message>
    <message>
        <source>Runs appear here: those you start and those in the runs folder.</source>
        <translation>Runs verschijnen hier: gestarte runs en die in de map voor runs.</translation>
    </message>
    <message>
        <source>Start the first run</source>
        <translation>Eerste run starten</translation>
    </message>
    <message>
        <source>Open a run folder…</source>
        <translation>Runmap openen…</translation>
    </message>
    <message>
        <source>Explore an example</source>
        <translation>Voorbeeld verkennen</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Nieuwste eerst</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Op naam</translation>
    </message>
    <message>
        <source>Best accuracy first</source>
        <translation>Beste nauwkeurigheid eerst</translation>
    </message>
    <message>
        <source>Lowest loss first</source>
        <translation>Laagste loss eerst</translation>
    </message>
    <message>
        <source>Solved soonest first</source>
        <translation>Snelst opgelost eerst</translation>
    </message>
    <message>
        <source>Longest training first</source>
        <translation>Langste training eerst</translation>
    </message>
    <message>
        <source>Order: %1</source>
        <translation>Volgorde: %1</translation>
    </message>
    <message>
        <source>Words that occur in name, folder, state or tags, and comparisons with a metric (%1) or a setting: accuracy&gt;0.9, solved&lt;1000, k=8, head=fixed</source>
        <translation>Woorden die in naam, map, toestand of tags voorkomen, en vergelijkingen met een metriek (%1) of een instelling: accuracy&gt;0.9, solved&lt;1000, k=8, head=fixed</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopiëren</translation>
    </message>
    <message>
        <source>run</source>
        <translation>run</translation>
    </message>
    <message>
        <source>state</source>
        <translation>toestand</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>nauwk.</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>tags</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>map</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SamplesPanel</name>
    <message>
        <source>sample</source>
        <translation>voorbeeld</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>fout</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>loss</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>paren</translation>
    </message>
    <message>
        <source>levels</source>
        <translation>niveaus</translation>
    </message>
    <message>
        <source>Examples, the wrong ones first</source>
        <translation>Voorbeelden, de foute eerst</translation>
    </message>
    <message>
        <source>A click opens the example in Probe. Wrong pairs, and on which level their answer lies</source>
        <translation>Een klik opent het voorbeeld in Probe. Foute paren, en op welk niveau hun antwoord ligt</translation>
    </message>
    <message>
        <source>What the queries are told apart by</source>
        <translation>Waarnaar de queries worden onderscheiden</translation>
    </message>
    <message>
        <source>By pair</source>
        <translation>Per paar</translation>
    </message>
    <message>
        <source>By distance to the answer</source>
        <translation>Per afstand tot het antwoord</translation>
    </message>
    <message>
        <source>By level of the answer</source>
        <translation>Per niveau van het antwoord</translation>
    </message>
    <message>
        <source>By conflicting noise</source>
        <translation>Per strijdige ruis</translation>
    </message>
    <message>
        <source>By size of the example</source>
        <translation>Per grootte van het voorbeeld</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>queries</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>nauwk.</translation>
    </message>
    <message>
        <source>count</source>
        <translation>aantal</translation>
    </message>
    <message>
        <source>Accuracy of the queries</source>
        <translation>Nauwkeurigheid van de queries</translation>
    </message>
    <message>
        <source>Choose a run with saved weights: its validation examples appear here, the wrong ones first.</source>
        <translation>Kies een run met opgeslagen gewichten: de validatievoorbeelden verschijnen hier, de foute eerst.</translation>
    </message>
    <message>
        <source>%1 of %2 examples seen</source>
        <translation>%1 van %2 voorbeelden bekeken</translation>
    </message>
    <message>
        <source>%1 of %2 examples have a wrong answer%3</source>
        <translation>%1 van %2 voorbeelden hebben een fout antwoord%3</translation>
    </message>
    <message>
        <source>, λ changed as in Probe</source>
        <translation>, λ veranderd zoals in Probe</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SetupPanel</name>
    <message>
        <source>Preset</source>
        <translation>Voorinstelling</translation>
    </message>
    <message>
        <source>Arm</source>
        <translation>Arm</translation>
    </message>
    <message>
        <source>as-described follows the paper&apos;s text, as-published its code</source>
        <translation>as-described volgt de tekst van het artikel, as-published de code</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Herstellen</translation>
    </message>
    <message>
        <source>Every setting back to the preset</source>
        <translation>Elke instelling terug naar de voorinstelling</translation>
    </message>
    <message>
        <source>Step that the fork begins at</source>
        <translation>Stap waarop de fork begint</translation>
    </message>
    <message>
        <source>The kept steps of that run. Where weights alone are kept, the optimiser starts fresh</source>
        <translation>De bewaarde stappen van die run. Waar alleen gewichten bewaard zijn, begint de optimizer opnieuw</translation>
    </message>
    <message>
        <source>No fork</source>
        <translation>Geen fork</translation>
    </message>
    <message>
        <source>Begin with drawn weights, with these settings</source>
        <translation>Met getrokken gewichten beginnen, met deze instellingen</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Taak</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Model</translation>
    </message>
    <message>
        <source>λ head</source>
        <translation>λ-head</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>All parameters; what the λ head adds to the model without one; how many numbers decoding keeps of task.length tokens; the time all steps take on this machine, from the speed that it reached in training so far</source>
        <translation>Alle parameters; wat de λ-head aan het model zonder toevoegt; hoeveel getallen decoderen van task.length tokens bewaart; de tijd die alle stappen op deze machine kosten, uit de tot nu toe bij training bereikte snelheid</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Queue five runs that differ in their seed; each trains as a process of its own</source>
        <translation>Vijf runs die in hun seed verschillen in de wachtrij zetten; elk traint als eigen proces</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Commando kopiëren</translation>
    </message>
    <message>
        <source>The fenwick command that trains exactly this, for a shell</source>
        <translation>Het fenwick-commando dat precies dit traint, voor een shell</translation>
    </message>
    <message>
        <source>No preset: what differs from the defaults is bold</source>
        <translation>Geen voorinstelling: wat van de standaardwaarden afwijkt is vet</translation>
    </message>
    <message>
        <source>As the preset</source>
        <translation>Als de voorinstelling</translation>
    </message>
    <message numerus="yes">
        <source>%Ln setting(s) differ from the preset</source>
        <translation>
            <numerusform>%Ln instelling wijkt af van de voorinstelling</numerusform>
            <numerusform>%Ln instellingen wijken af van de voorinstelling</numerusform>
        </translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>In wachtrij</translation>
    </message>
    <message>
        <source>One run is open in the window: this one waits for its turn</source>
        <translation>Er is één run in het venster open: deze wacht op zijn beurt</translation>
    </message>
    <message>
        <source>Train this configuration</source>
        <translation>Deze configuratie trainen</translation>
    </message>
    <message>
        <source> (and %1 more)</source>
        <translation> (en nog %1)</translation>
    </message>
    <message>
        <source>Start is off. %1</source>
        <translation>Starten kan niet. %1</translation>
    </message>
    <message>
        <source>Fork of %1 at step</source>
        <translation>Fork van %1 bij stap</translation>
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
            <numerusform>%Ln laag</numerusform>
            <numerusform>%Ln lagen</numerusform>
        </translation>
    </message>
    <message>
        <source>d %1</source>
        <translation>d %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln head(s)</source>
        <translation>
            <numerusform>%Ln head</numerusform>
            <numerusform>%Ln heads</numerusform>
        </translation>
    </message>
    <message>
        <source>hidden %1</source>
        <translation>verborgen %1</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 stappen</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>seed %1</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 parameters</translation>
    </message>
    <message>
        <source>λ head +%1&#xa0;%</source>
        <translation>λ-head +%1&#xa0;%</translation>
    </message>
    <message>
        <source>decode state %1 numbers</source>
        <translation>decodeertoestand %1 getallen</translation>
    </message>
    <message>
        <source>≈ %1 here</source>
        <translation>≈ %1 hier</translation>
    </message>
    <message>
        <source>time: known after the first run</source>
        <translation>tijd: bekend na de eerste run</translation>
    </message>
    <message>
        <source>Seeds 0–4</source>
        <translation>Seeds 0–4</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Instellingen</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SetupSection</name>
    <message>
        <source>Back to the preset: %1</source>
        <translation>Terug naar de voorinstelling: %1</translation>
    </message>
    <message>
        <source>Back to the preset&apos;s %1</source>
        <translation>Terug naar %1 van de voorinstelling</translation>
    </message>
    <message numerus="yes">
        <source>%Ln setting(s) to mend</source>
        <translation>
            <numerusform>%Ln instelling te verbeteren</numerusform>
            <numerusform>%Ln instellingen te verbeteren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln setting(s) differ from the preset</source>
        <translation>
            <numerusform>%Ln instelling wijkt af van de voorinstelling</numerusform>
            <numerusform>%Ln instellingen wijken af van de voorinstelling</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fenwick::ui::StatusStrip</name>
    <message>
        <source>Log</source>
        <translation>Logboek</translation>
    </message>
    <message>
        <source>nothing trains</source>
        <translation>er traint niets</translation>
    </message>
    <message>
        <source>the sweep %1 trains</source>
        <translation>de sweep %1 traint</translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation>
            <numerusform>%Ln thread</numerusform>
            <numerusform>%Ln threads</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 stappen/s</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 tokens/s</translation>
    </message>
    <message>
        <source>step %1 / %2</source>
        <translation>stap %1 / %2</translation>
    </message>
    <message>
        <source>ETA %1</source>
        <translation>nog %1</translation>
    </message>
    <message>
        <source>evaluating and saving</source>
        <translation>evalueren en opslaan</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>gepauzeerd</translation>
    </message>
    <message>
        <source>saved just now</source>
        <translation>zojuist opgeslagen</translation>
    </message>
    <message>
        <source>saved %1 ago</source>
        <translation>%1 geleden opgeslagen</translation>
    </message>
    <message>
        <source>%1 in the queue</source>
        <translation>%1 in de wachtrij</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SweepModel</name>
    <message>
        <source>variant</source>
        <translation>variant</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>seed %1</translation>
    </message>
    <message>
        <source>solved</source>
        <translation>opgelost</translation>
    </message>
    <message>
        <source>final accuracy</source>
        <translation>eindnauwkeurigheid</translation>
    </message>
    <message>
        <source>The sweep leaves this run out.</source>
        <translation>De sweep laat deze run weg.</translation>
    </message>
    <message>
        <source>%1: not begun</source>
        <translation>%1: niet begonnen</translation>
    </message>
    <message>
        <source>%1 at step %2 of %3</source>
        <translation>%1 bij stap %2 van %3</translation>
    </message>
    <message>
        <source>solved @ %1</source>
        <translation>opgelost @ %1</translation>
    </message>
    <message>
        <source>Double click or Enter shows it in the curves.</source>
        <translation>Dubbelklik of Enter toont de run in de curven.</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SweepPanel</name>
    <message>
        <source>New &amp;sweep</source>
        <translation>Nieuwe &amp;sweep</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>New sweep</source>
        <translation>Nieuwe sweep</translation>
    </message>
    <message>
        <source>Trains every run of a grid over settings and seeds</source>
        <translation>Traint elke run van een rooster over instellingen en seeds</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Verdergaan</translation>
    </message>
    <message>
        <source>Trains what is not finished; finished runs are skipped</source>
        <translation>Traint wat niet voltooid is; voltooide runs worden overgeslagen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Every run saves a checkpoint; the sweep can go on later</source>
        <translation>Elke run slaat een checkpoint op; de sweep kan later verdergaan</translation>
    </message>
    <message>
        <source> at once</source>
        <translation> tegelijk</translation>
    </message>
    <message>
        <source>Runs at once</source>
        <translation>Runs tegelijk</translation>
    </message>
    <message>
        <source>How many runs train at the same time, 1 to %1; they share the cores</source>
        <translation>Hoeveel runs tegelijk trainen, 1 tot %1; ze delen de kernen</translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation>Runs van de sweep</translation>
    </message>
    <message>
        <source>Many runs at once: a grid over settings and seeds, as a table that fills while they train.</source>
        <translation>Veel runs tegelijk: een rooster over instellingen en seeds, als een tabel die zich vult terwijl ze trainen.</translation>
    </message>
    <message>
        <source>From a sweep &amp;file…</source>
        <translation>Uit een sweep&amp;bestand…</translation>
    </message>
    <message>
        <source>A sweep file</source>
        <translation>Een sweepbestand</translation>
    </message>
    <message>
        <source>Sweep files (*.json)</source>
        <translation>Sweepbestanden (*.json)</translation>
    </message>
    <message>
        <source>%1 of %2 runs finished</source>
        <translation>%1 van %2 runs voltooid</translation>
    </message>
    <message>
        <source>%1 solved</source>
        <translation>%1 opgelost</translation>
    </message>
    <message>
        <source>%1 training</source>
        <translation>%1 aan het trainen</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 mislukt</translation>
    </message>
    <message>
        <source>saving checkpoints</source>
        <translation>checkpoints opslaan</translation>
    </message>
    <message>
        <source>the sweep goes on</source>
        <translation>de sweep gaat door</translation>
    </message>
    <message>
        <source>begins when nothing else trains</source>
        <translation>begint als er niets anders traint</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::WatchedDialog</name>
    <message>
        <source>Watched folders</source>
        <translation>Gevolgde mappen</translation>
    </message>
    <message>
        <source>Runs in these folders are in the list, and new ones show up by themselves. A folder that is missing is kept and looked for.</source>
        <translation>Runs in deze mappen staan in de lijst en nieuwe verschijnen vanzelf. Een map die ontbreekt blijft staan en wordt gezocht.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Map</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>Bevat</translation>
    </message>
    <message>
        <source>&amp;Add…</source>
        <translation>&amp;Toevoegen…</translation>
    </message>
    <message>
        <source>&amp;Stop watching</source>
        <translation>Niet meer &amp;volgen</translation>
    </message>
    <message>
        <source>Its runs leave the list; their files stay</source>
        <translation>De runs erin verdwijnen uit de lijst; hun bestanden blijven</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message>
        <source>missing</source>
        <translation>ontbreekt</translation>
    </message>
    <message>
        <source>%1, and new runs</source>
        <translation>%1, en nieuwe runs</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::WeightsPanel</name>
    <message>
        <source>Layer of the model; 0 is next to the embedding</source>
        <translation>Laag van het model; 0 ligt naast de embedding</translation>
    </message>
    <message>
        <source>Head of the layer</source>
        <translation>Head van de laag</translation>
    </message>
    <message>
        <source>How the mask is laid onto the colours</source>
        <translation>Hoe het masker op de kleuren wordt gelegd</translation>
    </message>
    <message>
        <source>Weight matrices</source>
        <translation>Gewichtsmatrices</translation>
    </message>
    <message>
        <source>Choose a run with saved weights: here one head shows how much each query takes from each source.</source>
        <translation>Kies een run met opgeslagen gewichten: hier toont één head hoeveel elke query uit elke bron neemt.</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Laag %1</translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation>Head %1</translation>
    </message>
    <message>
        <source>Shown up to %1 tokens; this sequence has %2.</source>
        <translation>Getoond tot %1 tokens; deze reeks heeft er %2.</translation>
    </message>
    <message>
        <source>This model&apos;s mixer is not a masked product of q, k and v.</source>
        <translation>De mixer van dit model is geen gemaskeerd product van q, k en v.</translation>
    </message>
    <message>
        <source>sample %1%2</source>
        <translation>voorbeeld %1%2</translation>
    </message>
    <message>
        <source>, λ changed as in Probe</source>
        <translation>, λ veranderd zoals in Probe</translation>
    </message>
    <message>
        <source>H</source>
        <translation>H</translation>
    </message>
    <message>
        <source>λ · gates</source>
        <translation>λ · gates</translation>
    </message>
    <message>
        <source>w</source>
        <translation>w</translation>
    </message>
    <message>
        <source>λ · gates · q·k</source>
        <translation>λ · gates · q·k</translation>
    </message>
    <message>
        <source>Point at a row to see what each level adds to the output of its token.</source>
        <translation>Wijs een rij aan om te zien wat elk niveau aan de uitvoer van het token bijdraagt.</translation>
    </message>
    <message>
        <source>Output of token %1, by level</source>
        <translation>Uitvoer van token %1, per niveau</translation>
    </message>
    <message>
        <source>level %1 [%2, %3)  λ %4  %5</source>
        <translation>niveau %1 [%2, %3)  λ %4  %5</translation>
    </message>
</context>
<context>
    <name>fenwick::ui::WorkStrip</name>
    <message>
        <source>Progress of what takes long</source>
        <translation>Voortgang van wat lang duurt</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuleren</translation>
    </message>
    <message>
        <source>Take back what goes on (Esc)</source>
        <translation>Terugnemen wat bezig is (Esc)</translation>
    </message>
    <message>
        <source>%1 (and %2 more)</source>
        <translation>%1 (en nog %2)</translation>
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
        <translation>De vorige start is afgebroken, dus wat onthouden was blijft weg: vensterindeling, geopende mappen, map voor runs.</translation>
    </message>
    <message>
        <source>Take it up again</source>
        <translation>Weer overnemen</translation>
    </message>
</context>
<context>
    <name>map</name>
    <message>
        <source>linear</source>
        <translation>lineair</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>diverging</source>
        <translation>divergerend</translation>
    </message>
</context>
<context>
    <name>maps</name>
    <message>
        <source>Fenwick tree: point at a token to see what it reads</source>
        <translation>Fenwick-boom: wijs een token aan om te zien wat het leest</translation>
    </message>
    <message>
        <source>Fenwick tree of token %1: %2 of %3 levels hold sources</source>
        <translation>Fenwick-boom van token %1: %2 van %3 niveaus bevatten bronnen</translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation>Niveau %1</translation>
    </message>
    <message>
        <source>Level %1 (untrained)</source>
        <translation>Niveau %1 (ongetraind)</translation>
    </message>
    <message>
        <source>Layer %1, head %2</source>
        <translation>Laag %1, head %2</translation>
    </message>
    <message>
        <source>%1 of %2 recorded steps read</source>
        <translation>%1 van %2 vastgelegde stappen gelezen</translation>
    </message>
    <message>
        <source>%1 has no λ: its mixer is %2.</source>
        <translation>%1 heeft geen λ: de mixer is %2.</translation>
    </message>
    <message>
        <source>%1 has recorded no λ yet.</source>
        <translation>%1 heeft nog geen λ vastgelegd.</translation>
    </message>
    <message>
        <source>%1 has no layer %2.</source>
        <translation>%1 heeft geen laag %2.</translation>
    </message>
    <message>
        <source>%1 has no head %2.</source>
        <translation>%1 heeft geen head %2.</translation>
    </message>
    <message>
        <source>%1 has recorded no sample %2.</source>
        <translation>%1 heeft voorbeeld %2 niet vastgelegd.</translation>
    </message>
    <message>
        <source>Only what all have is shown: the first %1 tokens (of up to %2) and %3 levels (of up to %4).</source>
        <translation>Alleen wat alle hebben is te zien: de eerste %1 tokens (van hooguit %2) en %3 niveaus (van hooguit %4).</translation>
    </message>
    <message>
        <source>Their sequences differ (another seed or task): cells are held against each other by their place.</source>
        <translation>Hun reeksen verschillen (andere seed of taak): cellen worden naar hun plaats vergeleken.</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>stap %1</translation>
    </message>
    <message>
        <source>Baseline: %1, %2</source>
        <translation>Baseline: %1, %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>less the baseline</source>
        <translation>min de baseline</translation>
    </message>
    <message>
        <source>Levels × tokens</source>
        <translation>Niveaus × tokens</translation>
    </message>
    <message>
        <source>All heads</source>
        <translation>Alle heads</translation>
    </message>
    <message>
        <source>All levels</source>
        <translation>Alle niveaus</translation>
    </message>
    <message>
        <source>Heads × tokens</source>
        <translation>Heads × tokens</translation>
    </message>
    <message>
        <source>Levels × heads</source>
        <translation>Niveaus × heads</translation>
    </message>
    <message>
        <source>Levels over steps</source>
        <translation>Niveaus over stappen</translation>
    </message>
    <message>
        <source>Runs side by side</source>
        <translation>Runs naast elkaar</translation>
    </message>
    <message>
        <source>heads down, tokens across</source>
        <translation>heads omlaag, tokens opzij</translation>
    </message>
    <message>
        <source>levels down, tokens across</source>
        <translation>niveaus omlaag, tokens opzij</translation>
    </message>
</context>
<context>
    <name>table</name>
    <message>
        <source>Copy</source>
        <translation>Kopiëren</translation>
    </message>
</context>
</TS>
