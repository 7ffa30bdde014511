/** The grounded panel as an agent that comes with the product: what it can do, and how one is made for a run. */
import { DEFAULT_AGENT_ID } from '@design-jury/contracts/defaults';
import type { BrowserMode } from '@design-jury/contracts/http';
import type { Surroundings } from '../../../agents/environment.ts';
import type { AgentSettings, BuiltInAgent } from '../../../agents/registry.ts';
import type { Agent } from '../../../agents/session.ts';
import { JuryError } from '../../../jury-error.ts';
import { barOf } from '../../../measure/bar.ts';
import { BrowserThread } from '../../../measure/browser/browser-thread.ts';
import { noBrowser } from '../../../measure/browser/find.ts';
import { BrowserHost } from '../../../measure/browser/host.ts';
import type { Meter } from '../../../measure/browser/witness.ts';
import type { MeasuringThreads } from '../../../measure/threads/threads.ts';

export interface GroundedBrowser {
  meter: Meter;
  /** `needed`: only for a page whose source leaves open what a browser can answer. */
  when: 'needed' | 'always';
}

export const GROUNDED_PANEL = {
  id: DEFAULT_AGENT_ID,
  name: 'Grounded panel',
  capabilities: {
    turns: 'conversational',
    deltas: 'block',
    usage: false,
    structured: 'text',
    promptLimitBytes: null,
    transport: 'in-process',
    readsPrompt: false,
    measures: true,
    drafts: false,
  },
} as const satisfies Pick<Agent, 'id' | 'name' | 'capabilities'>;

/** @param threads where pages are measured; null: in this thread */
export function groundedPanel(env: Surroundings, threads: MeasuringThreads | null = null): BuiltInAgent {
  const host = threads?.serves === true ? new BrowserThread(env) : new BrowserHost(env);
  return {
    ...GROUNDED_PANEL,
    detail: 'measures the page; needs no model',
    async create({ design, brief, head, browser: mode, level, strict }: AgentSettings): Promise<Agent> {
      const browser = await browserFor(mode, host, env);
      // Loaded only when it is asked for.
      const { createGroundedAgent } = await import('./grounded-agent.ts');
      const system =
        design === null ? null : (await import('../../../measure/model/design-md.ts')).readDesignMd(design);
      return createGroundedAgent(
        { design: system, brief, head, browser, bar: barOf({ level, strict }) },
        threads,
      );
    },
    close: () => host.close(),
  };
}

async function browserFor(
  mode: BrowserMode,
  host: BrowserHost | BrowserThread,
  env: Surroundings,
): Promise<GroundedBrowser | null> {
  if (mode === 'never') return null;
  const isThere = await host.isThere();
  if (!isThere && mode === 'always') throw new JuryError('bad_request', `browser: ${noBrowser(env)}`);
  return isThere ? { meter: host, when: mode === 'always' ? 'always' : 'needed' } : null;
}
