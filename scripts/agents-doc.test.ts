import { describe, expect, it } from 'vitest';
import { checkAgentsDoc, gradeOf, withGrades, withTables } from './agents-doc.ts';

const PAGE = `before
<!-- compatibility: written by npm run docs:agents -->
old
<!-- /compatibility -->
between
<!-- failures: written by npm run docs:agents -->
<!-- /failures -->
after
`;

const CYCLE = {
  agent: 'gemini',
  version: '0.61.0',
  transport: 'acp',
  model: 'scripted' as const,
  at: '2026-11-16T00:00:00.000Z',
  cases: 11,
  complete: 11,
  cleanParse: 10,
  passed: 9,
  failures: [],
};
const ROW = {
  agent: 'gemini',
  version: '0.61.0',
  transport: 'acp',
  act: '401',
  outcome: 'failed auth',
  problems: [],
};

describe('docs/agent-adapters.md', () => {
  it('shows the last cycle of each agent, and those nobody has tried as not run', () => {
    const page = withTables(PAGE, [{ ...CYCLE, cleanParse: 11 }, CYCLE], [ROW]);
    expect(page).toMatch(
      /^\| Gemini CLI .* \| 11 of 11 \| 10 of 11 \| 9 of 11 \| wavering \| 2026-11-16, 0\.61\.0 \|$/m,
    );
    expect(page).toMatch(/^\| Aider .* \| not run \| – \| – \| unknown \| – \|$/m);
    expect(page).toMatch(/^before\n/);
    expect(page).toMatch(/between\n.*after\n$/s);
  });

  it('grades an agent by the weakest of what its last cycle showed', () => {
    expect(gradeOf(undefined)).toBe('not tried');
    for (const [passed, grade] of [
      [10, 'A'],
      [9, 'B'],
      [6, 'C'],
      [5, 'D'],
    ] as const)
      expect(gradeOf({ ...CYCLE, cases: 10, complete: 10, cleanParse: 10, passed })).toBe(grade);
    const readme = '<!-- grades: written by npm run docs:agents -->\n<!-- /grades -->\n';
    expect(withGrades(readme, [CYCLE])).toMatch(/\| C \| Gemini CLI \|/);
  });

  it('marks an outcome that is not what it should be', () => {
    expect(withTables(PAGE, [], [ROW])).toContain('| gemini, acp | failed auth |');
    expect(withTables(PAGE, [], [{ ...ROW, problems: ['2 processes were left'] }])).toContain(
      '| **failed auth** |',
    );
  });

  it('writes the same page again from the same data, and says when its places are gone', () => {
    const page = withTables(PAGE, [CYCLE], [ROW]);
    expect(withTables(page, [CYCLE], [ROW])).toBe(page);
    expect(() => withTables('nothing', [], [])).toThrow(/lacks <!-- compatibility/);
  });

  it('is up to date', async () => {
    expect(await checkAgentsDoc()).toEqual([]);
  });
});
