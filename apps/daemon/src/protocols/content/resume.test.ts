import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentEvent } from '@design-jury/contracts/content/events';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import type { ContentResult } from './service.ts';
import { designTextOf } from './site/brand.ts';
import { openStage, type StageUnderTest } from './test/stage.ts';

const issue = { severity: 'high', description: 'It does not say for whom', suggestion: 'Say it.' };
const critique = (score: number, ...issues: object[]) => ({ issues, score, pass: issues.length === 0 });
const SCRIPT = {
  select: ['["positioning", "seo-expert"]'],
  draft: ['# One'],
  revise: ['# Two'],
  critiques: { 'Positioning Strategist': [critique(4, issue), critique(8)], 'SEO Expert': [critique(7)] },
};
const ORDER = { ideaId: 'tidewatch', contentType: 'blog-post', agent: 'scripted' };
/** Asked in an unbroken run: nobody twice for the same. */
const ONCE = [
  'Positioning Strategist',
  'Positioning Strategist',
  'SEO Expert',
  'SEO Expert',
  'draft',
  'revise',
  'select',
];

function outcomeOf(result: ContentResult): unknown {
  if (result.status !== 'approved') return result;
  const { saved, status } = result;
  return { status, saved };
}

async function stopAt(stage: StageUnderTest, moment: (event: ContentEvent) => boolean) {
  return stage.play(ORDER, (event, runId) => {
    if (moment(event)) void stage.stop(runId);
  });
}

test.each([
  ['the first draft', ({ key }: ContentEvent) => key === 'drafted.1'],
  ['the choice of critics', ({ key }: ContentEvent) => key === 'panel'],
  ['one critic', ({ key }: ContentEvent) => key === 'heard.1.positioning'],
  ['the other critic', ({ key }: ContentEvent) => key === 'heard.1.seo-expert'],
  ['the decision', ({ key }: ContentEvent) => key === 'decided.1'],
  ['the summary', ({ key }: ContentEvent) => key === 'summarised.1'],
  ['the revision', ({ key }: ContentEvent) => key === 'drafted.2'],
  ['a critic of the second round', ({ key }: ContentEvent) => key?.startsWith('heard.2.') === true],
])(
  'stopped after %s, it is resumed elsewhere: nobody is asked again whose answer is in the log',
  async (_, moment) => {
    const whole = await openStage({ script: SCRIPT });
    const unbroken = await whole.play(ORDER);
    expect(whole.asked().toSorted()).toEqual(ONCE);
    const stage = await openStage({ script: SCRIPT, settings: { criticConcurrency: 1 } });
    const { result, runId } = await stopAt(stage, moment);
    expect(result).toMatchObject({ status: 'paused', reason: 'stopped' });
    const { service } = stage.another();
    await service.resume(runId);
    expect(outcomeOf(await service.result(runId))).toEqual(outcomeOf(unbroken.result));
    // Whoever was being asked when it was stopped had not answered.
    const asked = stage.asked();
    const again = asked.filter((kind, index) => asked.indexOf(kind) !== index);
    expect(new Set(asked)).toEqual(new Set(ONCE));
    expect(again.length).toBeLessThanOrEqual(3);
    const keys = (await stage.events(runId)).flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
    expect(new Set(keys).size).toBe(keys.length);
    expect((await stage.events(runId)).filter(({ type }) => type === 'run.ended')).toHaveLength(1);
  },
);

/** Makes a paused run look as 0.1 left one: all of it under keys, the log without inputs. */
async function asOf01(stage: StageUnderTest, runId: string): Promise<void> {
  const run = await stage.host.get(runId);
  const folder = stage.host.folder(run);
  for (const name of readdirSync(folder))
    if (!name.startsWith('transcript')) rmSync(join(folder, name), { recursive: true });
  const log = join(folder, 'transcript.ndjson');
  const events = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"type":"content.'))
    .map((line, index) => JSON.stringify({ ...JSON.parse(line), seq: index + 1 }));
  writeFileSync(log, `${events.join('\n')}\n`);
  const { subjectKey: ideaId, agent } = run;
  const saved = JSON.stringify({ ideaId, contentType: 'blog-post', agent });
  const db = await openDatabase(join(stage.folder, 'jury.db'));
  await sql`update runs set checkpoint_json = ${saved}, checkpoint_seq = ${events.length},
    event_count = ${events.length} where id = ${runId}`.execute(db);
  await db.destroy();
}

test('a run that 0.1 left is resumed from its keys, and then stands on its own log', async () => {
  const stage = await openStage({ script: SCRIPT });
  const { runId } = await stopAt(stage, ({ key }) => key === 'drafted.2');
  await asOf01(stage, runId);
  const before = stage.asked().length;
  const result = await stage.resume(runId);
  expect(result.status).toBe('approved');
  expect(stage.asked().slice(before).toSorted()).toEqual(['Positioning Strategist', 'SEO Expert']);
  expect((await stage.service.store.approved(runId))?.content).toBe('# Two');
  expect(existsSync(join(stage.host.folder(await stage.host.get(runId)), 'draft-1.md'))).toBe(true);
  const keys = (await stage.events(runId)).flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
  expect(new Set(keys).size).toBe(keys.length);
});

test('a run that 0.1 left and whose keys ran out is an error, never begun again in silence', async () => {
  const stage = await openStage({ script: SCRIPT });
  const { runId } = await stopAt(stage, ({ key }) => key === 'drafted.1');
  await asOf01(stage, runId);
  stage.pass(7_201_000);
  const before = stage.asked().length;
  expect(await stage.resume(runId)).toMatchObject({ status: 'error', cause: 'state-expired' });
  expect(stage.asked()).toHaveLength(before);
});

test('a single pass that a killed process left is ended by the next one that asks for the same', async () => {
  const stage = await openStage({ script: { draft: ['HANG', '# One\n\nLead.\n'] } });
  const design = await designTextOf({ dataDir: stage.folder, env: {}, cwd: stage.folder, named: null });
  const order = { design, agent: 'scripted' };
  void stage.service.singlePass('tidewatch', order);
  await expect.poll(stage.asked).toContain('draft');
  const left = await stage.host.latest('content', 'single-pass/tidewatch');
  await stage.stop(left?.id ?? '');
  await stage.host.done(left?.id ?? '');
  // As recovery leaves a run whose process is gone.
  const db = await openDatabase(join(stage.folder, 'jury.db'));
  await sql`update runs set state = 'paused', outcome = null, exit_code = null, ended_at = null`.execute(db);
  await db.destroy();
  const folder = stage.host.folder(left ?? { id: '', artifactId: '' });
  const log = readFileSync(join(folder, 'transcript.ndjson'), 'utf8').split('\n');
  const alive = log.filter((line) => line !== '' && !/run\.(?:input|ended)|content\.failed/.test(line));
  writeFileSync(join(folder, 'transcript.ndjson'), `${alive.join('\n')}\n`);
  // The brand of the script is none, and says so: it is asked for only once the copy is there.
  expect(await stage.service.singlePass('tidewatch', order)).toMatchObject({ step: 'design_brand' });
  const runs = await stage.records.listAllRuns({});
  expect(runs.map(({ id, state, outcome }) => [id, state, outcome])).toEqual([
    [left?.id, 'ended', 'not-deployed'],
  ]);
});
