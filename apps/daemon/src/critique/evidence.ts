/**
 * What instruments find on a round's page, in words: the facts a conversational agent is handed with its next turn.
 * The instruments are the grounded panel, asked for one round on that page; its demands are the facts.
 */
import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { Agent, AgentRequest } from '../agents/session.ts';
import { createParser } from './parser.ts';

export interface MeasuredPage {
  content: string;
  mime: string;
}

/** Never rejects: a page that cannot be measured has no facts, and that stops nobody. */
export type Measure = (page: MeasuredPage, signal: AbortSignal) => Promise<readonly string[]>;

/** Facts of one page that are kept; the prompt lists fewer. */
const MAX_FACTS = 200;
const MEASURABLE = /^text\/(?:html|markdown)\b/;

/** `instruments` is asked for once, when there is a page; null where there are none. */
export function createMeasure(
  instruments: () => Promise<Agent | null>,
  { runId, workDir, subject }: AgentRequest,
): Measure {
  let grounded: Promise<Agent | null> | null = null;
  // Where the page lies, so that its stylesheets and images are read.
  const path = subject.kind === 'artifact' ? subject.path : null;
  return async ({ content, mime }, signal) => {
    if (!MEASURABLE.test(mime)) return [];
    try {
      grounded ??= instruments();
      const agent = await grounded;
      if (agent === null) return [];
      const page = { kind: 'artifact', content, mime, path } as const;
      return await factsOf(agent, { runId, workDir, subject: page }, signal);
    } catch {
      return [];
    }
  };
}

async function factsOf(agent: Agent, request: AgentRequest, signal: AbortSignal): Promise<string[]> {
  const session = await agent.open(request, signal);
  const parser = createParser(DEFAULT_CRITIQUE_CONFIG);
  const facts: string[] = [];
  try {
    for await (const delta of session.send({ kind: 'round', round: 1, prompt: '' })) {
      // Half a measurement would pass for a whole one.
      if (delta.type === 'error') return [];
      if (delta.type !== 'text') continue;
      for (const event of parser.write(delta.text).events) {
        if (event.type !== 'panelist_must_fix' || facts.length >= MAX_FACTS) continue;
        const { text, target, evidence } = event.demand;
        facts.push(
          `${target === null ? '' : `${target}: `}${text}${evidence === null ? '' : ` (${evidence})`}`,
        );
      }
    }
  } finally {
    await session.close();
  }
  return signal.aborted ? [] : facts;
}
