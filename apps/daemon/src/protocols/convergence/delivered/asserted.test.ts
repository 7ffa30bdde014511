import { describe, expect, test } from 'vitest';
import { requirementsOf } from '../brief.ts';
import { provingCommands } from '../brief-commands.ts';
import { onlyConstants } from './asserted.ts';
import { exampleIn, isExampleTested, otherwiseTested } from './example-calls.ts';
import { missingOfList } from './listed.ts';

const at = (text: string, path = 'test/a.test.js') => ({ path, text });

describe('what tests assert', () => {
  test.each([
    "test('a', () => assert.equal(true, true));\ntest('b', () => assert.ok('x'));",
    'it("a", () => { expect(1).toBe(1); });',
    'def test_a():\n    assert True\n    assert 1 == 1\n',
    'self.assertTrue(True)',
  ])('only constants: %s', (text) => {
    expect(
      onlyConstants(at(text, text.includes('def') ? 'tests/test_a.py' : 'test/a.test.js')),
    ).not.toBeNull();
  });

  test.each([
    "test('a', () => assert.equal(total(1), 1));",
    'expect(total(1)).toBe(1); expect(1).toBe(1);',
    'const x = total(1); assert(x === 1)',
    'def test_a():\n    assert total(1) == 1\n',
    'nothing is asserted here',
  ])('something of the program, or nothing at all: %s', (text) => {
    expect(onlyConstants(at(text))).toBeNull();
  });
});

describe('an example of the brief', () => {
  const ASKED = '- AC1: `total(20000)` is 18000.';

  test('is read with its call and its result', () => {
    expect(exampleIn(ASKED)).toEqual({ name: 'total', args: '20000', wanted: '18000' });
    expect(exampleIn('- C1: `reparto(9000, [10, 20])` es `[3000, 6000]`.')?.wanted).toBe('[3000,6000]');
    expect(exampleIn('- R3: `total(pence)` in `src/a.js` returns whole pence.')).toBeNull();
  });

  test('a test that asserts another result is against it', () => {
    expect(otherwiseTested(ASKED, [at('assert.equal(total(20000), 22000)')])).toContain('22000');
    expect(otherwiseTested(ASKED, [at('expect(total( 20000 )).toBe(22000)')])).toContain('22000');
    expect(otherwiseTested(ASKED, [at('assert.equal(total(20000), 18000)')])).toBeNull();
    expect(otherwiseTested(ASKED, [at('assert.equal(total(20000), 22000)', 'src/a.js')])).toBeNull();
  });

  test('a row of a table of cases shows it as well as the call', () => {
    expect(isExampleTested(ASKED, [at('test.each([[20000, 18000], [1, 1]])')])).toBe(true);
    expect(isExampleTested(ASKED, [at('assert.equal(total(1), 1)')])).toBe(false);
  });
});

describe('commands of a brief', () => {
  const block = (heading: string, command: string): string =>
    `# B\n\n## ${heading}\n\n\`\`\`sh\n${command}\n\`\`\`\n`;

  test('lines of a block below words about proving are run, with programs of the work itself', () => {
    expect(provingCommands(block('Validation commands', 'node check.mjs'))).toEqual(['node check.mjs']);
    expect(provingCommands(block('Tests', '$ npm test  # all'))).toEqual(['npm test']);
    expect(provingCommands('Run `npm test` first.')).toEqual(['npm test']);
  });

  test.each([
    block('Setup', 'node install.mjs'),
    block('Validation commands', 'node ../outside.mjs'),
    block('Validation commands', 'rm -rf build'),
    block('Validation commands', 'node check.mjs; rm -rf build'),
    block('Validation commands', 'node -e 1'),
    'Run `node check.mjs` first.',
  ])('others are not: %s', (brief) => {
    expect(provingCommands(brief)).toEqual([]);
  });
});

describe('of which file a requirement speaks', () => {
  test('"It" is the file that the one before it names', () => {
    const brief =
      '# B\n\n## Requirements\n\n- R1: `handbook.md` explains shifts.\n- R2: It names whom to call.\n- R3: `map.md` shows the hall.\n';
    expect(requirementsOf(brief).map(({ paragraph }) => paragraph?.includes('handbook.md') ?? false)).toEqual(
      [false, true, false],
    );
  });

  test('where a brief names one file and its test, all are about that file', () => {
    const brief =
      '# B\n\n## Requirements\n\n- R1: `src/a.js` exports `a`.\n- R2: Small orders get no discount.\n\nSee `test/a.test.js`.\n';
    expect(requirementsOf(brief).find(({ id }) => id === 'R2')?.paragraph).toBe('`src/a.js`');
  });
});

test('steps are there where they are numbered, whatever they are called', () => {
  const raw = 'A chapter with steps, tools and a deadline.';
  const text = '## Filter\n\nTools: a screwdriver. Deadline: 12 weeks.\n\n1. Switch it off.\n2. Open it.\n';
  expect(missingOfList(raw, [{ path: 'a.md', text }])).toBeNull();
  expect(missingOfList(raw, [{ path: 'a.md', text: text.replace(/^\d\. /gm, '') }])?.gone).toEqual(['steps']);
});
