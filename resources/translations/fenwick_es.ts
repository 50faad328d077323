<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>RunFilter</name>
    <message>
        <source>%1 is neither a metric (%2) nor one setting&apos;s name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is compared with a number, not with %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>WeightsPanel</name>
    <message>
        <source>Point at a row to see what each level adds to the output of its token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Output of token %1, by level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>level %1 [%2, %3)  λ %4  %5</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>comparison</name>
    <message>
        <source>Each seed, median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean ± std</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Median, min to max</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>config</name>
    <message>
        <source>Task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the model learns.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens per example; for own data the length of its rows.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many different tokens there are; the model embeds and predicts this many.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key-value pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many keys are bound to values and asked for (k); at most a quarter of the length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens between: any token, which may repeat a key, or only those that are no key of the example.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pair offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position of the first pair; random moves the block per example, so that pairs do not sit on Fenwick blocks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Segments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the training set, each with its length, pairs and examples; empty: all examples alike.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Power law</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exponent a of the query positions, weight ∝ a·j^(a-1); 1 is uniform, small values stay close behind the pairs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filler</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens between: token 0, or tokens drawn from the whole vocabulary.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens to copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many different data tokens stand among the noise; with as many blanks and a separator they fit the length.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own data: safetensors with inputs and targets [rows, length]. Language model: a UTF-8 text, or the folder of wiki.train.raw and its like.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same for validation; without it own data have none, and a text keeps its last tenth for validation and test.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokenizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bytes; byte pairs from GPT-2&apos;s files (gpt2); or byte pairs learnt from the training text, up to the vocabulary (trained).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vocabulary file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vocab.json of GPT-2&apos;s tokenizer: {token: id}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Merges file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>merges.txt of GPT-2&apos;s tokenizer: two tokens a line, the earliest merge first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Invalid text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What to do about bytes that are no UTF-8, and NUL: refuse the file, telling the first, or replace each by U+FFFD.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the training set, which repeats; 0 draws fresh examples at every step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the validation set, drawn apart from the training set; 0 leaves validation out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of a third set that training never sees, for `eval --split test`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluation lengths</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Further lengths that the model shall be evaluated at; the levels of λ reach the longest.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batches drawn at random, or the training set in order, from its start again at its end.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names the data that is drawn; auto takes the training seed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mixer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log-linear: levels weighed by λ; gated-delta: so too, and states forget along new keys; linear: λ = 1, one state; softmax: every token, rotary positions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Block</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>study is the small post-norm layer of the synthetic study; language has a convolution, skip, gated norm and gated MLP, with the norms before.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many layers follow each other.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Features per token (d); the heads share them as values, so it is a multiple of the heads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>features</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attention heads per layer; each has a gate and λ of its own.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sets of queries and keys per layer; heads in a group share one, so it divides the heads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Features of one query or key (K): the rows of a head&apos;s state.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Levels of the Fenwick tree that λ has; auto is what the longest length needs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens that the chunkwise form takes together: 16, 32 or 64; changes speed, not results.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as-described starts the λ MLP at 1.0 as the paper says; as-published lets the general initialiser overwrite it, as its code does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gate start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time step of the gates at the start: log-uniform in 0.001 … 0.1, a log-spaced grid of it over the heads, or one number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How λ, the weight of each level, is computed from the token.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Between the two layers of the MLP: none, as the paper&apos;s text says, or GELU, as its code has it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hidden width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of the MLP&apos;s hidden layer: a number, or twice the levels.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ at the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The λ that every head begins with; auto is the head&apos;s own (0.693, 1.0 or 1/L).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Factor on the softmax over levels: L makes its mean 1, as the other heads have it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Updates of the weights, unless validation accuracy stops the run earlier.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples per update.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>adam, or adamw with decoupled weight decay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step size of the optimizer after warm-up.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the learning rate goes on after warm-up: constant, or along a cosine to 0 at the last step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warm-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps over which the learning rate grows in a straight line to its full value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Decoupled decay of adamw, per step and times the learning rate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient clipping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients whose norm is larger are scaled down to it; 0 leaves them as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Numbers that products are taken of; sums, states and weights are float32 in all. tf32 and bf16 need CUDA.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation accuracy that ends the run; 0 never does.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of scored tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names the initial weights, and data and order where those are auto.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Names the order of the batches; auto takes the training seed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluate every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps between evaluations on the validation set; the last step evaluates too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps between checkpoints that a run can go on from; the last step leaves one too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record λ every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps between recorded λ snapshots of the probe batch; the first and the last step record one too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probe examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples of the fixed probe batch that λ is recorded for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk space for λ snapshots; beyond it they are thinned evenly, never the first, last or solving one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep weights every</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps between weights that are kept for later inspection, beside the log-spaced ones; 0 keeps no others.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Associative recall (MQAR)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bind keys to values, then answer each key with its value, as published with the λ MLP.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Associative recall (Zoology)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recall as in Arora et al.: queries placed by a power law, several lengths in one training set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selective copying</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find the data among noise and repeat them in order behind a separator.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Own data (tensors)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows of tokens and targets from a safetensors file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language model (text)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predict each next token of a text: WikiText-103 in its raw layout, or any UTF-8 file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log-linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>levels weighed by λ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log-linear Gated DeltaNet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>so too, and states forget along new keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gated linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ = 1, one state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every token, rotary positions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fixed (baseline)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>softplus(Λ ⊙ d), Λ learned per head and level; the baseline of Guo et al.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLP, softplus</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>softplus of a two-layer MLP that the heads of a layer share: each level scales on its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MLP, softmax</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>softmax over levels of the same MLP: levels compete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constant (control)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>softplus(b), b learned per head and level: no dependence on the token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fixed with bias (control)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>softplus(Λ ⊙ d + b): the baseline with the bias that the MLP has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ones (linear attention)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ = 1 everywhere: gated linear attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Associative recall of 4 pairs in 64 tokens: passes 99 % after about 1,000 steps, about ten seconds on two CPU cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Associative recall of 4 pairs in 128 tokens, as in the paper&apos;s sweep: easy, well within two minutes on two CPU cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Associative recall of 8 pairs in 128 tokens, as in the paper&apos;s sweep: about 1,200 steps in our tries, half a minute on two CPU cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Associative recall of 16 pairs in 128 tokens, as in the paper&apos;s sweep: up to 5,000 steps, two minutes at most on two CPU cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Associative recall of 32 pairs in 128 tokens, as in the paper&apos;s sweep: about 3,000 steps in our tries, a minute and a half on two CPU cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Associative recall of 32 pairs in 256 tokens, as in the paper&apos;s sweep: the hardest published case, up to 5,000 steps, about four minutes on two CPU cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copying 16 data tokens out of noise in 256 tokens, as in the paper: up to 30,000 steps, about 25 minutes on two CPU cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copying 16 data tokens out of noise in 512 tokens, as in the paper: up to 30,000 steps, about 40 minutes on two CPU cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copying 16 data tokens out of noise in 1024 tokens, as in the paper: up to 30,000 steps, about 100 minutes on two CPU cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language model of width 256 on a text that you name (WikiText-103 raw or any UTF-8), with GPT-2&apos;s tokens: days on two CPU cores, so one for a GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language model of width 512 on a text that you name (WikiText-103 raw or any UTF-8), with GPT-2&apos;s tokens: days on two CPU cores, so one for a GPU.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The paper&apos;s sweep of associative recall: 3 λ heads × k 4, 8, 16, 32 × T 256, 512 × 3 seeds, 72 runs of up to 5,000 steps; three minutes on one NVIDIA H200, at most seven hours on two CPU cores, less where runs are solved early (controls: 240 runs).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The study at T = 128: 3 λ heads × k 8, 16, 32 × 5 seeds, 45 runs of up to 5,000 steps; at most eighty minutes on two CPU cores (controls: 135 runs; at k = 32 the pairs fill the sequence and cannot be moved).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selective copying: 3 λ heads × T 256, 512, 1024 × 5 seeds, 45 runs of up to 30,000 steps; at most two days on two CPU cores, so one for a GPU (controls: 105 runs).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language models on a text that you name (--set task.file=…): 3 λ heads × width 256, 512 × 2 seeds, 12 runs of 40,000 steps; weeks on two CPU cores, so one for a GPU. Arm small-text: 2,000 steps with tokens learnt from the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trained at 128 tokens, evaluated at 256 and 512 at the end (at any length later: fenwick eval RUN --lengths 128,256,512): 3 λ heads × 5 seeds, 15 runs of up to 5,000 steps; about an hour on two CPU cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The four mixers in one block: 8 pairs in 128 tokens × 3 seeds, 12 runs of up to 5,000 steps; about an hour on two CPU cores.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hardest published case with more seeds: 5 λ heads × T 128, 256 × 8 seeds at 32 pairs, 80 runs of up to 5,000 steps; about two minutes on one NVIDIA H200, at most four hours on two CPU cores (controls: 104 runs).</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>duration</name>
    <message>
        <source>&lt; 1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::app::ConfigDraft</name>
    <message>
        <source>Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fork</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step of the fork</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::app::FolderFollower</name>
    <message>
        <source>%1: damaged records were passed over (%2 bytes in %3 places)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run keeps its name: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run keeps its tags and notes: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::app::Function</name>
    <message>
        <source>The trainer threw something that is no exception.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::app::RunLibrary</name>
    <message>
        <source>%1 holds no run (no config.json beside a run.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is being trained by process %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be moved to the trash; its file system may have none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 · seed %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::app::Session</name>
    <message>
        <source>One run is open in the window already: stop it before another is resumed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One run is open in the window already: stop it before another is trained further here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be started: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The process training %1 ended by a signal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The process training %1 ended with code %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the last evaluation and checkpoint of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the end of a step and a checkpoint of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the checkpoint of %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::app::Sweeps</name>
    <message>
        <source>%1 is no sweep: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sweep %1 cannot be begun: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sweep %1 trains: stop it before another begins.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be started: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The process of the sweep %1 ended by a signal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sweep %1 is finished.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sweep %1 is stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sweep %1 ended with code %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::ActionSearch</name>
    <message>
        <source>Search actions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::Actions</name>
    <message>
        <source>The window&apos;s language from the next start on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set the form to a preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open run folders…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show runs of another day or another program</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look for runs &amp;again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the runs folder anew</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Runs folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where new runs are written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Figure of the curves…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves as PDF, SVG or PNG, with their data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure of λ…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The λ map as PDF, SVG or PNG, with its data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure comparing runs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Final accuracies of the shown runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save what trains and close the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train the configuration of the form</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stand still after this step, with a checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;tep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One update, then stand still</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Evaluate, save and end the run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on with the chosen run from its last checkpoint</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take a λ s&amp;napshot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show λ of the present weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue s&amp;eeds 0Ĵ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Five runs that differ in their seed, one after the other</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy as command line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The fenwick command that trains exactly this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take the last edit of the form back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R&amp;edo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do the edit again that was taken back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Use its setup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fill the form with this run&apos;s configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fork at a &amp;kept step…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A new run from this run&apos;s weights, with other settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train &amp;further…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A finished run goes on to more steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Tags and notes…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What you want to remember of the run; the filter finds it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Move to &amp;trash</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The run&apos;s folder goes to the desktop&apos;s trash and can be taken back there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rena&amp;me</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Give the run a name; its folder keeps its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show its &amp;folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the file manager</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;move from the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its files stay; a waiting run leaves the queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search &amp;actions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find any action by a few letters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Filter runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By name, state or tag</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Panels where they were at first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forget moved and closed panels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours of the &amp;system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark as the desktop is</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language of the s&amp;ystem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>English where the system&apos;s language is none of these</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Explore an example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two trained runs of one task, one that solved it and one that collapsed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;What is this?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Then click what you want explained</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Fenwick Lab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Version and machine</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::ComparePanel</name>
    <message>
        <source>What is drawn of a variant&apos;s seeds. std is the sample&apos;s (n−1).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Seeds:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation accuracy by variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variants appear here side by side, their seeds together, once runs with validation are ticked in the list.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>solved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>final</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs, each with its own seeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs that passed 99 % validation accuracy at some evaluation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step of the first such evaluation, the median of the solved runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last validation accuracy, mean ± std (n−1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last validation accuracy, median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best validation accuracy, mean ± std (n−1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The tick hides a variant from the plots; a double click shows it alone, or all again. Ctrl+C copies.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::CurvesPanel</name>
    <message>
        <source>train loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>valid loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train acc.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>valid acc.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>grad. norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>valid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>equal λ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>varies by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fine lead</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ explained by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight on answer&apos;s level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>actual</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Variation of λ within levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lead of fine levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>active training time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the past in the moving average of the training curves, 0 … 0.999.
A constant stays that constant; the recorded line stays, pale.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, accuracy, gradient norm and learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What λ does at each snapshot: what explains it, and whether it leads to the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log y</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logarithmic axis for loss, gradient norm and learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>x:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves over the training step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves over the active training time, pauses left out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show everything recorded, also by a double click</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save these curves as PDF, SVG or PNG, with their data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss, accuracy, gradient norm and learning rate of the chosen runs will appear here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::FieldEditor</name>
    <message>
        <source>%1 %2 to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>above %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>or %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>length × pairs × examples, …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>128, 256, …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a whole number is needed here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a number is needed here, such as 0.001 or 1e-3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole numbers are needed here, such as 128, 256</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>length × pairs × examples is needed here, such as 64൴<byte value="x0"/>, 128൸倀</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::FigureDialog</name>
    <message>
        <source>Save figure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PDF and SVG hold vectors and real text; PNG holds pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width of the figure, 30 to 2,000 mm; a journal&apos;s column is about 85, a page 170</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Width</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Height of the figure, 20 to 2,000 mm, or what suits it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what suits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Height</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of all text, 3 to 48 points</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> dpi</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pixels to the inch, 30 to 2,400: sets the size of the PNG in pixels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Density</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text as outlines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For programs that ignore embedded fonts; the text can no longer be searched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight of the past in the moving average of training curves, 0 to 0.999</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Logarithmic loss, gradient norm and rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hatch empty levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparison of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ of %1, layer %2, head %3, sample %4, step %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data beside it as .npz</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data beside it as .csv</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures (*.pdf *.svg *.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the run is no longer open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::LambdaPanel</name>
    <message>
        <source>λ of every token and level will appear here once a run has recorded it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This run has recorded no λ yet. The first map comes with its first snapshot.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is shown of λ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Levels × tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Heads × tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Levels × heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Levels over steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer of the model; 0 is next to the embedding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head of the layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example of the fixed probe batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level of the Fenwick tree; 0 is the token itself</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens that the means are taken over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How λ is laid onto the colours; diverging: with λ = 1, plain linear attention, in the middle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colour limits at the 1 % and 99 % percentiles of the shown cells that are active and finite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ of the lowest colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ of the highest colour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hatch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hatch empty levels: they hold no source for the token, so λ has no effect there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The Fenwick tree of the token under the pointer: which ranges of sources it reads, and with which λ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save this map as PDF, SVG or PNG, with its data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First snapshot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First recorded step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous snapshot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous recorded step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next snapshot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next recorded step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Newest snapshot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Newest recorded step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow newest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show each new snapshot as it is recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recorded steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Class: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose “Levels × tokens”: figures show one such map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer %1, head %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level %1 (untrained)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 recorded steps read</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::LogPanel</name>
    <message>
        <source>What happens is written here: checkpoints, warnings, faults.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::MainWindow</name>
    <message>
        <source>Fenwick Lab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Curves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>H view</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sweeps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Setup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figure…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run from &amp;preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>L&amp;anguage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run that trains here can be renamed when it is over.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit now, resume from step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a run folder, or a folder of runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where new runs are written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New runs are written to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No weights of %1 are kept by step, so it cannot be forked.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train further</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Steps in all (it has made %1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run that trains here can be given tags and notes when it is over and opened again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run that trains or waits is not moved to the trash. Stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run that trains stays in the list. Stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is spoken from the next start on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fenwick Lab %1, a laboratory for log-linear attention. GPL-3.0-or-later. Qt %2. %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two runs of one task: with λ as the paper&apos;s text describes it, recall is solved; as its code builds it, this seed stays at 1/32. Their λ is below, their curves above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A fork keeps the seed of its run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R&amp;edo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>R&amp;edo: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The form has not been edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was taken back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing trains in the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A run trains in the window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a paused or interrupted run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a finished run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a run in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose runs in the list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The chosen run has no λ snapshot yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the checkpoints of the sweep %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closing: waiting for %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::MapCanvas</name>
    <message>
        <source>Fenwick tree: point at a token to see what it reads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fenwick tree of token %1: %2 of %3 levels hold sources</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::MapScene</name>
    <message>
        <source>noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>separator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>blank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>untrained level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 – %3 of %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 active cells</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2 … %3, median %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>token %1 “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>target “%1”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>predicted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>missed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>query %1 “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>source %1 “%2”</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>level %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>head %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>later than the query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(untrained)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty level, no effect</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sources [%1, %2)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::NotesDialog</name>
    <message>
        <source>Tags and notes of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with commas between</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Tags</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Notes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::NoticeBar</name>
    <message>
        <source>Notices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::ProbePanel</name>
    <message>
        <source>Choose a run with saved weights: its λ can be changed here, and what becomes of its predictions watched.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights: the best checkpoint, the last, or those of a kept step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example of the validation split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another example, drawn at random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token at </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position of the token to exchange; a click on the map chooses it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>is </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The token that stands there. Where a value is exchanged, what asks for it asks for the new one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The example as it was</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the map shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ, changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ, unchanged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Difference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Share of the output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer that the map shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head that the map shows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What is done to λ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clamp</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level that is changed; a click on the map chooses level and token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens whose λ is changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer that is changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head that is changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Factor, 0 to 4; 1 changes nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ is multiplied by this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Least λ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Largest λ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep this change and begin another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ as the model gives it, and the example as it was</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save the changes as JSON for fenwick eval --intervene</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read changes that were exported</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>target</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes that are kept, in their order; Del takes the chosen one away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take away</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model has no λ to change; its tokens can be exchanged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Token %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Class: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δλ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probability p of the target. %1 of %2 right before, %3 now; answered in %4 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation accuracy %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training accuracy %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(%1 of %2 examples)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export the changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::RunDelegate</name>
    <message>
        <source>Name of the run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::RunListModel</name>
    <message>
        <source>solved @ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>diverged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 / %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>finished at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>preset %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>created</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::RunListPanel</name>
    <message>
        <source>Filter: words, accuracy&gt;0.9, k=8 …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter of the runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order of the runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs appear here: those you start and those in the runs folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start the first run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open a run folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explore an example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Best accuracy first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lowest loss first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Solved soonest first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest training first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words that occur in name, folder, state or tags, and comparisons with a metric (%1) or a setting: accuracy&gt;0.9, solved&lt;1000, k=8, head=fixed</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SamplesPanel</name>
    <message>
        <source>sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>wrong</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pairs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>levels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Examples, the wrong ones first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A click opens the example in Probe. Wrong pairs, and on which level their answer lies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the queries are told apart by</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By distance to the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By level of the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By conflicting noise</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>By size of the example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy of the queries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a run with saved weights: its validation examples appear here, the wrong ones first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 examples seen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 examples have a wrong answer%3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, λ changed as in Probe</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SetupPanel</name>
    <message>
        <source>Preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Arm</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as-described follows the paper&apos;s text, as-published its code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every setting back to the preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step that the fork begins at</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The kept steps of that run. Where weights alone are kept, the optimiser starts fresh</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No fork</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begin with drawn weights, with these settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All parameters; what the λ head adds to the model without one; how many numbers decoding keeps of task.length tokens; the time all steps take on this machine, from the speed that it reached in training so far</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seeds 0Ĵ</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue five runs that differ in their seed; each trains as a process of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The fenwick command that trains exactly this, for a shell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No preset: what differs from the defaults is bold</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the preset</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln setting(s) differ from the preset</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One run is open in the window: this one waits for its turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train this configuration</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> (and %1 more)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start is off. %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fork of %1 at step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>k %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>V %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln layer(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>d %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln head(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>hidden %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ head +%1&#xa0;%</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decode state %1 numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≈ %1 here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time: known after the first run</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SetupSection</name>
    <message>
        <source>Back to the preset: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the preset&apos;s %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln setting(s) to mend</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln setting(s) differ from the preset</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>fenwick::ui::StatusStrip</name>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing trains</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the sweep %1 trains</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%Ln thread(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step %1 / %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ETA %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>evaluating and saving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved just now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saved %1 ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in the queue</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SweepModel</name>
    <message>
        <source>variant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>solved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>final accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sweep leaves this run out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: not begun</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at step %2 of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>solved @ %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Double click or Enter shows it in the curves.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::SweepPanel</name>
    <message>
        <source>New &amp;sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trains every run of a grid over settings and seeds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trains what is not finished; finished runs are skipped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every run saves a checkpoint; the sweep can go on later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many runs train at the same time, 1 to %1; they share the cores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs of the sweep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Many runs at once: a grid over settings and seeds, as a table that fills while they train.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>From a sweep &amp;file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sweep file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sweep files (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 runs finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 solved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>saving checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the sweep goes on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>begins when nothing else trains</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>fenwick::ui::WeightsPanel</name>
    <message>
        <source>Layer of the model; 0 is next to the embedding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head of the layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How the mask is laid onto the colours</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight matrices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a run with saved weights: here one head shows how much each query takes from each source.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown up to %1 tokens; this sequence has %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This model&apos;s mixer is not a masked product of q, k and v.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sample %1%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, λ changed as in Probe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>H</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ · gates</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>w</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>λ · gates · q·k</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>lab</name>
    <message>
        <source>, CUDA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The last start was cut off, so what was remembered is left out: window layout, opened folders, runs folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take it up again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>map</name>
    <message>
        <source>linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>diverging</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
