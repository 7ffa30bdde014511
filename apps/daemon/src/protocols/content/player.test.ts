import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ContentEvent } from '@design-jury/contracts/content/events';
import { expect, test } from 'vitest';
import { StoreError } from '../../store/errors.ts';
import type { ContentResult, PlayedIdea } from './player.ts';
import { type ContentScript, openStage, type StageUnderTest } from './test/stage.ts';

const GO = { signal: new AbortController().signal };
const PANEL = '["april-dunford", "seo-expert"]';
const critique = (score: number, ...issues: [severity: string, description: string][]) => ({
  issues: issues.map(([severity, description]) => ({ severity, description, suggestion: 'change it' })),
  score,
  pass: true,
});
const DRAFT = '---\ntitle: T\ndescription: D\n---\n# One';
const SCRIPT: ContentScript = {
  select: [PANEL],
  draft: [DRAFT],
  revise: ['# Two', '# Three'],
  critiques: { 'April Dunford': [critique(8)], 'SEO Expert': [critique(7)] },
};

async function played(
  stage: StageUnderTest,
  agent = 'scripted',
  contentType = 'website',
): Promise<{ result: ContentResult; runId: string }> {
  const handle = await stage.service.start({ ideaId: 'tidewatch', contentType, agent });
  return { result: await stage.service.play(handle, GO), runId: handle.record.id };
}

test('one round: draft, panel, critiques, decision, summary, saved text; every key is there', async () => {
  const stage = await openStage({ script: SCRIPT });
  const { result, runId } = await played(stage);
  expect(result.status).toBe('approved');
  expect(stage.asked().toSorted()).toEqual(['April Dunford', 'SEO Expert', 'draft', 'select']);
  const { keyValues } = stage;
  expect(await keyValues.get(`draft:${runId}`)).toBe(DRAFT);
  expect(await keyValues.get(`draft:${runId}:1`)).toBe(DRAFT);
  expect(JSON.parse((await keyValues.get(`critique_round:${runId}:1`)) ?? '')).toMatchObject({ round: 1 });
  expect(JSON.parse((await keyValues.get(`pipeline_progress:${runId}`)) ?? '')).toMatchObject({
    status: 'complete',
    quality: 'approved',
    round: 1,
    maxRounds: 3,
  });
  expect(JSON.parse((await keyValues.get(`approved_content:${runId}`)) ?? '')).toMatchObject({
    content: DRAFT,
    quality: 'approved',
    contentType: 'website',
  });
  expect(await keyValues.get('foundation_lock:tidewatch')).toBeNull();
  expect(await stage.docket.get(runId)).toMatchObject({ status: 'ended', outcome: 'approved', exitCode: 0 });
});

test('[B3] [B7] two rounds: every draft is kept, history and fixed items are in the progress', async () => {
  const stage = await openStage({
    script: {
      ...SCRIPT,
      critiques: {
        'April Dunford': [critique(5, ['high', 'hero denies positioning']), critique(8)],
        'SEO Expert': [critique(7)],
      },
    },
  });
  const { result, runId } = await played(stage);
  expect(result.status).toBe('approved');
  expect(await stage.service.shelf.draft(runId, 1)).toBe(DRAFT);
  expect(await stage.service.shelf.draft(runId, 2)).toBe('# Two');
  const progress = await stage.service.shelf.progress(runId);
  expect(progress?.critiqueHistory.map(({ editorDecision }) => editorDecision)).toEqual([
    'revise',
    'approve',
  ]);
  expect(progress?.critiqueHistory[1]?.fixedItems).toEqual(['hero denies positioning']);
  expect(progress?.round).toBe(2);
});

test('[B1] a critic that crashes in round 2 approves nothing: its score is missing, not zero', async () => {
  const stage = await openStage({
    script: {
      ...SCRIPT,
      critiques: {
        'April Dunford': [critique(3), 'CRASH'],
        'SEO Expert': [critique(3.5)],
      },
    },
  });
  const { result, runId } = await played(stage);
  expect(result.status).toBe('max-rounds-reached');
  const progress = await stage.service.shelf.progress(runId);
  expect(progress?.critiqueHistory.map(({ basis }) => basis)).toEqual(Array(3).fill('below-threshold'));
  expect(progress?.critiqueHistory[1]?.failures).toHaveLength(1);
  expect(progress?.status).toBe('max-rounds-reached');
});

