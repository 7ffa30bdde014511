import { NOTHING_KNOWN } from '@design-jury/contracts/trust/line';
import { render } from 'preact-render-to-string';
import { beforeEach, expect, test } from 'vitest';
import english from '../i18n/en.json';
import { setMessages } from '../i18n/i18n.ts';
import more from '../i18n/more-en.json';
import { Changes } from './Changes.tsx';
import { NextSteps } from './NextSteps.tsx';
import { TrustLine } from './TrustLine.tsx';
import { Panel } from './TrustPage.tsx';
import { Result } from './VerifyPage.tsx';

beforeEach(() => setMessages('en', { ...english, ...more }));

const text = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

test('what to do next counts must-fixes and names each score that has to rise', () => {
  const mustFix = { role: 'copy', severity: 'major', text: 'x', target: null, evidence: null } as const;
  const steps = [
    { kind: 'must_fix', id: 'a', ...mustFix },
    { kind: 'must_fix', id: 'b', ...mustFix },
    { kind: 'raise', role: 'critic', from: 7, to: 8.5, dims: [{ name: 'hierarchy', score: 5 }] },
    { kind: 'vote', role: 'brand', atLeast: 4 },
    { kind: 'page' },
  ] as const;
  const words = text(render(<NextSteps steps={steps.map((step) => ({ ...step }) as never)} />));
  expect(words).toContain('Fix the open must-fixes: 2.');
  expect(words).toContain('Raise Critic from 7.0 to 8.5. Lowest: hierarchy 5.0');
  expect(words).toContain('Get a vote of Brand, of at least 4.0.');
  expect(words).toContain('Bring a page');
  expect(render(<NextSteps steps={[]} />)).toBe('');
});

const SEEN = { planted: 41, caught: 28, share: 0.68, low: 0.52, high: 0.82, seed: 1 };
const RECALLS = {
  recall: { ...SEEN, mustFix: 21, pool: '2026-11-17' },
  knownRecall: { ...SEEN, planted: 51, caught: 51, share: 1, low: 0.93, high: 1 },
};

test('the trust line has all six quantities, and says of each whether it is known', () => {
  expect(text(render(<TrustLine line={NOTHING_KNOWN} />)).match(/not known/g)).toHaveLength(6);
  const words = text(render(<TrustLine line={{ ...NOTHING_KNOWN, ...RECALLS }} />));
  expect(words).toContain(
    'Recall 0.68 (0.52–0.82): 28 of 41 planted defects that were written without knowing the checks were seen, 21 of them as must-fixes',
  );
  expect(words).toContain('Recall of known kinds 1.00 (0.93–1.00): 51 of 51 planted defects');
  expect(words.match(/not known/g)).toHaveLength(4);
});

test('a certificate that holds is shown with what it is about, one that does not with why', () => {
  const held = {
    holds: true,
    key: { id: 'a'.repeat(64), name: 'The team' },
    runId: 'r-1',
    protocol: 'theater',
    status: 'shipped',
    exitCode: 0,
    composite: 8.6,
    page: { sha256: 'b'.repeat(64), matches: true },
    events: 42,
    agents: ['grounded'],
    issuedAt: '2026-01-01T00:00:00.000Z',
    commit: null,
    trust: NOTHING_KNOWN,
  } as const;
  const words = text(render(<Result shown={{ found: { ...held, agents: [...held.agents] } }} />));
  expect(words).toContain('Holds: Shipped, 8.6');
  expect(words).toContain('The team (aaaaaaaaaaaa)');
  const loop = { ...held, agents: [], protocol: 'loop', status: 'CONVERGED', exitCode: 1, composite: null };
  expect(text(render(<Result shown={{ found: loop }} />))).toMatch(/^Holds: Not passed .*r-1, Text check/);
  expect(words).toContain('bbbbbbbbbbbb, the one given');
  expect(words).toContain('How far to trust this verdict');
  const passed = { ...held, agents: ['grounded'], protocol: 'loop', status: 'converged', composite: null };
  const said = text(render(<Result shown={{ found: passed }} />));
  expect(said).toContain('Holds: Passed');
  expect(said).not.toMatch(/\b(?:loop|converged|grounded)\b/);
  const refused = { holds: false, reason: 'broken_chain', message: 'its events are others' } as const;
  expect(text(render(<Result shown={{ found: refused }} />))).toBe(
    'Does not hold Its events are not those that were signed.',
  );
});

test('what the rounds changed is told together, and day by day where there were several', () => {
  const changes = {
    runs: 3,
    revised: 2,
    improved: 2,
    turned: 1,
    resolved: 9,
    opened: 10,
    meanRise: 1.5,
    diff: { added: 12, removed: 7 },
    costUsd: null,
  };
  const one = text(render(<Changes changes={{ ...changes, runs: 1 }} days={[]} limit={100} />));
  expect(one).toContain('Of the newest run.');
  const days = ['2026-01-02', '2026-01-01'].map((day) => ({ ...changes, day }));
  const words = text(render(<Changes changes={changes} days={days} limit={100} />));
  expect(words).toContain('+12 −7');
  expect(words).toContain('2026-01-02 3 9 / 10 1.5 +12 −7 not known');
  expect(render(<Changes changes={changes} days={days.slice(1)} limit={100} />)).not.toContain('<table');
});

test('judges are shown with their correlation; what is not known is said so', () => {
  const effective = { votes: 1.5, low: 1.2, high: 2, correlation: 0.33 };
  const panel = {
    agent: 'codex',
    judges: ['copy', 'critic'],
    pairs: [
      [1, 0.33],
      [0.33, 1],
    ],
    items: 12,
    effective,
    from: 'errors' as const,
    recalls: RECALLS,
  };
  const words = text(render(<Panel panel={panel} />));
  expect(words).toContain('2 judges are worth 1.5 independent votes (1.2 to 2.0).');
  expect(words).toContain('0.33');
  expect(words).toContain('How alike their errors are');
  expect(words).toContain('On the page that was tested last Recall 0.68');
  expect(text(render(<Panel panel={{ ...panel, recalls: null }} />))).not.toContain('Recall');
  expect(text(render(<Panel panel={{ ...panel, from: 'scores' }} />))).toContain('How alike they score');
  expect(text(render(<Panel panel={{ ...panel, pairs: [], effective: null }} />))).toContain(
    'Effective votes: not known',
  );
});
