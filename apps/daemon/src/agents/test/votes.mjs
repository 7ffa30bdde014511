// One seat of an independent panel: a page when it is asked for one, a vote when it is asked to judge.
// Arguments: its name, and what to do: fair, chatty (around its page), silent, prose, slow (but alive) or stubborn (it
// will not go), and where to leave its number then.
import { writeFileSync } from 'node:fs';

const [, , name = 'seat', manner = 'fair', pidFile = 'stubborn.pid'] = process.argv;
let prompt = '';
process.stdin.setEncoding('utf8');
for await (const text of process.stdin) prompt += text;
const role = /the (critic|brand|a11y|copy): /.exec(prompt)?.[1];
const page = (title) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><main><h1>${title}</h1><p>Boats are moved before the quay floods.</p></main></body></html>`;
if (manner === 'slow')
  for (let tick = 0; tick < 20; tick++) {
    process.stdout.write(' ');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
if (manner === 'stubborn') {
  process.on('SIGTERM', () => {});
  writeFileSync(pidFile, String(process.pid));
  setInterval(() => {}, 1_000);
  await new Promise(() => {});
}
if (manner === 'silent') process.exit(1);
else if (manner === 'prose') process.stdout.write('I would rather talk about the weather.');
else if (role === undefined) {
  const own = page(prompt.includes('You are the author') ? 'Tide alerts, revised' : 'Tide alerts');
  process.stdout.write(
    manner === 'chatty' ? `Here it is:\n\`\`\`html\n${own}\n\`\`\`\nI hope <b>you</b> like it` : own,
  );
} else {
  const isRevised = prompt.includes('revised');
  const mustFixes =
    role === 'copy' && !isRevised
      ? [
          {
            id: 'C1',
            target: 'h1',
            evidence: 'it says only "Tide alerts"',
            dim: 'clarity',
            severity: 'major',
            text: 'say for whom',
          },
        ]
      : [];
  const heard = prompt.match(/gave a vote|score="/g)?.length ?? 0;
  process.stdout.write(
    JSON.stringify({
      dims: [{ name: 'looked', note: `${name} saw 1 of 1 headings; heard ${heard} others`, score: 9 }],
      mustFixes,
      score: isRevised ? 9 : 7,
    }),
  );
}