test('all critics failed is an error after one more try of each, never an approval', async () => {
  const stage = await openStage({
    script: { ...SCRIPT, critiques: { 'April Dunford': ['CRASH'], 'SEO Expert': ['no JSON at all'] } },
  });
  const { result, runId } = await played(stage);
  expect(result).toMatchObject({ status: 'error', cause: 'all-critics-failed' });
  expect(stage.asked().filter((kind) => kind === 'April Dunford')).toHaveLength(2);
  expect(await stage.service.shelf.approved(runId)).toBeNull();
  expect(await stage.service.shelf.progress(runId)).toMatchObject({
    status: 'error',
    currentStep: 'critique',
    quality: null,
  });
  expect(await stage.docket.get(runId)).toMatchObject({ outcome: 'all-critics-failed', exitCode: 3 });
});

test.each([
  ['a string that contains an id', '"april-dunford"'],
  ['an object', '{"ids": "april-dunford"}'],
  ['prose', 'April should do it.'],
  ['only strangers', '["nobody"]'],
  ['an answer that breaks off', '["april-dunford"'],
  ['a crash', 'CRASH'],
])('[B8] [B10] selection answered with %s is asked twice, then an error', async (_, answer) => {
  const stage = await openStage({ script: { ...SCRIPT, select: [answer] } });
  const { result } = await played(stage);
  expect(result).toMatchObject({ status: 'error', cause: 'critic-selection' });
  expect(stage.asked()).toEqual(['draft', 'select', 'select']);
});

test('[B10] the second answer counts; fences and prose around the array are read', async () => {
  const stage = await openStage({
    script: { ...SCRIPT, select: ['nobody', 'These fit:\n```json\n["seo-expert"]\n```'] },
  });
  const { result } = await played(stage);
  expect(result.status === 'approved' && result.saved.record.panel).toMatchObject([
    {
      advisorId: 'seo-expert',
      name: 'SEO Expert',
      role: 'critic',
      domain: 'Search',
      focus: expect.stringContaining('search'),
      basis: 'model',
    },
  ]);
});

test('named critics review alone, with a warning, when a selection cannot be read', async () => {
  const stage = await openStage({ script: { ...SCRIPT, select: ['prose'] } });
  mkdirSync(join(stage.folder, 'content/recipes'), { recursive: true });
  writeFileSync(
    join(stage.folder, 'content/recipes/note.md'),
    '---\ncontentType: note\nauthorAdvisor: copywriter\nauthorContextDocs: []\nevaluationNeeds: x\nminAggregateScore: 4\nmaxRevisionRounds: 2\nnamedCritics: [seo-expert, ghost]\n---\n',
  );
  const { result } = await played(stage, 'scripted', 'note');
  const saved = result.status === 'approved' ? result.saved : null;
  expect(saved?.record.panel).toMatchObject([{ advisorId: 'seo-expert', basis: 'named' }]);
  expect(saved?.warnings.join('\n')).toContain('the named critics review alone');
  expect(saved?.warnings.join('\n')).toContain('the named critic ghost is not in the registry');
});

test('without anybody who could be chosen no model is asked, and the text is approved without a gate', async () => {
  const stage = await openStage({ script: SCRIPT });
  mkdirSync(join(stage.folder, 'content/advisors'), { recursive: true });
  for (const id of ['april-dunford', 'seo-expert', 'shirin-oreizy'])
    writeFileSync(
      join(stage.folder, `content/advisors/${id}.md`),
      `---\nid: ${id}\nname: ${id}\nrole: critic\n---\n`,
    );
  const { result } = await played(stage);
  expect(stage.asked()).toEqual(['draft']);
  expect(result.status === 'approved' && result.saved.record.rounds[0]?.decision?.basis).toBe('no-gate');
});

