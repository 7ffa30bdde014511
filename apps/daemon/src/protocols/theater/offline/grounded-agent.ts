/**
 * The grounded panel as an agent: it speaks the wire protocol like every other, one turn per round, and needs
 * no model, key or network. What measures is loaded only in the thread that measures.
 */
import {
  type Agent,
  type AgentRequest,
  type AgentSession,
  AgentUnavailableError,
} from '../../../agents/session.ts';
import type { Bar } from '../../../measure/bar.ts';
import { MAX_MEASURED_HERE } from '../../../measure/limits.ts';
import type { DesignSystem } from '../../../measure/model/design-md.ts';
import type { MeasuringThreads } from '../../../measure/threads/threads.ts';
import type { RunHead } from '../render.ts';
import { GROUNDED_PANEL, type GroundedBrowser } from './grounded-panel.ts';
import { ThreadSession } from './thread-session.ts';

export interface GroundedOptions {
  /** @default null: the brand panelist then judges the page by its own consistency. */
  design?: DesignSystem | null;
  /** @default null: no facts are asked for. */
  brief?: string | null;
  /** @default BAR: WCAG's AA, and a verdict where something could not be measured */
  bar?: Bar;
  /** Measures in a browser as well; the caller opens and closes it. @default null: from the source alone. */
  browser?: GroundedBrowser | null;
  /** What the run was told; the daemon's own figures decide, these are only spoken. */
  head?: RunHead;
  /** What its tags carry, given with each run. @default null */
  code?: string | null;
}

export type PageSubject = Extract<AgentRequest['subject'], { kind: 'artifact' }>;

/** @param threads where pages are measured; null: in this thread */
export function createGroundedAgent(
  options: GroundedOptions = {},
  threads: MeasuringThreads | null = null,
): Agent {
  return {
    ...GROUNDED_PANEL,
    async open(request, signal) {
      if (request.subject.kind !== 'artifact') {
        throw new AgentUnavailableError(
          'The grounded panel measures a page that exists; it cannot write one from a brief. Choose a model agent with --agent.',
        );
      }
      const { subject, code = null } = request;
      const own = { ...options, code };
      if (threads === null) return openLocally(subject, own, signal, () => {});
      // A page that may take long, or much memory, is measured where both can be ended.
      const leave = subject.content.length > MAX_MEASURED_HERE ? null : threads.takeHere();
      if (leave !== null) return openLocally(subject, own, signal, leave);
      const session = new ThreadSession(threads, { subject, options: own }, signal);
      if (threads.serves) return session;
      // A thread that does not start is no reason not to measure; only who serves others must not do it itself.
      return session.start().then(
        () => session,
        () => openLocally(subject, own, signal, () => void session.close()),
      );
    },
  };
}

async function openLocally(
  subject: PageSubject,
  options: GroundedOptions,
  signal: AbortSignal,
  leave: () => void,
): Promise<AgentSession> {
  const { openHere } = await import('./grounded-session.ts');
  const session = openHere(subject, options, signal);
  return {
    send: (turn) => session.send(turn),
    interrupt: () => session.interrupt(),
    async close() {
      leave();
      return session.close();
    },
  };
}
