import { createHash } from 'node:crypto';
import type { Finding } from '@design-jury/contracts/convergence/schema';
import { describe, expect, test } from 'vitest';
import { reportHtml, reportMarkdown } from '../../report/convergence-report.ts';
import { answered, settledByHand, withQuestions } from './clarifications.ts';
import { reportOf } from './report.ts';
import type { ConvergenceResult } from './result.ts';
import { fullReport } from './test/full-report.ts';
import { workerResultFiles } from './worker-results.ts';

const finding = (more: Partial<Finding>): Finding => ({
  id: 'F-001',
  claim: 'A claim',
  discoveredBy: ['alpha'],
  originWorker: 'alpha',
  originEvidence: [{ kind: 'file', ref: 'src/a.ts', line: 3 }],
  ticketIds: [],
  source: null,
  supplements: [],
  notAsked: [],
  rounds: [],
  classification: 'full-consensus',
  disputed: false,
  unverified: false,
  ...more,
});
const RESULT: ConvergenceResult = {
  findings: [],
  finalState: 'converged',
  totalRounds: 1,
  notes: [],
  critic: null,
  criticSaid: null,
  dropped: [],
  clarifications: [],
  draft: null,
  lacksPlan: false,
  handsOver: false,
  gate: null,
  acceptance: null,
  analyses: [],
  absent: [],
};
const EVIL = '<script>alert(1)</script> | a\n\n# Heading ![x](http://example.org/x.png) </td>';
const both = (result: Partial<ConvergenceResult>, language: 'en' | 'ko' = 'en') => {
  const report = reportOf({
    taskKey: 'T-1',
    phase: 'error-analysis',
    language,
    result: { ...RESULT, ...result },
  });
  return { markdown: reportMarkdown(report), html: reportHtml(report) };
};

const CLARIFIED = {
  id: 'C-001' as const,
  kind: 'question' as const,
  statement: 'Which day? Evidence checked: brief:3',
  expectedForm: 'a day',
  status: 'open' as const,
  blocks: 'none' as const,
  userInput: '',
};

