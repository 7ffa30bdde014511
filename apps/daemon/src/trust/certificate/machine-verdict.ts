/**
 * What the log of a run supports that can be resumed: its inputs are played through the machine of its protocol again. The
 * end has to be the one the machine comes to, and what the machine says has to stand in the log, in this order.
 */
import { INPUT_EVENT, type RunEvent, RunEventSchema, type RunRecord } from '@design-jury/contracts/run';
import { type AnyProtocol, type EventBody, isEmit, type Setup } from '../../host/protocol.ts';
import { outcomeWord } from '../../outcome-words.ts';
import { Refused } from './refused.ts';
import { inOneOrder } from './statement.ts';
import type { Supported } from './theater-verdict.ts';

export async function machineVerdict(
  run: RunRecord,
  request: unknown,
  entries: readonly unknown[],
): Promise<Supported> {
  const events = entries.map(readEvent);
  const protocol = await machineOf(run.protocol);
  const last = events.at(-1);
  if (last?.type !== 'run.ended')
    throw new Refused('truncated', 'its log has no end: the last events are missing');
  if (events.filter(({ type }) => type === 'run.ended').length > 1)
    throw new Refused('out_of_order', 'its log ends twice');
  const ending = played(protocol, run, request, events);
  const isSaid =
    last.outcome === ending.outcome && last.exitCode === ending.exitCode && last.state === ending.state;
  const isStored =
    run.outcome === ending.outcome && run.exitCode === ending.exitCode && run.state === ending.state;
  if (!isSaid || !isStored)
    throw new Refused(
      'unsupported_verdict',
      `it says ${outcomeWord(run)} (exit code ${run.exitCode}), and its inputs lead to ${outcomeWord({ ...ending, protocol: run.protocol })} (exit code ${ending.exitCode})`,
    );
  return { status: ending.outcome, exitCode: ending.exitCode, composite: null, page: null, votes: null };
}

function readEvent(entry: unknown): RunEvent {
  const parsed = RunEventSchema.safeParse(entry);
  if (!parsed.success) throw new Refused('foreign_event', 'it has a line that is no event');
  return parsed.data;
}

/** Only their pure parts are used: nothing is performed, so nobody to perform it is needed. */
async function machineOf(id: string): Promise<AnyProtocol> {
  const nobody = {} as never;
  switch (id) {
    case 'loop':
      return (await import('../../protocols/loop/protocol.ts')).loopProtocol(nobody);
    case 'convergence':
      return (await import('../../protocols/convergence/protocol.ts')).convergenceProtocol(nobody);
    case 'content':
      return (await import('../../protocols/content/protocol.ts')).contentProtocol(nobody);
    default:
      throw new Refused(
        'not_a_certificate',
        `nothing is known of the protocol ${JSON.stringify(id.slice(0, 40))}`,
      );
  }
}

interface Played {
  state: string;
  outcome: string;
  exitCode: number;
}

function played(protocol: AnyProtocol, run: RunRecord, stored: unknown, events: readonly RunEvent[]): Played {
  let setup: Setup<unknown>;
  try {
    setup = {
      run: { ...run, state: 'running', outcome: null, exitCode: null },
      request: protocol.parseRequest(stored),
    };
  } catch (cause) {
    throw new Refused('not_a_certificate', 'what the run was started with cannot be read', { cause });
  }
  try {
    let [state, effects] = protocol.begin(setup);
    const said = events.map(bare);
    let at = saidFrom(said, 0, effects);
    for (const [index, event] of events.entries()) {
      if (event.type !== INPUT_EVENT) continue;
      [state, effects] = protocol.transition(state, event.input, setup);
      at = saidFrom(said, Math.max(at, index), effects);
    }
    const ending = protocol.ending(state, setup);
    if (ending === null) throw new Refused('truncated', 'its inputs lead to no end: some are missing');
    return ending;
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused('unsupported_verdict', 'its inputs cannot be played through the protocol', {
      cause: error,
    });
  }
}

/** Behind the last of what the machine says here; refused where the log does not have it. */
function saidFrom(said: readonly string[], from: number, effects: readonly EventBody[]): number {
  let at = from;
  for (const effect of effects) {
    if (!isEmit(effect)) continue;
    const found = said.indexOf(inOneOrder(effect.event), at);
    if (found === -1)
      throw new Refused('truncated', `its log lacks ${effect.event.type}, which its inputs lead to`);
    at = found + 1;
  }
  return at;
}

/** Without its number and time. */
function bare(event: RunEvent): string {
  const { seq: _seq, at: _at, ...rest } = event;
  return inOneOrder(rest);
}
