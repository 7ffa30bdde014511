/** The caller's trace goes on here: `traceparent` of a request is the parent of what the request leads to. */
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { inTrace, parseTraceparent, type TraceContext } from '../trace-context.ts';
import { preciseNow, tell } from '../work.ts';
import { MCP_PATH } from './mcp.ts';

/** Asked every few seconds by whoever watches the daemon. */
const UNTOLD = new Set(['/api/health', '/api/ready']);

export function mountTracing(
  app: Hono,
  requestTrace: (caller: TraceContext | null) => TraceContext | null,
): void {
  const trace: MiddlewareHandler = async (c, next) => {
    const caller = parseTraceparent(c.req.header('traceparent'));
    const own = UNTOLD.has(c.req.path) ? null : requestTrace(caller);
    if (own === null) return caller === null ? next() : inTrace(caller, next);
    const startMs = preciseNow();
    try {
      await inTrace(own, next);
    } finally {
      const route = routeOf(c);
      const status = c.res.status;
      tell({
        kind: 'http',
        facts: { method: c.req.method, route, status },
        startMs,
        endMs: preciseNow(),
        hasFailed: status >= 500,
        within: caller,
        as: own,
      });
    }
  };
  app.use('/api/*', trace);
  app.use(MCP_PATH, trace);
}

/** From a closed set: as it was mounted, never as it was asked. */
function routeOf(c: Context): string {
  const found = matchedRoutes(c).findLast(({ method }) => method !== 'ALL')?.path;
  return found ?? (c.req.path === MCP_PATH ? MCP_PATH : 'other');
}
