import type { ContentEvent } from '@design-jury/contracts/content/events';
import { EMPTY_PIPELINE, foldPipeline, type StampedContent } from '@design-jury/contracts/content/fold';
import type { RunRecord } from '@design-jury/contracts/run';
import { render } from 'preact-render-to-string';
import { beforeAll, describe, expect, test } from 'vitest';
import first from '../../i18n/en.json';
import { setMessages } from '../../i18n/i18n.ts';
import more from '../../i18n/more-en.json';
import { diffLines } from '../../shell/diff-lines.ts';
import { patchOf } from '../patch-of.ts';
import { AT, viewOf } from '../test/run.ts';
import { PipelineCritic } from './PipelineCritic.tsx';
import { PipelineView } from './PipelineView.tsx';

beforeAll(() => setMessages('en', { ...first, ...more }));

const TIDEWATCH: Partial<RunRecord> = {
  protocol: 'content',
  subjectKey: 'tidewatch',
  title: 'tidewatch: website',
  config: { contentType: 'website' },
};
const nothing = (): void => {};
const told = (list: readonly ContentEvent[]): StampedContent[] =>
  list.map((event, at) => ({ ...event, seq: at + 1, at: AT }));

function shown(
  list: readonly ContentEvent[],
  run: Partial<RunRecord> = {},
  index = list.length,
  held: boolean | null = null,
): string {
  return render(<PipelineView {...viewOf(list, { ...TIDEWATCH, ...run }, index, held)} />);
}

/** The words of a cell of the table, by the name of its row. */
function row(html: string, name: string): string {
  const at = html.indexOf(`<th scope="row">${name}`);
  expect(at, `a row ${name}`).toBeGreaterThan(-1);
  return html
    .slice(at, html.indexOf('</tr>', at))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
}

const STARTED: ContentEvent = {
  key: 'started',
  type: 'content.started',
  ideaId: 'tidewatch',
  contentType: 'website',
  agent: 'grounded',
  author: 'Brand Copywriter',
  maxRounds: 3,
  minScore: 4,
};
const step = (name: 'draft' | 'select' | 'critique' | 'revise' | 'deploy', round: number): ContentEvent => ({
  key: `step.${name}.${round}`,
  type: 'content.step_started',
  step: name,
  round,
});
const drafted = (round: number): ContentEvent => ({ key: `d${round}`, type: 'content.drafted', round });
const PANEL: ContentEvent = {
  key: 'panel',
  type: 'content.panel_chosen',
  by: 'lexical',
  panel: [
    {
      advisorId: 'april',
      name: 'April',
      role: 'strategist',
      domain: 'Positioning',
      focus: 'Whether the text says <b>what</b> the positioning says.',
      basis: 'lexical',
      words: ['positioning', 'market'],
    },
    { advisorId: 'seo', name: 'SEO Expert', role: 'critic', domain: 'Search', basis: 'named' },
  ],
};
const asked = (round: number, advisorId: string, attempt = 1): ContentEvent => ({
  key: `asked.${round}.${advisorId}.${attempt}`,
  type: 'content.critic_asked',
  round,
  advisorId,
  name: advisorId,
  attempt,
});
const HERO = { severity: 'high', description: 'The hero denies <it>.', suggestion: 'Say it.' } as const;
const scored = (
  round: number,
  advisorId: string,
  score: number,
  issues: (typeof HERO)[] = [],
): ContentEvent => ({
  key: `heard.${round}.${advisorId}`,
  type: 'content.critic_scored',
  round,
  advisorId,
  name: advisorId,
  score,
  pass: true,
  issues,
});
const failed = (round: number, advisorId: string): ContentEvent => ({
  key: `heard.${round}.${advisorId}`,
  type: 'content.critic_failed',
  round,
  advisorId,
  name: advisorId,
  error: 'said nothing twice',
});
const decided = (
  round: number,
  decision: 'approve' | 'revise',
  basis: 'high-severity' | 'threshold-met',
  avgScore: number,
): ContentEvent => ({
  key: `decided.${round}`,
  type: 'content.decided',
  round,
  decision,
  basis,
  avgScore,
  highIssueCount: decision === 'revise' ? 1 : 0,
});
const summed = (
  round: number,
  fixed: { text: string; round: number }[],
  wellScored: string[],
): ContentEvent => ({
  key: `summarised.${round}`,
  type: 'content.summarised',
  round,
  fixed,
  wellScored,
  regressed: [],
  brief: `Address these issues of round ${round}.`,
});
const saved = (round: number, quality: 'approved' | 'max-rounds-reached'): ContentEvent => ({
  key: 'saved',
  type: 'content.saved',
  round,
  quality,
  belowSafetyValve: quality !== 'approved',
});

