import { describe, expect, it } from 'vitest';
import { ACTS } from '../apps/daemon/src/conformance/test/acts.ts';
import { checkAgentsDoc, gradeOf, withGrades, withTables } from './agents-doc.ts';
import type { MatrixRow } from './conformance-matrix.ts';

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
    const cellOf = (rows: readonly MatrixRow[], player: string, act: string): string | undefined => {
      const lines = withTables(PAGE, [], rows).split('\n');
      const cells = (start: string): string[] =>
        (lines.find((line) => line.startsWith(`| ${start} |`)) ?? '').split('|').map((cell) => cell.trim());
      return cells(player)[cells('Agent, transport').indexOf(act)];
    };
    expect(cellOf([ROW], 'gemini, acp', '401')).toBe('failed auth');
    const wrong = { ...ROW, problems: ['2 processes were left'] };
    expect(cellOf([wrong], 'gemini, acp', '401')).toBe('**failed auth**');
    // An act that nobody has played is in the table all the same.
    for (const { name } of ACTS)
      if (name !== '401') expect([name, cellOf([ROW], 'gemini, acp', name)]).toEqual([name, 'not run']);
    const other = { ...ROW, transport: 'stdio', act: '500' };
    expect(cellOf([ROW, other], 'gemini, acp', '500')).toBe('–');
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