test('approved by its scores although no critic passes it: warned of', async () => {
  const grudging = { ...critique(5), pass: false };
  const stage = await openStage({
    script: { ...SCRIPT, critiques: { 'April Dunford': [grudging], 'SEO Expert': [grudging] } },
  });
  const { result } = await played(stage);
  expect(result.status === 'approved' && result.saved.warnings).toContain(
    'round 1 is approved by its scores and no critic passes it',
  );
});

test('a start that the store left in the middle is held by nobody: it can be ended, and another begun', async () => {
  const { keyValues } = await openStage();
  let isAway = true;
  const stage = await openStage({
    script: SCRIPT,
    keyValues: {
      ...keyValues,
      async set(key, ...rest) {
        if (isAway && key.startsWith('pipeline_state:')) throw new StoreError('unavailable', 'it went away');
        return keyValues.set(key, ...rest);
      },
    },
  });
  await expect(played(stage)).rejects.toThrow('it went away');
  isAway = false;
  const left = await stage.service.resume((await stage.service.latest('tidewatch'))?.id ?? '');
  expect(await stage.service.play(left, GO)).toMatchObject({ status: 'error', cause: 'state-expired' });
  expect((await played(stage)).result.status).toBe('approved');
});

test('a run that is over stays over, though the store goes before the idea is given back', async () => {
  const { keyValues } = await openStage();
  const deleteIf = () => Promise.reject(new StoreError('unavailable', 'it went away'));
  const stage = await openStage({ script: SCRIPT, keyValues: { ...keyValues, deleteIf } });
  const { result, runId } = await played(stage);
  expect(result.status).toBe('approved');
  expect(await stage.docket.get(runId)).toMatchObject({ status: 'ended', outcome: 'approved', exitCode: 0 });
});

test('an idea stays locked for as long as one answer takes', async () => {
  const stage = await openStage({
    script: { ...SCRIPT, critiques: { ...SCRIPT.critiques, 'April Dunford': ['HANG'] } },
    settings: { lockTtlSeconds: 1 },
  });
  const order = { ideaId: 'tidewatch', contentType: 'website', agent: 'scripted' };
  const stop = new AbortController();
  const playing = stage.service.play(await stage.service.start(order), { signal: stop.signal });
  await delay(3_500);
  await expect(stage.service.start(order)).rejects.toThrow('another run works on tidewatch');
  stop.abort();
  expect((await playing).status).toBe('paused');
});

test.each([
  ['in a fence', (json: string) => `\`\`\`json\n${json}\n\`\`\``],
  ['amid prose', (json: string) => `Here is my critique: ${json} That is all.`],
  ['after a thought in brackets', (json: string) => `[thinking {hard}]\n${json}`],
])('[B10] a critique %s is read', async (_, wrapped) => {
  const answer = wrapped(JSON.stringify(critique(8)));
  const stage = await openStage({
    script: { ...SCRIPT, critiques: { 'April Dunford': [answer], 'SEO Expert': [critique(7)] } },
  });
  const { result } = await played(stage);
  expect(result.status === 'approved' && result.saved.record.rounds[0]?.failures).toEqual([]);
  expect(result.status === 'approved' && result.saved.record.rounds[0]?.decision?.avgScore).toBe(7.5);
});

test('an empty array is a legitimate answer: approved without a gate, and labelled so', async () => {
  const stage = await openStage({ script: { ...SCRIPT, select: ['[]'] } });
  const { result } = await played(stage);
  expect(result.status === 'approved' && result.saved.record.rounds[0]?.decision?.basis).toBe('no-gate');
});

test.each([
  ['a word for the score', { ...critique(8), score: 'eight' }],
  ['no issues', { score: 8, pass: true }],
  ['an unknown severity', critique(8, ['terrible', 'x'])],
  ['a list', [critique(8), critique(7)]],
  ['nothing', ''],
])('[B10] [B11] a critique with %s is a failed critic, the other one counts', async (_, answer) => {
  const stage = await openStage({
    script: { ...SCRIPT, critiques: { 'April Dunford': [answer], 'SEO Expert': [critique(7)] } },
  });
  const { result } = await played(stage);
  expect(result.status).toBe('approved');
  const round = result.status === 'approved' ? result.saved.record.rounds[0] : undefined;
  expect(round?.failures.map(({ name }) => name)).toEqual(['April Dunford']);
  expect(round?.decision?.avgScore).toBe(7);
});

