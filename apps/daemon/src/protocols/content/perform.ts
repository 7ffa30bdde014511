/** Carries out what the machine says comes next: asks agents, writes drafts, deploys. */
import { type PauseReason, SLOW_STEPS, type SlowStep } from '@design-jury/contracts/content/events';
import type { Park } from '../../host/protocol.ts';
import { JuryError } from '../../jury-error.ts';
import { StoreError } from '../../store/errors.ts';
import { ContentError } from './content-error.ts';
import { type ContentContext, ContentRun, type ContentServices } from './content-run.ts';
import { runCritiques } from './critiques.ts';
import { readDraft, writeDraft } from './drafts.ts';
import type { ContentEffect, ContentInput, ContentState } from './machine.ts';
import { deploySite, readSiteWork } from './site/deployment.ts';
import {
  decideRound,
  electText,
  reviseDraft,
  type StepContext,
  selectPanel,
  summariseRound,
  writeFirstDraft,
} from './steps.ts';

export function paused(reason: PauseReason): Park {
  return { park: 'paused', reason };
}

/** The runs of this process, each opened with its first effect. */
export class ContentPerformer {
  readonly #services: ContentServices;
  readonly #runs = new WeakMap<ContentContext, ContentRun>();

  constructor(services: ContentServices) {
    this.#services = services;
  }

  runOf(context: ContentContext): ContentRun {
    const run = this.#runs.get(context) ?? new ContentRun(this.#services, context);
    this.#runs.set(context, run);
    return run;
  }

  // biome-ignore lint/suspicious/noConfusingVoidType: a performer that parks says so, every other says nothing
  async perform(effect: ContentEffect, context: ContentContext): Promise<void | Park> {
    const run = this.runOf(context);
    try {
      await run.show();
      if (effect.type !== 'deploy' && run.isOverTime()) return paused('time-budget');
      return await carryOut(effect, run).catch((error: unknown) => endOf(error, run));
    } catch (error) {
      if (error instanceof StoreError && error.reason === 'unavailable') return paused('store-unavailable');
      if (error instanceof JuryError && error.code === 'unavailable') return paused('agent-unavailable');
      // The host knows why it was stopped.
      if (!context.signal.aborted) throw error;
    }
  }
}

/** What cannot go on anywhere is an end; everything else is thrown on. */
async function endOf(error: unknown, run: ContentRun): Promise<void> {
  if (!(error instanceof ContentError) || run.context.signal.aborted) throw error;
  await run.feed({ type: 'failed', cause: error.reason, message: error.message });
}

// biome-ignore lint/suspicious/noConfusingVoidType: as above
async function carryOut(effect: ContentEffect, run: ContentRun): Promise<void | Park> {
  // Whether there is anything to deploy is only seen on the way.
  if (effect.type !== 'deploy') begun(effect, run);
  switch (effect.type) {
    case 'recall':
      return run.feed(await recall(run));
    case 'draft':
      return run.feed(await writeFirstDraft(await stepOf(run)));
    case 'select':
      return run.feed(await selectPanel(await stepOf(run)));
    case 'critique': {
      const isWhole = await runCritiques(await stepOf(run), {
        asking: (critic) =>
          run.context.emit({
            key: signKey(run, `asked.${critic.round}.${critic.advisorId}.${critic.attempt}`),
            type: 'content.critic_asked',
            ...critic,
          }),
        feed: (input) => run.feed(input),
      });
      return isWhole ? undefined : paused('time-budget');
    }
    case 'decide':
      return run.feed(decideRound(await stepOf(run)));
    case 'summarise':
      return run.feed(summariseRound(await stepOf(run)));
    case 'revise':
      return run.feed(await reviseDraft(await stepOf(run)));
    case 'save':
      return run.feed(electText(await stepOf(run)));
    case 'deploy':
      return deploy(effect, run);
  }
}

async function stepOf(run: ContentRun): Promise<StepContext> {
  const { context, store, settings } = run;
  const [{ contentAgent }, library] = await Promise.all([run.agent(), run.library()]);
  return {
    state: context.state,
    folder: context.folder,
    store,
    contentAgent,
    ownDraft: run.ownDraft,
    library,
    settings,
    signal: context.signal,
    isOverTime: () => run.isOverTime(),
    now: () => new Date(context.now()).toISOString(),
  };
}

/** Steps that take time are seen when they begin. */
function begun(effect: ContentEffect, run: ContentRun): void {
  const step = SLOW_STEPS.find((name): name is SlowStep => name === effect.type);
  if (step === undefined || effect.type === 'recall') return;
  // A revision is the draft of the next round.
  const round = step === 'revise' ? effect.round + 1 : effect.round;
  const key = signKey(run, step === 'deploy' ? 'step.deploy' : `step.${step}.${round}`);
  run.context.emit({ key, type: 'content.step_started', step, round });
}

/** What is done again by a process that took the run over is seen again, under a key of its own. */
function signKey({ context }: ContentRun, key: string): string {
  const { eventCount } = context.run;
  return eventCount === 0 ? key : `${key}.after-${eventCount}`;
}

/** What 0.1 kept under keys with a time to live: taken over into the log and the folder. */
async function recall({ context, store }: ContentRun): Promise<ContentInput> {
  const { run, folder } = context;
  const saved = await store.state(run.id);
  for (let n = 1; n <= (saved?.record.drafts ?? 0); n++) {
    const text = await store.draft(run.id, n);
    if (text !== null) await writeDraft(folder, n, text);
  }
  const approved = await store.approved(run.id);
  const work = readSiteWork(await store.siteWork(run.id));
  return { type: 'recalled', saved, savedAt: approved?.savedAt ?? null, work };
}

async function deploy(effect: ContentEffect, run: ContentRun): Promise<void> {
  const { context, services, settings, store } = run;
  const plan = await run.plan();
  const { saved, kind, site: before } = context.state;
  if (plan === null || before.phase !== 'open') return run.feed({ type: 'site_ended', site: null });
  begun(effect, run);
  const { designer } = await run.agent();
  const copy = await readDraft(context.folder, copyRound(context.state));
  const site = await deploySite({
    ...plan,
    slug: saved.ideaId,
    dataDir: services.dataDir,
    work: before.work,
    keep: (step, detail, work) => run.feed({ type: 'deploy_step', step, detail, work }),
    docs: await store.docs(saved.ideaId),
    designer,
    brandFallback: settings.brandFallback,
    approved: kind === 'single-pass' ? null : copy,
    ...(kind === 'single-pass' && { ownCopy: copy }),
    env: services.env,
    threads: services.threads,
    signal: context.signal,
  });
  return run.feed({ type: 'site_ended', site });
}

function copyRound({ saved }: ContentState): number {
  return saved.record.saved?.round ?? 1;
}
