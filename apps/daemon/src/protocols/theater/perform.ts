/** What the Theater does outside itself: seats the agent before the page or the brief, or has a page written without a jury. */
import { pagePrompt } from '@design-jury/contracts/theater/panel-prompt';
import { readDegraded } from '../../agents/degraded.ts';
import type { Agent } from '../../agents/session.ts';
import type { MeasuringThreads } from '../../measure/threads/threads.ts';
import { setAsideWord } from '../../outcome-words.ts';
import type { PreparedRun } from '../../skills/prepare.ts';
import { createGround } from './grounding.ts';
import { createCompare, createLint } from './linting.ts';
import { runPanel } from './orchestrator.ts';
import { turnPrompt, writtenByOthers } from './prompt.ts';
import { type TheaterContext, type TheaterProtocol, theaterRun } from './protocol.ts';
import { writeSinglePass } from './single-pass.ts';

/** Which agent, and what it has before it: made by whoever started the run, or again from what is stored of it. */
export interface Seated {
  agent: Agent;
  prepared: PreparedRun;
}

export interface PerformServices {
  dataDir: string;
  /** Where pages are measured; null: in this thread. */
  threads: MeasuringThreads | null;
  seat(context: Pick<TheaterContext, 'run' | 'request'>): Promise<Seated>;
}

export function performTheater({ dataDir, threads, seat }: PerformServices): TheaterProtocol['perform'] {
  return async (effect, context) => {
    const seated = (context.attachment.seated as Seated | undefined) ?? (await seat(context));
    if (effect.type === 'sit') await sit(context, seated, { dataDir, threads });
    else await writePage(context, seated);
  };
}

async function sit(
  context: TheaterContext,
  { agent, prepared }: Seated,
  { dataDir, threads }: Pick<PerformServices, 'dataDir' | 'threads'>,
): Promise<void> {
  const { config } = theaterRun(context.run);
  const { request, subject, skill } = prepared;
  const design = request.design ?? null;
  const material = { subject, brief: request.brief ?? null, brand: design, skill };
  const setAside = await setAsideOf(agent, dataDir, context.now());
  // A page under review is there already: without a panel there is nothing to ask for.
  if (setAside !== null && (subject.kind === 'artifact' || !agent.capabilities.drafts)) {
    const why = { reason: 'adapter_unsupported', message: setAside, position: null } as const;
    context.stop.request({ type: 'unreadable', ...why });
  }
  context.deadlines.start('total', config.totalTimeoutMs);
  const { measures, readsPrompt } = agent.capabilities;
  await runPanel(context, {
    agent,
    subject,
    config,
    // The grounded panel is handed the page itself and reads no words: a long page is not framed for nobody.
    prompt: (turn, board, measured, code) =>
      readsPrompt ? turnPrompt(turn, board, { config, material, code }, measured) : '',
    material: writtenByOthers(material, subject),
    // Where the page lies, so that its stylesheets are read.
    ...(!measures && {
      ground: createGround(
        {
          design,
          path: subject.kind === 'artifact' ? subject.path : null,
          wanted: subject.kind === 'artifact' ? subject.mime : 'text/html',
        },
        threads,
      ),
    }),
    lint: createLint(threads),
    compare: createCompare(threads),
    ...(setAside !== null && { setAside }),
  });
}

/** Who of the panel may not sit on one now, until when and why. */
async function setAsideOf(agent: Agent, dataDir: string, now: number): Promise<string | null> {
  for (const id of agent.members ?? [agent.id]) {
    const degraded = await readDegraded(dataDir, id, now);
    if (degraded === null) continue;
    const name = id === agent.id ? agent.name : id;
    return `${name} is marked degraded until ${degraded.until}: ${setAsideWord(degraded.reason)}`;
  }
  return null;
}

/** The decision was off: one turn, one page, stored as `legacy`. */
async function writePage(context: TheaterContext, { agent, prepared }: Seated): Promise<void> {
  const { request, subject, skill } = prepared;
  const material = { subject, brief: request.brief ?? null, brand: request.design ?? null, skill };
  const { stopped, usage } = await writeSinglePass({
    runId: context.run.id,
    agent,
    subject,
    prompt: pagePrompt(material),
    folder: context.folder,
    pages: context,
    fault: (error) => context.fault(error),
    config: theaterRun(context.run).config,
    limits: context.limits,
    stop: context.stop,
  });
  if (usage !== null) await context.feed({ type: 'spent', usage });
  await context.feed({ type: 'written', stopped });
}
