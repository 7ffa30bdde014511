/** A loop from what was asked, whoever asked: the terminal with a file of its own, the daemon with a document it was sent. */
import type { CriteriaSet } from '@design-jury/contracts/loop/schema';
import type { RunRecord } from '@design-jury/contracts/run';
import type { Agent } from '../../agents/session.ts';
import { keptVersions } from '../../agents/versions.ts';
import type { Host } from '../../host/host.ts';
import type { NewRun } from '../../host/new-run.ts';
import { readDocument, tooMuch } from '../documents/document.ts';
import { tooLittle } from './enough.ts';
import { OFFLINE_CRITIC, OFFLINE_CRITIC_NAME } from './offline-critic-id.ts';
import type { LoopRequest } from './protocol.ts';

/** All but the critic's name, which its agent has. */
export type FreshLoop = Omit<LoopRequest, 'critic'>;

export interface LoopStarter {
  host: Pick<Host, 'start'>;
  agent(id: string, model: string | null): Promise<Agent>;
}

/** Why a text is not judged, to follow its name: null where it is. */
export function unjudgedLoop(text: string): { reason: 'too-much' | 'too-little'; says: string } | null {
  const document = readDocument(text);
  const much = tooMuch(document);
  if (much !== null) return { reason: 'too-much', says: much };
  const little = tooLittle(document);
  return little === null ? null : { reason: 'too-little', says: little };
}

/** Programs that the criteria would run to count something. */
export function commandsOf({ criteria }: CriteriaSet): string[] {
  const figures = criteria.flatMap((one) => one.figures);
  return figures.flatMap((one) => (one.how === 'command' ? [one.command.join(' ')] : []));
}

type Start = Partial<Pick<NewRun, 'subjectKey' | 'artifactId' | 'attachment' | 'config'>>;

/** @param start what else the run has; its key is the file unless another is named */
export async function startLoop(
  { host, agent }: LoopStarter,
  fresh: FreshLoop,
  { config, ...start }: Start = {},
): Promise<RunRecord> {
  const { subject, agent: id, model } = fresh;
  const critics = id === OFFLINE_CRITIC ? [] : [await agent(id, model)];
  const critic = critics[0]?.name ?? OFFLINE_CRITIC_NAME;
  return host.start({
    protocol: 'loop',
    project: null,
    title: subject.shown,
    subjectKey: subject.file,
    agent: id,
    model,
    config: { ...fresh.config, ...keptVersions(critics), ...config },
    request: { ...fresh, critic } satisfies LoopRequest,
    ...start,
  });
}
