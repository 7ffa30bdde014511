/** How agents did when they were tried: what `GET /api/critique/conformance` answers and the history keeps. */
import { z } from 'zod';

export const ConformanceCycleSchema = z.object({
  agent: z.string(),
  /** The version the CLI told, or null. */
  version: z.string().nullable(),
  transport: z.string(),
  /** Who stood behind the agent: our scripted model server, or a model of its own. */
  model: z.enum(['scripted', 'live']),
  at: z.iso.datetime(),
  cases: z.int().positive(),
  /** Ended with a verdict of the gate and a page, every vote cast. */
  complete: z.int().min(0),
  /** Read without a parser error. */
  cleanParse: z.int().min(0),
  /** Passed all four assertions. */
  passed: z.int().min(0),
  /** The first failures in words, bounded. */
  failures: z.array(z.string().max(300)).max(10),
});
export type ConformanceCycle = z.infer<typeof ConformanceCycleSchema>;

export const AgentHealthSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('unknown') }),
  z.object({ state: z.literal('healthy') }),
  /** A bad cycle, and not yet enough of them. */
  z.object({ state: z.literal('wavering'), reason: z.string() }),
  z.object({ state: z.literal('degraded'), reason: z.string() }),
]);
export type AgentHealth = z.infer<typeof AgentHealthSchema>;

export const ConformanceReportSchema = z.object({
  agents: z.array(
    z.object({
      id: z.string(),
      health: AgentHealthSchema,
      /** The mark that keeps it off panels now; it may be cleared before health is known to be better. */
      degraded: z.object({ reason: z.string(), until: z.iso.datetime() }).nullable(),
      /** The latest, oldest first. */
      cycles: z.array(ConformanceCycleSchema),
    }),
  ),
});
export type ConformanceReport = z.infer<typeof ConformanceReportSchema>;
