// Answers a prompt on stdin with the first argument; a prompt that says its answer could not be used with the second.
// Arguments are JSON strings, so that they can hold anything. `--hang` says nothing more after its answer.
let prompt = '';
for await (const chunk of process.stdin) prompt += chunk;
const [first, second, ending] = process.argv.slice(2);
const answer = prompt.includes('could not be used') ? (second ?? first) : first;
process.stdout.write(
  answer === 'PROMPT' ? JSON.stringify({ evidence: [prompt], pass: true }) : JSON.parse(answer),
);
if (ending === '--hang') setInterval(() => {}, 1_000);