test('[B11] a score out of range is clamped with a warning; passing with a high issue is warned of', async () => {
  const stage = await openStage({
    script: {
      ...SCRIPT,
      critiques: { 'April Dunford': [critique(12)], 'SEO Expert': [critique(9, ['high', 'x']), critique(9)] },
    },
  });
  const { result } = await played(stage);
  const warnings = result.status === 'approved' ? result.saved.warnings : [];
  expect(warnings).toContain('April Dunford gave 12; it counts as 10');
  expect(warnings).toContain('SEO Expert passes the text and names a high issue; the issue counts');
});

test('[B12] an empty draft is an error and is not stored', async () => {
  const stage = await openStage({ script: { ...SCRIPT, draft: ['  \n'] } });
  const { result, runId } = await played(stage);
  expect(result).toMatchObject({ status: 'error', cause: 'no-draft' });
  expect(await stage.service.shelf.draft(runId, 1)).toBeNull();
});

test('[B9] the round limit is code: social-post stops after 2 critiques whatever critics want', async () => {
  const bad = critique(2, ['high', 'still wrong']);
  const stage = await openStage({
    script: { ...SCRIPT, critiques: { 'April Dunford': [bad], 'SEO Expert': [bad] } },
  });
  const { result } = await played(stage, 'scripted', 'social-post');
  expect(result.status).toBe('max-rounds-reached');
  expect(stage.asked().filter((kind) => kind === 'revise')).toHaveLength(1);
});

test('[B6] over time it pauses; another process goes on with the same panel, and nothing is asked twice', async () => {
  const stage = await openStage({
    script: {
      ...SCRIPT,
      critiques: {
        'April Dunford': [critique(5, ['high', 'hero denies']), critique(8)],
        'SEO Expert': [critique(7)],
      },
    },
  });
  const handle = await stage.service.start({
    ideaId: 'tidewatch',
    contentType: 'website',
    agent: 'scripted',
  });
  const events: ContentEvent[] = [];
  const onEvent = (event: ContentEvent): void => {
    events.push(event);
    // Ten minutes go by with every draft.
    if (event.type === 'content.drafted') stage.pass(300_000);
  };
  let result = await stage.service.play(handle, { ...GO, onEvent });
  const outcomes = [result.status];
  expect(await stage.service.shelf.progress(handle.record.id)).toMatchObject({ status: 'paused', round: 1 });
  for (let tries = 0; result.status === 'paused' && tries < 5; tries++) {
    result = await stage.service.play(await stage.service.resume(handle.record.id), { ...GO, onEvent });
    outcomes.push(result.status);
  }
  expect(outcomes).toEqual(['paused', 'paused', 'approved']);
  expect(stage.asked().filter((kind) => kind === 'select')).toHaveLength(1);
  expect(stage.asked().filter((kind) => kind === 'draft')).toHaveLength(1);
  expect(stage.asked().filter((kind) => kind === 'SEO Expert')).toHaveLength(2);
  const keys = events.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  const stored = await stage.docket.events(handle.record.id, 0);
  expect(stored.map(({ key }) => key)).toEqual(keys);
});

test('[B13] approved content outlives the two hours of everything else', async () => {
  const stage = await openStage({ script: SCRIPT });
  const { runId } = await played(stage);
  stage.pass(7_201_000);
  expect(await stage.service.shelf.draft(runId, 1)).toBeNull();
  expect((await stage.service.shelf.approved(runId))?.content).toBe(DRAFT);
});

test('a run whose state ran out is an error, never begun again in silence', async () => {
  const stage = await openStage({ script: SCRIPT });
  const handle = await stage.service.start({
    ideaId: 'tidewatch',
    contentType: 'website',
    agent: 'scripted',
  });
  await handle.release();
  stage.pass(7_201_000);
  const result = await stage.service.play(await stage.service.resume(handle.record.id), GO);
  expect(result).toMatchObject({ status: 'error', cause: 'state-expired' });
  expect(stage.asked()).toEqual([]);
});

