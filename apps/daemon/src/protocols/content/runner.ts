/** Runs in the background of the daemon: a few at a time, the others in order; ended in order with it. */
import pLimit from 'p-limit';
import { JuryError } from '../../jury-error.ts';
import type { ContentOrder, ContentService } from './service.ts';
import { singlePass } from './single-pass.ts';
import { designTextOf } from './site/brand.ts';
import type { DeployedSite } from './site/deployment.ts';
import type { SitePlan } from './site/plan.ts';

export interface RunnerOptions {
  service: ContentService;
  dataDir: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Hears of what is the daemon's own fault. */
  report: (error: unknown) => void;
}

export interface ContentRunner {
  /** A new run, or the idea's paused one again. Resolves when it is stored; it is played afterwards. */
  post(order: ContentOrder): Promise<{ runId: string; resumed: boolean }>;
  /** The single pass: brand and copy in one, no critics. */
  paintDoor(ideaId: string, order: { design: string | null; agent: string }): Promise<DeployedSite>;
  /** Waits until nothing is played here any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Accepted and not over; more are refused, not queued. */
const MOST_RUNS = 256;

export function contentRunner(options: RunnerOptions): ContentRunner {
  const { service, dataDir, env, report } = options;
  const stop = new AbortController();
  const slots = pLimit(service.settings.runConcurrency);
  const playing = new Set<Promise<void>>();
  /** A lease keeps other processes away; this keeps us from playing an idea twice ourselves. */
  const busy = new Set<string>();
  const planOf = async ({ contentType }: ContentOrder): Promise<SitePlan | null> =>
    contentType === 'website'
      ? {
          design: await designTextOf({ dataDir, env, cwd: dataDir, named: null }),
          target: { kind: 'serve' },
          remote: null,
          hook: null,
        }
      : null;
  const play = (handle: Awaited<ReturnType<ContentService['start']>>, ideaId: string): void => {
    const played = slots(async () => {
      await service.play(handle, { signal: stop.signal });
    })
      .catch(report)
      .finally(() => {
        playing.delete(played);
        busy.delete(ideaId);
      });
    playing.add(played);
  };
  return {
    async post(order) {
      if (playing.size >= MOST_RUNS)
        throw new JuryError('unavailable', `${MOST_RUNS} runs of the content pipeline are under way already`);
      if (busy.has(order.ideaId))
        throw new JuryError('conflict', `a run of ${order.ideaId} is under way; wait for it`);
      busy.add(order.ideaId);
      try {
        const last = await service.latest(order.ideaId);
        const resumed = last !== null && last.status !== 'ended';
        // Rejects with `conflict` while another process plays it.
        const handle = resumed
          ? await service.resume(last.id)
          : await service.start({ ...order, site: await planOf(order) });
        play(handle, order.ideaId);
        return { runId: handle.record.id, resumed };
      } catch (error) {
        busy.delete(order.ideaId);
        throw error;
      }
    },
    async paintDoor(ideaId, { design, agent }) {
      const text = await designTextOf({ dataDir, env, cwd: dataDir, named: design });
      return singlePass({ service, dataDir, env, ideaId, design: text, agent, signal: stop.signal });
    },
    async idle() {
      while (playing.size > 0) await Promise.all(playing);
    },
    async close() {
      stop.abort();
      await Promise.all(playing);
    },
  };
}
