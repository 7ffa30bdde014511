// An agent that reads a prompt and answers as a critic of one kind. The kind is its first argument.
const [, , kind = 'honest'] = process.argv;
let prompt = '';
process.stdin.setEncoding('utf8');
for await (const text of process.stdin) prompt += text;
const safe = { scenario: 'two writers', realistic: false, rationale: '3 of 3 writes take the lock' };
const pass = Number(/pass (\d+)/.exec(prompt)?.[1] ?? 1);
const ids = [...prompt.matchAll(/^- ([A-Z_]+): /gm)]
  .map(([, id]) => id)
  .filter((id) => !['PASS', 'FAIL', 'ESCALATE', 'DEFER'].includes(id));
const result = (criterionId, more) => ({
  criterionId,
  answer: '4 of 4 parts were read and they hold',
  verdict: 'PASS',
  concerns: [],
  ...more,
});
const isEdit = prompt.startsWith('Correct one defect') || prompt.startsWith('A person has decided');
const NEW = [
  'login timeout',
  'export size',
  'colour names',
  'invoice rounding',
  'time zones',
  'page titles',
  'file names',
];

function answer() {
  if (isEdit) {
    if (kind === 'breaks') return { why: 'x', edits: [{ find: 'alpha', replace: 'beta' }] };
    return { why: 'x', edits: [{ find: '# Title', replace: '# Title' + '!' }] };
  }
  switch (kind) {
    case 'yes':
      return { results: ids.map((id) => result(id, { answer: 'PASS' })), adversarial: [safe] };
    case 'restless':
      return {
        results: ids.map((id, index) =>
          index === 0
            ? result(id, {
                verdict: 'FAIL',
                fix: `settle ${NEW[pass - 1]}`,
                concerns: [{ key: '', text: NEW[pass - 1] }],
              })
            : result(id),
        ),
        adversarial: [safe],
      };
    case 'breaks': {
      const isBroken = !prompt.includes('alpha');
      return {
        results: ids.map((id, index) => {
          if (index === 0 && pass === 1)
            return result(id, {
              verdict: 'FAIL',
              fix: 'say beta',
              concerns: [{ key: 'a', text: 'beta is missing' }],
            });
          if (index === 1 && isBroken)
            return result(id, {
              verdict: 'FAIL',
              fix: 'say alpha',
              concerns: [{ key: 'b', text: 'alpha is gone' }],
            });
          return result(id);
        }),
        adversarial: [safe],
      };
    }
    default:
      return { results: ids.map((id) => result(id)), adversarial: [safe] };
  }
}
function inGrammar() {
  const blocks = ids.map(
    (id) => `**[${id}]** is it so? => 4 of 4 parts were read and they hold\n  Verdict: pass`,
  );
  return [
    'Sure, here is my review:',
    '```',
    `=== CRITIC ${pass} ===`,
    ...blocks,
    '[ADVERSARIAL] Failure scenario: two writers',
    '  -> Realistic? No - 3 of 3 writes take the lock',
    '```',
  ].join('\n');
}
process.stdout.write(
  kind === 'wordy' && !isEdit
    ? inGrammar()
    : kind === 'garbage'
      ? 'I would rather not.'
      : JSON.stringify(answer()),
);