test('a draft that ran out mid-run is an error, and nothing is written in its place', async () => {
  const stage = await openStage({ script: SCRIPT });
  const handle = await stage.service.start({
    ideaId: 'tidewatch',
    contentType: 'website',
    agent: 'scripted',
  });
  const result = await stage.service.play(handle, {
    ...GO,
    onEvent: ({ type }) => {
      if (type === 'content.panel_chosen') void stage.keyValues.delete(`draft:${handle.record.id}:1`);
    },
  });
  expect(result).toMatchObject({ status: 'error', cause: 'draft-expired' });
  expect(stage.asked()).toEqual(['draft', 'select']);
});

test('one run at a time on an idea; a missing document is named', async () => {
  const stage = await openStage({ script: SCRIPT });
  const order = { ideaId: 'tidewatch', contentType: 'website', agent: 'grounded' };
  const handle = await stage.service.start(order);
  await expect(stage.service.start(order)).rejects.toThrow('another run works on tidewatch');
  await stage.service.play(handle, GO);
  await stage.service.shelf.deleteDoc('tidewatch', 'seo-strategy');
  await expect(stage.service.start(order)).rejects.toThrow(
    'lacks foundation documents for website: seo-strategy',
  );
});

test('a critique is asked for in the seed’s order and without the persona; a draft with it', async () => {
  const { critiquePrompt, draftPrompt } = await import('./prompts.ts');
  const { service } = await openStage();
  const { advisors, recipes } = await service.library();
  const critic = advisors.find(({ id }) => id === 'april-dunford');
  const author = advisors.find(({ id }) => id === 'copywriter');
  const recipe = recipes.find(({ contentType }) => contentType === 'website');
  if (critic === undefined || author === undefined || recipe === undefined)
    throw new Error('not in the library');
  const docs = { positioning: 'POSITION' };
  const prompt = critiquePrompt({ recipe, critic, docs, draft: 'DRAFT' });
  const parts = [
    'as April Dunford',
    'Your evaluation focus',
    'Emphasis',
    'Reference documents',
    'POSITION',
    'DRAFT',
    'submit_critique',
  ];
  const places = parts.map((part) => prompt.indexOf(part));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(prompt).not.toContain(critic.persona);
  expect(draftPrompt({ recipe, author, docs })).toContain(author.persona);
  const { evaluationEmphasis: _emphasis, ...plain } = recipe;
  expect(critiquePrompt({ recipe: plain, critic, docs: {}, draft: 'x' })).not.toMatch(/Emphasis|Reference/);
});

test('[B14] the docket knows an idea’s run; its state names no other place', async () => {
  const stage = await openStage({ script: SCRIPT });
  const { runId } = await played(stage);
  const last = await stage.service.latest('tidewatch');
  expect(last?.id).toBe(runId);
  expect(last?.state satisfies unknown as PlayedIdea).toEqual({
    ideaId: 'tidewatch',
    contentType: 'website',
    agent: 'scripted',
  });
});

test('a hundred runs at once without a model: each idea once, memory stays bounded', async () => {
  const ideas = Array.from({ length: 100 }, (_, n) => `idea-${n}`);
  const stage = await openStage({ ideas });
  const { contentRunner } = await import('./runner.ts');
  const problems: unknown[] = [];
  const runner = contentRunner({
    service: stage.service,
    dataDir: stage.folder,
    env: { PATH: process.env.PATH, HOME: stage.folder },
    report: (error) => problems.push(error),
  });
  const before = process.memoryUsage().rss;
  const orders = ideas.map((ideaId) => ({ ideaId, contentType: 'blog-post', agent: 'grounded' }));
  const posted = await Promise.allSettled([...orders, ...orders].map((order) => runner.post(order)));
  expect(posted.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  expect(posted.slice(100).every(({ status }) => status === 'rejected')).toBe(true);
  await runner.idle();
  expect(problems).toEqual([]);
  for (const ideaId of ideas) {
    const last = await stage.service.latest(ideaId);
    expect((await stage.service.shelf.approved(last?.id ?? ''))?.quality ?? last?.outcome).toMatch(
      /approved|locked/,
    );
  }
  expect((process.memoryUsage().rss - before) / 1_048_576).toBeLessThan(400);
}, 300_000);