const DRAFTED = [STARTED, step('draft', 1), drafted(1)];
const CRITICS = [...DRAFTED, step('select', 1), PANEL, step('critique', 1), asked(1, 'april')];
const ROUND_1 = [
  ...CRITICS,
  asked(1, 'seo'),
  scored(1, 'april', 5, [HERO]),
  scored(1, 'seo', 9),
  decided(1, 'revise', 'high-severity', 7),
  summed(1, [], ['Search']),
];
const ROUND_2 = [
  ...ROUND_1,
  step('revise', 2),
  drafted(2),
  scored(2, 'april', 8),
  scored(2, 'seo', 9),
  decided(2, 'approve', 'threshold-met', 8.5),
  summed(2, [{ text: HERO.description, round: 2 }], ['Search', 'Positioning']),
];

describe('a run of the content pipeline on screen', () => {
  test('before its first event it waits, and a replay of that moment says that nothing has happened', () => {
    expect(shown([])).toContain('Waiting for its turn.');
    expect(shown([STARTED], {}, 0)).toContain('Nothing has happened at this moment yet.');
  });

  test('started: who writes, since when, and which step runs', () => {
    const html = shown([STARTED, step('draft', 1)]);
    expect(html).toContain('Brand Copywriter writes the first draft.');
    expect(html).toContain('Last event');
    expect(html).toContain('without a model');
    expect(html).toMatch(/<li data-status="running" aria-current="step">.{0,60}Draft/);
    expect(html).not.toContain('<table>');
  });

  test('panel: names, role, field, and why each was chosen; a choice by words is labelled so', () => {
    const html = shown(CRITICS);
    expect(html).toContain('Chosen by shared words, without a model');
    expect(html).toContain('Named by the recipe');
    expect(html).not.toContain('Chosen by a model');
    expect(html).toContain('Shared words: positioning and market');
    expect(html).toContain('Strategist');
    expect(html).toContain('Whether the text says &lt;b>what&lt;/b> the positioning says.');
  });

  test('critics running: one reads, the other waits, and neither has a score', () => {
    const html = shown(CRITICS);
    expect(row(html, 'April')).toContain('Reading');
    expect(row(html, 'SEO Expert')).toContain('Waiting');
    expect(html).not.toContain('of 10</span>');
    expect(html).toContain('answered by 0 of 2 critics');
    expect(row(shown([...CRITICS, asked(1, 'april', 2)]), 'April')).toContain('try 2');
    const one = shown([...CRITICS, scored(1, 'april', 5, [HERO])]);
    expect(row(one, 'April')).toContain('5.0 of 10');
    expect(row(one, 'April')).toContain('Issues: 1 · High: 1');
    expect(one).toContain('answered by 1 of 2 critics');
    expect(row(one, 'Average')).toContain('not decided yet');
  });

  test('one failed: it is never a score, and the average is the daemon’s', () => {
    const html = shown([
      ...CRITICS,
      scored(1, 'april', 8),
      failed(1, 'seo'),
      decided(1, 'approve', 'threshold-met', 8),
    ]);
    expect(row(html, 'SEO Expert')).toContain('Failed does not count');
    expect(row(html, 'SEO Expert')).not.toMatch(/\d/);
    expect(row(html, 'Average')).toContain('8.0 of 10');
  });

  test('all failed is an error with its cause and what to do, never an approval', () => {
    const html = shown(
      [
        ...CRITICS,
        failed(1, 'april'),
        failed(1, 'seo'),
        {
          key: 'failed',
          type: 'content.failed',
          cause: 'all-critics-failed',
          message: 'all critics failed: …',
        },
      ],
      { state: 'ended', outcome: 'all-critics-failed', exitCode: 3 },
    );
    expect(html).toContain('data-status="broken"');
    expect(html).toContain('Ended with an error: all critics failed');
    expect(html).toContain('nothing is approved');
    expect(html).toContain('href="/ideas?idea=tidewatch"');
    expect(html).not.toContain('Approve<');
    expect(html).toMatch(/<li data-status="error"/);
  });

  test('revision: the editor’s decision with its reason, what must not get worse and where it came from', () => {
    const html = shown(ROUND_1);
    expect(row(html, 'Editor')).toContain('Revise issues of high severity: 1');
    expect(html).toContain('Draft 2 is being written.');
    expect(html).toContain('Well scored since round 1');
    expect(html).toContain('(SEO Expert)');
    expect(html).toContain('Address these issues of round 1.');
  });

  test('approved: two rounds beside each other, the fix with who raised it, both drafts to choose from', () => {
    const html = shown([...ROUND_2, saved(2, 'approved')], {
      state: 'ended',
      outcome: 'approved',
      exitCode: 0,
    });
    expect(html).toContain('Approved: draft 2.');
    expect(html).toContain('data-status="converged"');
    expect(row(html, 'April')).toMatch(/5\.0 of 10.*8\.0 of 10/);
    expect(row(html, 'Editor')).toContain('Approve the average reaches the minimum');
    expect(html).toContain('Fixed in round 2');
    expect(html).toContain('The hero denies &lt;it>. <span class="small">(April)</span>');
    expect(html).toContain('Draft 2 (chosen)');
    expect(html).not.toContain('Deployment</h2>');
    expect(html).not.toContain('Last event');
  });

  test('rounds used up: saved and not approved, with what is open and that it is below the minimum', () => {
    const html = shown([...ROUND_1, saved(1, 'max-rounds-reached')], {
      state: 'ended',
      outcome: 'max-rounds-reached',
      exitCode: 1,
    });
    expect(html).toContain('Saved, not approved: draft 1 of 1. High issues open: 1.');
    expect(html).toContain('Its average is below the minimum.');
    expect(html).toContain('data-status="stopped"');
  });

  test('paused: why, where it goes on, and a button; while the past is shown there is none', () => {
    const list: ContentEvent[] = [
      ...ROUND_1,
      { key: 'paused.1', type: 'content.paused', reason: 'time-budget', message: 'over' },
    ];
    const html = shown(list, { state: 'paused' });
    expect(html).toContain('Paused: the time for one process is up.');
    expect(html).toContain('It continues with: Revision.');
    expect(html).toContain('>Resume</button>');
    expect(shown([...list, drafted(2)], {}, list.length)).not.toContain('>Resume</button>');
    const resumed = shown([...list, { key: 'resumed.1', type: 'content.resumed' }]);
    expect(resumed).not.toContain('>Resume</button>');
    expect(resumed).toContain('Draft 2 is being written.');
    const stopped: ContentEvent = { key: 'p', type: 'content.paused', reason: 'stopped', message: 'stopped' };
    expect(row(shown([...CRITICS, stopped], { state: 'paused' }), 'April')).toContain('Waiting');
    expect(row(shown([...CRITICS, stopped, { key: 'r', type: 'content.resumed' }]), 'April')).toContain(
      'Reading',
    );
    const away = shown(
      [
        ...ROUND_1,
        { key: 'p', type: 'content.paused', reason: 'store-unavailable', message: 'Redis is away' },
      ],
      { state: 'paused' },
    );
    expect(away).toContain('Redis is away');
  });

  test('left: a process that died, or a daemon that put the run aside without a word, leaves a button', () => {
    for (const [run, held] of [
      [{ state: 'running' }, false],
      [{ state: 'paused', recoveryReason: 'daemon_restart' }, null],
    ] as const) {
      const html = shown(ROUND_1, run, ROUND_1.length, held);
      expect(html).toContain('No process is working on this run any more.');
      expect(html).toContain('>Resume</button>');
      expect(shown(ROUND_1, run, 1, held)).not.toContain('>Resume</button>');
    }
    expect(shown(ROUND_1, {}, ROUND_1.length, true)).toContain('A process is at work on it.');
  });

  test('deployed: every step with what it made, a link to the site and the commit', () => {
    const list: ContentEvent[] = [
      ...ROUND_2,
      saved(2, 'approved'),
      step('deploy', 2),
      ...['design_brand', 'assemble_site_files', 'validate_code', 'create_repo', 'deploy'].map(
        (name): ContentEvent => ({
          key: `deploy.${name}`,
          type: 'content.deploy_step',
          step: name,
          detail: `made by ${name}`,
        }),
      ),
    ];
    expect(shown(list)).toContain('The approved text becomes a site.');
    const html = shown(
      [
        ...list,
        {
          key: 'deployed',
          type: 'content.deployed',
          place: '/sites/tidewatch/',
          commit: 'abcdef0123456789abcdef',
          pushed: null,
          accessibility: 'axe found nothing',
        },
      ],
      { state: 'ended', outcome: 'approved', exitCode: 0 },
    );
    expect(html).toContain('Approved and deployed: draft 2.');
    expect(html).toContain('made by validate_code');
    expect(html).toContain('<b>Check of HTML and links</b>');
    expect(html).not.toMatch(/>[a-z]+_[a-z_]+</);
    expect(html).toContain('href="/sites/tidewatch/"');
    expect(html).toContain('>abcdef012345</code>');
    expect(html).toContain('Nothing to do');
    const broken = shown(
      [
        ...list.slice(0, -3),
        { key: 'n', type: 'content.not_deployed', step: 'validate_code', message: 'html has no lang' },
      ],
      { state: 'ended', outcome: 'not-deployed', exitCode: 3 },
    );
    expect(broken).toContain('Not deployed: html has no lang');
    expect(broken).not.toContain('/sites/');
  });

  test('a place that is no address of the daemon is not made a link', () => {
    const html = shown([
      ...ROUND_2,
      saved(2, 'approved'),
      {
        key: 'd',
        type: 'content.deployed',
        place: 'javascript:alert(1)',
        commit: 'abc',
        pushed: null,
        accessibility: '',
      },
    ]);
    expect(html).toContain('Place: javascript:alert(1)');
    expect(html).not.toContain('href="javascript');
  });

  test('replay: every moment is drawn, and none knows what came later', () => {
    const list = [...ROUND_2, saved(2, 'approved')];
    for (let index = 0; index <= list.length; index++) {
      const html = shown(list, { state: 'ended', outcome: 'approved', exitCode: 0 }, index);
      expect(html.includes('Approved: draft 2.'), `moment ${index}`).toBe(index === list.length);
      if (index < ROUND_1.length) expect(html).not.toContain('Fixed in round 2');
    }
  });

  test('what a critic said stands with severity and suggestion; a failed one has its reason', () => {
    const fold = told(ROUND_1).reduce(foldPipeline, EMPTY_PIPELINE);
    const detail = (advisorId: string): string =>
      render(<PipelineCritic fold={fold} place={{ round: 1, advisorId }} onClose={nothing} />);
    expect(detail('april')).toContain('data-severity="high"');
    expect(detail('april')).toContain('Suggestion: Say it.');
    expect(detail('april')).not.toContain('counts as well done');
    expect(detail('seo')).toContain('Search counts as well done');
    const broken = told([...CRITICS, failed(1, 'seo')]).reduce(foldPipeline, EMPTY_PIPELINE);
    expect(
      render(<PipelineCritic fold={broken} place={{ round: 1, advisorId: 'seo' }} onClose={nothing} />),
    ).toContain('counts neither as a score nor as a pass: said nothing twice');
  });
});

test('a line of dashes in a draft stays a line of the draft', () => {
  expect(patchOf(diffLines('a\n---\nb', 'a\nb'), (count) => `${count} lines`)).toBe('  a\n- ---\n  b');
});
