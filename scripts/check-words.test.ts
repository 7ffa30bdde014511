import { expect, test } from 'vitest';
import { countedMessages, hasSentences, putIn, unusedWords } from './check-words.ts';

test('a sentence with a word we do not use is found by its line; code and comments are not sentences', () => {
  expect(unusedWords("const a = 1;\nsay('No colour is to be had here.');")).toEqual([
    '2: "to be had" is not said on screen; say there is, available',
  ]);
  expect(
    unusedWords(
      "// the inks\nconst is = phase === 'timed_out';\nconst mark = 'PROGRESS: phase-6-synthesis x';",
    ),
  ).toEqual([]);
  expect(unusedWords('say(`open must-fix == 0`)')).toHaveLength(1);
  expect(unusedWords("say('There are 3 must-fix open')")).toHaveLength(1);
});

test('every folder in which sentences for people are written is read; tests and what is no sentence are not', () => {
  const read = [
    'apps/daemon/src/protocols/theater/run-agent.ts',
    'apps/daemon/src/agents/registry.ts',
    'apps/daemon/src/host/start.ts',
    'apps/daemon/src/routes/errors.ts',
    'apps/daemon/src/skills/draft.ts',
    'apps/daemon/src/trust/certificate.ts',
    'apps/daemon/src/issue-words.ts',
    'packages/contracts/src/said/en.ts',
    'apps/web/src/i18n/more-en.json',
  ];
  const unread = [
    'apps/daemon/src/cli/run.test.ts',
    'apps/daemon/src/host/test/engine.ts',
    'apps/daemon/src/cli/completion.ts',
    'apps/web/src/i18n/de.json',
    'scripts/files.ts',
  ];
  expect(read.filter((path) => !hasSentences(path))).toEqual([]);
  expect(unread.filter(hasSentences)).toEqual([]);
});

test('a part of a whole and a token of a design file are no slips', () => {
  expect(unusedWords("say('0 of 1 checks can be made'); say('colors: { ink: \"#111\" }')")).toEqual([]);
  expect(unusedWords("say('Only 1 checks'); say('plum ink')")).toHaveLength(2);
});

test('the name of a value that is put into a sentence is found; a function that says it in words is not', () => {
  const said = (...values: string[]): string =>
    values.map((value) => `say(\`it came to \${${value}} now\`);`).join('\n');
  const names = ['run.outcome ?? run.state', 'event.decision', 'gate', 'said.status'];
  expect(putIn(said(...names))).toEqual(
    names.map(
      (name, index) =>
        `${index + 1}: "\${${name}}" puts the name of a value into a sentence; say it in words`,
    ),
  );
  expect(putIn(said('outcomeWord(run)', 'WORDS[state]', 'verdict === null ? 1 : 2'))).toEqual([]);
  // No sentence: a key, an id.
  expect(putIn(`key(\`\${kind}-\${state}\`)`)).toEqual([]);
});

test('a count before a plural is found unless the one is said beside it; a part of a whole and a limit are none', () => {
  const found = (source: string): number => putIn(source).length;
  expect(found(`say(\`\${damaged} lines of the log\`)`)).toBe(1);
  expect(found(`say(\`at most \${maxRounds} rounds\`)`)).toBe(1);
  expect(found(`say(\`and \${left} more runs\`)`)).toBe(1);
  expect(found(`say(n === 1 ? '1 run' : \`\${n} runs of it\`)`)).toBe(0);
  expect(found(`say(\`\${count(n, 'run')} of it\`)`)).toBe(0);
  expect(found(`say(\`2 of \${all} checks hold\`)`)).toBe(0);
  expect(found(`say(\`at most \${MAX_FILES} files are read\`)`)).toBe(0);
});

test('a message that counts has a form for one', () => {
  expect(countedMessages({ 'ops.bar': 'at most {most} runs' })).toEqual([
    'ops.bar: "{most} runs" has no form for one; write ops.bar.one and ops.bar.other',
  ]);
  expect(countedMessages({ 'ops.bar.other': 'at most {most} runs' })).toHaveLength(1);
  expect(
    countedMessages({
      'ops.bar.one': 'at most {most} run',
      'ops.bar.other': 'at most {most} runs',
      'ops.queue': 'Runs that wait: {waiting}',
      'trust.seen': '{caught} of {planted} planted defects',
    }),
  ).toEqual([]);
});