describe('the report', () => {
  test('shows findings by class with votes, what was added, and who dissents and why', () => {
    const vote = {
      verdict: 'disagree' as const,
      disagreeBasis: 'counter-evidence' as const,
      rationale: 'it is not so',
      evidence: [{ kind: 'file' as const, ref: 'src/b.ts', line: 9 }],
    };
    const { markdown } = both({
      findings: [
        finding({
          classification: 'contested',
          rounds: [{ round: 1, votes: { beta: vote } }],
          supplements: [{ by: 'gamma', text: 'and more' }],
        }),
      ],
    });
    expect(markdown).toContain(
      '## Contested\n\n|  | Finding | Votes | Evidence |\n|---|---|---|---|\n| F-001 | A claim | alpha ✓; beta disagree (counter-evidence) R1 | src/a.ts:3 |\n\n- F-001, Added (gamma): and more\n- F-001, Dissent (beta): it is not so [src/b.ts:9]\n',
    );
  });

  test('what workers write is text: no row, no tag, no picture of theirs', () => {
    const { markdown, html } = both({ findings: [finding({ claim: EVIL })] });
    expect(markdown.split('\n').filter((line) => line.startsWith('| F-001'))).toHaveLength(1);
    expect(markdown).not.toMatch(/<script|^# Heading|[^\\]!\[x\]/m);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;');
  });

  test('the HTML needs nothing else: no script, nothing fetched', () => {
    const { html } = both({ findings: [finding({})] });
    expect(html).not.toMatch(/<(?:script|link|img|iframe)|https?:|@import|url\(/);
    expect(html).toContain(`default-src 'none'`);
  });

  test('workers that reach different verdicts are shown to', () => {
    const acceptance = {
      verdict: 'conditional-accept' as const,
      blockers: [],
      risks: [],
      requirements: [{ id: 'R1', text: 'must', line: 3, artifacts: [], blocker: 'R-001' }],
      workerVerdicts: [
        { worker: 'alpha', verdict: 'accepted' as const, supports: [] },
        { worker: 'beta', verdict: 'blocked' as const, supports: ['B-001'] },
        { worker: 'gamma', verdict: null, supports: [] },
      ],
    };
    const { markdown } = both({ acceptance });
    expect(markdown).toContain('The workers do not agree on the verdict.');
    expect(markdown).toContain('| beta | blocked | B-001 |\n| gamma | Without a result |');
    expect(markdown).toContain('| R1 | must |  | R-001 |');
    // Its exit code says no, and so does its first word.
    expect(both({ acceptance }).html).toContain('Not accepted yet: a requirement is not delivered');
    const delivered = { ...acceptance, requirements: [] };
    expect(both({ acceptance: delivered }).html).toContain('Accepted with conditions');
    const agreed = { ...acceptance, workerVerdicts: acceptance.workerVerdicts.slice(0, 1) };
    expect(both({ acceptance: agreed }).markdown).not.toContain('do not agree');
  });

  test('there is one table of questions, and what is open is said', () => {
    const { items } = withQuestions(
      [],
      [
        {
          kind: 'decision',
          statement: 'Which day?',
          evidenceChecked: 'brief:3',
          expectedForm: 'a day',
          blocksApproval: true,
        },
      ],
    );
    const { markdown } = both({ clarifications: items });
    expect(markdown.match(/## 5\. Clarification items/g)).toHaveLength(1);
    expect(markdown).toContain('1 still open.');
    expect(markdown).toContain(
      '| C-001 | decision | Which day? Evidence checked: brief:3 | a day | open | approval |  |',
    );
  });

  test('open questions have a form in the HTML, with their kinds in the table; its script is the only one, by its hash', () => {
    const html = reportHtml(fullReport('en'));
    expect(html).toMatch(/<th scope="col" role="columnheader">Kind<\/th>/);
    expect(html).toMatch(/<td role="cell" data-label="Kind">decision<\/td>/);
    const fields = [...html.matchAll(/<textarea id="([^"]*)" name="([^"]*)"/g)].map(([, id]) => id);
    // What is answered is not asked again.
    expect(fields).toEqual(['C-001']);
    const scripts = [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text]) => text ?? '');
    expect(scripts).toHaveLength(1);
    const hash = createHash('sha256')
      .update(scripts[0] ?? '')
      .digest('base64');
    expect(html).toContain(
      `; script-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'">`,
    );
    expect(html).toMatch(/default-src 'none'; style-src 'sha256-/);
    expect(html).not.toContain('unsafe-inline');
    const { html: without } = both({ clarifications: [] });
    expect(without).not.toMatch(/<form|<script|script-src/);
  });

  test('what a question says cannot leave its field', () => {
    const asked = { ...CLARIFIED, statement: `"><script>alert(1)</script> \u202e</form>` };
    const { html } = both({ clarifications: [asked] });
    expect(html.match(/<script/g)).toHaveLength(1);
    const held = /data-items="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
    const unescaped = held
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replaceAll('&apos;', "'");
    expect(JSON.parse(unescaped)).toEqual([asked]);
  });

  test('speaks Korean where it is asked to', () => {
    const { markdown, html } = both({ findings: [finding({})] }, 'ko');
    expect(markdown).toContain('## 전원 동의');
    expect(html).toContain('<html lang="ko">');
  });

  test.each([
    ['en', 'Plan blocked', '3 gaps named, 1 shared by others.'],
    ['ko', '계획 차단', '누락 3건 제시, 1건 동의됨.'],
  ] as const)(
    '%s: begins with what it came to, and says everything in words',
    (language, outcome, critic) => {
      const report = fullReport(language);
      const html = reportHtml(report);
      expect(html).toContain(`<p class="status bad">${outcome}</p>`);
      expect(html).toContain(critic);
      expect(html + reportMarkdown(report)).not.toMatch(/gapsProposed|undefined|\[object/);
    },
  );

  test('what several dissent in the same words is one line; a vote names every kind', () => {
    const markdown = reportMarkdown(fullReport('en'));
    expect(markdown).toMatch(/^- P-Step-1, Dissent \(claude, codex\): a, .* does not exist$/m);
    expect(markdown).toContain('| claude disagree (a, b); codex agree | dissent-isolated |');
  });

  test('a plan is written with approved: false, always', () => {
    const report = reportOf({
      taskKey: 'T',
      phase: 'implementation-planning',
      language: 'en',
      result: { ...RESULT, gate: { result: 'passed', gating: true, items: [], dissent: [] } },
    });
    expect(reportMarkdown(report).startsWith('---\napproved: false\ngate: passed\n---\n')).toBe(true);
  });
});

describe('[V10] clarification items', () => {
  const question = {
    kind: 'decision' as const,
    statement: 'Line 4 of the brief is open: TBD',
    evidenceChecked: 'brief:4',
    expectedForm: 'a word',
    blocksApproval: false,
  };

  test('two open places of one brief are two; the same one is asked once and may come to block', () => {
    const other = { ...question, statement: 'Line 9 of the brief is open: TBD', evidenceChecked: 'brief:9' };
    const { items } = withQuestions([], [question, other, { ...question, blocksApproval: true }]);
    expect(items.map(({ id, blocks }) => [id, blocks])).toEqual([
      ['C-001', 'approval'],
      ['C-002', 'none'],
    ]);
  });

  test('blank input leaves an item open; an answer in the file counts', () => {
    const {
      items: [item],
    } = withQuestions([], [question]);
    expect(item === undefined ? null : answered(item, '  ').status).toBe('open');
    expect(settledByHand([{ ...(item as NonNullable<typeof item>), userInput: 'Monday' }])[0]?.status).toBe(
      'answered',
    );
  });
});

test('one file per worker, and the critic’s under its own name', () => {
  const files = workerResultFiles(
    {
      ...RESULT,
      analyses: [
        {
          worker: 'alpha',
          result: {
            status: 'ok',
            value: { findings: [{ worker: 'alpha', claim: 'A', evidence: [] }], questions: [], coverage: [] },
          },
        },
        { worker: 'beta', result: { status: 'error', error: 'timed out', attempts: 2 } },
      ],
      critic: { provider: 'alpha', modelExecutionValue: 'm', gapsProposed: 1, gapsMerged: 0 },
      criticSaid: ['a gap'],
      dropped: [finding({ id: 'G-001', classification: 'worker-unique' })],
    },
    'error-analysis',
    3,
  );
  expect(files.map(({ name }) => name)).toEqual([
    'alpha-error-analysis-3.md',
    'beta-error-analysis-3.md',
    'alpha-critic-error-analysis-3.md',
  ]);
  expect(files[1]?.text).toContain('No result after 2 attempts: timed out');
  expect(files[2]?.text).toContain('- a gap\n- G-001: dropped, worker-unique');
});
