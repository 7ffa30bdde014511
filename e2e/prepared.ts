/** Every view with something on it: the addresses of the app, one run of each kind, and one of each end. */
import { readFileSync } from 'node:fs';
import { StartGivenRequestSchema } from '@design-jury/contracts/given';
import type { StartRunRequest } from '@design-jury/contracts/http';
import type { Page } from 'playwright-core';
import { startGiven } from '../apps/daemon/src/protocols/given/start.ts';
import { ask } from './session.ts';
import { givenServices, type Stage, until } from './stage.ts';

/** What stands at an address of its own, without a run or a project. */
export const PAGES = {
  home: '/',
  'a text': '/?job=loop',
  'a plan': '/?job=plan-check',
  'a project': '/?job=converge',
  'a delivery': '/?job=accept',
  nowhere: '/nowhere',
  runs: '/runs',
  agents: '/agents',
  settings: '/settings',
  designs: '/design-systems',
  ideas: '/ideas',
  questions: '/questions',
  ops: '/ops',
  trust: '/trust',
  verify: '/verify',
} as const;

/** Two links of one form, none of which leads anywhere, and no main content. */
export const TWINS = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The harbour of Aldern</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><h1>The harbour of Aldern</h1>
<p>The harbour opens at six and closes when the last boat is in. Bring your own line, and ask the master for a berth.</p>
<footer><a href="#">Privacy</a> <a href="#">Imprint</a></footer></body></html>`;

/** Ends that have words of their own, each by what brings it about. */
export const ENDS = {
  shipped: { agent: 'quick' },
  below_threshold: {
    agent: 'grounded',
    browser: 'never',
    maxRounds: 1,
    artifact: { content: TWINS, mime: 'text/html', name: 'harbour.html' },
  },
  failed: { agent: 'crashes' },
  degraded: { agent: 'garbled' },
  timed_out: { agent: 'silent', totalTimeoutMs: 800, perRoundTimeoutMs: 800 },
  interrupted: { agent: 'opening' },
  legacy: { agent: 'grounded', skill: 'weekly-update', critique: false },
} as const satisfies Record<string, Partial<StartRunRequest>>;
export type End = keyof typeof ENDS;

/** A run that came to this end. */
export async function endedRun(stage: Stage, end: End) {
  const started = await stage.start(ENDS[end] as Partial<StartRunRequest>);
  const { projectId, runId } = started;
  if (end === 'interrupted') {
    await until(
      () => stage.engine.jury.runSnapshot(projectId, runId),
      ({ run }) => run.state === 'running',
    );
    await stage.engine.jury.interruptRun(projectId, runId);
  }
  const { run } = await stage.finished(projectId, runId);
  if (run.state !== end) throw new Error(`a run that was to end as ${end} ended as ${run.state}`);
  return started;
}

const sent = (path: string, text: string) => ({ path, content: Buffer.from(text).toString('base64') });
const example = (path: string): string =>
  readFileSync(new URL(`../examples/${path}`, import.meta.url), 'utf8');

/** One contradiction in a spec that is clean otherwise: one question. */
export const ASKING_SPEC = example('specs/booking.md').replace(
  '## Signing in',
  '- FR-10: A booking must be released when nobody has checked in 30 minutes after it began.\n\n## Signing in',
);

const BRIEF = '# Guide\n\n- R1: There must be a file `guide.md` with a section "Refunds".\n';
const GUIDE = sent('guide.md', '# Guide\n\n## Prices\n\nOne price for all.\n');

/** A run of every protocol but the Theater's, each by a form of the app. */
export const KINDS = {
  loop: { kind: 'loop', command: 'spec', document: sent('booking.md', ASKING_SPEC) },
  'plan check': {
    kind: 'plan-check',
    document: sent('plan.md', '# Retry\n\n1. Write `a.md`.\n2. Read `a.md`.\n'),
  },
  'cross-check': {
    kind: 'converge',
    name: 'Guide',
    phase: 'error-analysis',
    brief: BRIEF,
    documents: [GUIDE],
  },
  acceptance: { kind: 'accept', name: 'Guide', brief: BRIEF, documents: [GUIDE] },
} as const;

/** Its id. It is over, or waits for an answer. */
export async function runOfKind(stage: Stage, kind: keyof typeof KINDS): Promise<string> {
  const { id } = await startGiven(givenServices(stage.engine), StartGivenRequestSchema.parse(KINDS[kind]));
  await stage.engine.host.done(id);
  return id;
}

/** Of one of the examples, without a model. */
export async function contentRun(stage: Stage): Promise<string> {
  const post = async (path: string, body: object): Promise<{ runId: string }> => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await ask(`${stage.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as { runId: string };
  };
  await post('/api/ideas', { example: 'tidewatch' });
  const { runId } = await post('/api/content-pipeline/tidewatch', { contentType: 'blog-post' });
  await stage.engine.host.done(runId);
  return runId;
}

/** The heading stands before the daemon has answered: a page that still says "Loading…" is not the one its readers have. */
export async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(
    () => document.fonts.status === 'loaded' && !/Loading( the page)?…/.test(document.body.textContent ?? ''),
  );
}
