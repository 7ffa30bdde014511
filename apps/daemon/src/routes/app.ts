/** The HTTP API, testable without a socket; only the event stream needs one. */
import { setTimeout as delay } from 'node:timers/promises';
import { Hono, type MiddlewareHandler } from 'hono';
import type { ModelGate } from '../agents/models/open.ts';
import type { GivenServices } from '../protocols/given/start.ts';
import type { QuestionStore } from '../store/questions.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { TraceContext } from '../trace-context.ts';
import { type Access, type AccessOptions, createAccess, mountEntry } from './access/access.ts';
import { type ContentRoutes, mountContent } from './content.ts';
import { mountDesign } from './design.ts';
import { createErrorHandler, refuse } from './errors.ts';
import { mountEstimate } from './estimate.ts';
import { mountEvents, type StreamOptions } from './events.ts';
import { mountFiles } from './files.ts';
import { type FleetView, mountFleet } from './fleet.ts';
import { mountGiven } from './given.ts';
import { mountLibrary } from './library.ts';
import { MCP_PATH, type McpHandler, mountMcp } from './mcp.ts';
import { mountMetrics } from './metrics.ts';
import { mountOps } from './ops.ts';
import { mountProjects } from './projects.ts';
import { mountProxy } from './proxy.ts';
import { mountQuestions } from './questions.ts';
import { mountReport, type ReportRoutes } from './report.ts';
import { type BodyLimits, createBodies } from './request.ts';
import { mountRuns } from './runs.ts';
import { mountSites } from './sites.ts';
import { mountStatus } from './status.ts';
import { mountTracing } from './tracing.ts';
import { mountTrust, type TrustRoutes } from './trust.ts';
import { mountWeb } from './web.ts';

export interface AppOptions extends StreamOptions, AccessOptions, BodyLimits {
  /** Given where more than the app needs it. @default one from these options */
  access?: Access;
  /** The address to open in a browser, once it is known. */
  ownUrl?: () => string | null;
  /** Without them nothing is asked. */
  questions?: QuestionStore;
  /** Without them there is no proxy. */
  models?: ModelGate;
  /** Without it there is no content pipeline. */
  content?: ContentRoutes;
  /** Without them no documents are taken: those of a run lie on one machine. */
  given?: GivenServices;
  /** Without them nobody counts. */
  metrics?: Metrics;
  /** The trace of a request. @default the caller's, which is only handed on */
  requestTrace?: (caller: TraceContext | null) => TraceContext | null;
  /** Without it this process is no node of a fleet. */
  fleet?: FleetView;
  /** Whose deployed sites are served; without it none are. */
  dataDir?: string;
  /** Answers clients of the Model Context Protocol; without it there is no such address. */
  mcp?: McpHandler;
  /** What is asked meanwhile waits a moment for it, then is told to come back. @default nothing to wait for */
  recovery?: Promise<unknown>;
  /** Pictures of a page before and after. @default reports have none */
  pictures?: ReportRoutes['pictures'];
  /** Keys that certificates are believed by. @default none */
  keys?: TrustRoutes['keys'];
}

/** Answered while runs of an earlier process are being ended. */
const ANSWERED_MEANWHILE = new Set(['/api/health', '/api/ready']);
const RECOVERY_PATIENCE_MS = 2_000;

export function createApp(options: AppOptions): Hono {
  const { jury } = options;
  const app = new Hono();
  app.onError(createErrorHandler(options.report));

  app.use(async (c, next) => {
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    // Who opens us in a window of its own keeps no hold of it.
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    c.header('Cache-Control', 'no-store');
    await next();
  });
  const access = options.access ?? createAccess(options);
  app.use(access.middleware);
  const bodies = createBodies(options);
  app.use(async (c, next) => {
    try {
      await next();
    } finally {
      bodies.release(c);
    }
  });

  mountTracing(app, options.requestTrace ?? (() => null));
  waitForRecovery(app, options.recovery);
  const readBody = bodies.read;
  const { dataDir = null, clock: now = Date.now, fleet, keys } = options;
  mountEntry(app, access, options.ownUrl ?? (() => null));
  mountProjects(app, jury, readBody);
  mountRuns(app, jury, readBody);
  mountEstimate(app, jury, options.models ?? null, now);
  mountGiven(app, jury, options.given, readBody);
  mountOps(app, jury, { dataDir, now, fleet });
  mountTrust(app, jury, readBody, { dataDir, now, ...(keys !== undefined && { keys }) });
  if (options.questions !== undefined) mountQuestions(app, { questions: options.questions, jury }, readBody);
  if (options.content !== undefined) mountContent(app, options.content, readBody);
  if (options.dataDir !== undefined) mountSites(app, options.dataDir);
  if (options.models !== undefined) mountProxy(app, options.models, readBody);
  if (options.metrics !== undefined) mountMetrics(app, options.metrics);
  if (options.fleet !== undefined) mountFleet(app, options.fleet);
  if (options.mcp !== undefined) mountMcp(app, options.mcp, bodies.whole);
  mountFiles(app, jury);
  mountReport(app, jury, { dataDir, pictures: options.pictures });
  mountDesign(app, jury);
  mountEvents(app, options);
  mountLibrary(app, jury);
  mountStatus(app, jury);
  const lost = mountWeb(app);
  app.notFound((c) => lost(c) ?? refuse(c, 'not_found', 'there is nothing at this address'));
  refuseOtherMethods(app);
  return app;
}

function waitForRecovery(app: Hono, recovery: Promise<unknown> | undefined): void {
  let isRecovering = recovery !== undefined;
  const over = recovery?.then(
    () => {
      isRecovering = false;
    },
    () => {},
  );
  const wait: MiddlewareHandler = async (c, next) => {
    if (isRecovering && !ANSWERED_MEANWHILE.has(c.req.path)) {
      await Promise.race([over, delay(RECOVERY_PATIENCE_MS, undefined, { ref: false })]);
      if (isRecovering)
        return refuse(
          c,
          'unavailable',
          'runs of an earlier process are still being ended; ask again in a moment',
        );
    }
    return next();
  };
  app.use('/api/*', wait);
  app.use(MCP_PATH, wait);
}

/** A known address asked in the wrong way is not an unknown address. */
function refuseOtherMethods(app: Hono): void {
  const methods = new Map<string, string[]>();
  for (const { path, method } of app.routes) {
    if (method !== 'ALL') methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  for (const [path, allowed] of methods) {
    const allow = allowed.includes('GET') ? ['HEAD', ...allowed] : allowed;
    app.all(path, (c) =>
      refuse(c, 'method_not_allowed', `use ${allowed.join(' or ')}`, { Allow: allow.join(', ') }),
    );
  }
}
