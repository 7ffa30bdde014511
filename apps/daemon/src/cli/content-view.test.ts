/** A run of the content pipeline as people see it at a screen, and as programs read it. */

import { stripVTControlCharacters } from 'node:util';
import { DEPLOY_STEPS } from '@design-jury/contracts/content/events';
import type { StampedContent } from '@design-jury/contracts/content/fold';
import type { PipelineProgress } from '@design-jury/contracts/content/schema';
import { expect, test } from 'vitest';
import type { ContentResult } from '../protocols/content/service.ts';
import { contentView } from './content-view.ts';
import type { OutputFormat } from './output-format.ts';
import { widthOf } from './terminal/text.ts';
import { recordingShell } from './test/recording-shell.ts';

const FOUND = 'The first sentence says nothing that a reader of harbour news could use on the same day';
const EVENTS = [
  { type: 'content.started', ideaId: 'tidewatch', contentType: 'blog-post', agent: 'grounded', maxRounds: 3 },
  { type: 'content.panel_chosen', by: 'named', panel: [{ advisorId: 'seo', name: 'SEO Expert' }] },
  {
    ...{
      type: 'content.critic_scored',
      round: 1,
      advisorId: 'seo',
      name: 'SEO Expert',
      score: 6,
      pass: false,
    },
    issues: [{ severity: 'high', description: FOUND, suggestion: '', location: '' }],
  },
  {
    ...{ type: 'content.decided', round: 1, decision: 'revise', basis: 'high-severity' },
    ...{ avgScore: 6, highIssueCount: 1 },
  },
  ...DEPLOY_STEPS.map((step) => ({ type: 'content.deploy_step', step, detail: 'done' })),
] as unknown as StampedContent[];

const STEPS = ['draft', 'select', 'critique', 'decide', 'summarise', 'revise', 'save', 'deploy'];
const PROGRESS = {
  ...{ status: 'running', contentType: 'blog-post', currentStep: 'decide', round: 1, maxRounds: 3 },
  steps: STEPS.map((name) => ({ name, status: name === 'decide' ? 'running' : 'pending' })),
} as unknown as PipelineProgress;
const PAUSED: ContentResult = { status: 'paused', reason: 'stopped', message: 'it was stopped' };
const NOT_DEPLOYED = { ok: false as const, step: 'create_repo', message: 'git is not here' };
const RESUME = 'jury content ideas/tidewatch --resume';

function told(format: OutputFormat, columns = 80, color = false): string {
  const { shell } = recordingShell('/nowhere');
  let printed = '';
  const atScreen = {
    ...{ ...shell, errorIsTty: true, errorPaint: { color, unicode: true } },
    terminal: { ...shell.terminal, columns },
    error(text: string) {
      printed += text;
    },
  };
  const view = contentView(atScreen, false, format, RESUME);
  for (const event of EVENTS) view.onEvent(event);
  view.show(PROGRESS);
  view.end('r-1', PAUSED, null, NOT_DEPLOYED, false);
  return printed;
}

test('at a screen a round is told by its figure first, and what was found stands below it', () => {
  const lines = told('screen', 120).split('\n');
  const figure = lines.findIndex((line) => line.startsWith('Round 1: 6.0 of 10, 1 serious issue open.'));
  expect(lines[figure + 1]).toContain(`Serious: ${FOUND}`);
});

test('at a screen no step, kind of text or choice is told by its name in the protocol', () => {
  const shown = told('screen');
  expect(shown).not.toMatch(/[a-z]_[a-z]|blog-post|named:|if needed|Round \d of \d max|--resume\./);
  expect(shown).toContain('Round 1 of at most 3');
  expect(shown).toContain('The site is not deployed, it stopped at “Commit”: git is not here.');
});

test('what was put aside is gone on with by the command as it was called, on a line of its own', () => {
  expect(told('screen', 40).split('\n')).toContain(`  ${RESUME}`);
});

test('what was found in a round that was put aside is told without a figure', () => {
  const { shell, errors } = recordingShell('/nowhere');
  const view = contentView(shell, false, 'screen', RESUME);
  for (const event of EVENTS.slice(0, 3)) view.onEvent(event);
  expect(errors()).not.toContain(FOUND);
  view.onEvent({ type: 'content.paused', reason: 'stopped', message: '' } as unknown as StampedContent);
  expect(errors()).toContain(FOUND);
});

test.each([60, 80, 120])(
  'nothing but a command is wider than %i columns, and colours end where they began',
  (columns) => {
    const shown = told('screen', columns, true);
    expect(shown).toContain('\u001b[');
    const plain = stripVTControlCharacters(shown).split('\n');
    expect(Math.max(...plain.filter((line) => line.trim() !== RESUME).map(widthOf))).toBeLessThanOrEqual(
      columns,
    );
    for (const line of shown.split('\n')) expect((line.split('\u001b[').length - 1) % 2, line).toBe(0);
  },
);

test('the literal format is the seed’s, byte for byte', () => {
  const shown = told('literal', 200);
  expect(shown.split('\n').slice(0, 5)).toEqual([
    'tidewatch: blog-post, written and reviewed by grounded',
    'critics (chosen by named): SEO Expert',
    `high: ${FOUND} (SEO Expert)`,
    'round 1: revise (high-severity)',
    '✓ design_brand done',
  ]);
  expect(shown).toContain('○ Revision (if needed)\n');
  expect(shown).toContain('Round 1 of 3 max\n');
  expect(shown).toMatch(
    /paused: it was stopped; continue with --resume\nnot deployed: create_repo: git is not here\n$/,
  );
});
