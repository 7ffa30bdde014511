/** `GET /api/ops`: how the runs of this machine went. `GET /api/runs/:id/log`: what its log has of one. */
import { DEFAULT_OPS_DAYS, MAX_OPS_RUNS, OPS_DAYS, type OpsSummary } from '@design-jury/contracts/ops';
import type { Hono } from 'hono';
import type { Jury } from '../jury.ts';
import { linesOf, logFiles } from '../telemetry/log-file.ts';
import { readLine } from '../telemetry/log-reading.ts';
import { opsSince, summarise } from '../telemetry/ops.ts';
import { HttpError } from './errors.ts';
import { type FleetView, reportOf } from './fleet.ts';
import { idParam } from './request.ts';

const MAX_NAME_CHARS = 100;
/** The newest so many lines of a run. */
const MAX_LOG_LINES = 2_000;

export function mountOps(
  app: Hono,
  jury: Jury,
  { dataDir, now, fleet }: { dataDir: string | null; now: () => number; fleet?: FleetView | undefined },
): void {
  app.get('/api/ops', async (c) => {
    const wanted = c.req.query('days');
    const days = wanted === undefined ? DEFAULT_OPS_DAYS : OPS_DAYS.find((known) => String(known) === wanted);
    if (days === undefined) throw new HttpError('bad_request', `days: it takes ${OPS_DAYS.join(', ')}`);
    const chosen = (name: string): string | null => c.req.query(name)?.slice(0, MAX_NAME_CHARS) || null;
    const at = now();
    const runs = await jury.runFigures(opsSince(days, at), MAX_OPS_RUNS + 1);
    const filter = { days, agent: chosen('agent'), skill: chosen('skill'), protocol: chosen('protocol') };
    const summary: OpsSummary = summarise(runs, filter, at);
    return c.json(fleet === undefined ? summary : { ...summary, fleet: await reportOf(fleet) });
  });

  if (dataDir === null) return;
  app.get('/api/runs/:id/log', async (c) => {
    const { run } = await jury.snapshotOf(idParam(c, 'id'));
    const kept: string[] = [];
    for (const file of await logFiles(dataDir)) {
      for await (const line of linesOf(file)) {
        // Most lines are of other runs: those are not even read.
        if (!line.includes(run.id) || readLine(line)?.run !== run.id) continue;
        kept.push(line);
        if (kept.length > 2 * MAX_LOG_LINES) kept.splice(0, kept.length - MAX_LOG_LINES);
      }
    }
    const lines = kept.slice(-MAX_LOG_LINES);
    // As text: a browser shows it, and takes nothing in it for markup.
    return c.text(lines.length === 0 ? '' : `${lines.join('\n')}\n`);
  });
}
