import { expect, test } from 'vitest';
import { hasSentences, unusedWords } from './check-words.ts';

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
