/** A task as it lies on the disk, and as the extension `io.modelcontextprotocol/tasks` shows it. */
import { z } from 'zod';

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** After it a task may be forgotten. */
export const TASK_TTL_MS = 24 * 60 * 60 * 1000;
const POLL_MS = 1_000;

const json = z.record(z.string(), z.unknown());

export const TaskRecordSchema = z.object({
  version: z.literal(1),
  id: z.uuid(),
  tool: z.string(),
  /** All a tool needs to be asked again. */
  step: z.object({ input: json, state: z.unknown(), responses: json, run: z.string().nullable() }),
  can: z.array(z.enum(['elicitation', 'sampling', 'roots'])),
  /** The process that works on it; it may be gone. */
  owner: z.string(),
  status: z.enum(['working', 'input_required', 'completed', 'failed', 'cancelled']),
  statusMessage: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastUpdatedAt: z.iso.datetime(),
  /** What is still to be answered. */
  ask: json.nullable(),
  result: json.nullable(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).nullable(),
});
export type TaskRecord = z.infer<typeof TaskRecordSchema>;

export function isOver({ status }: TaskRecord): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** What every answer about a task says. */
export function taskInfo({ id, status, statusMessage, createdAt, lastUpdatedAt }: TaskRecord) {
  return {
    taskId: id,
    status,
    ...(statusMessage !== null && { statusMessage }),
    createdAt,
    lastUpdatedAt,
    ttlMs: TASK_TTL_MS,
    pollIntervalMs: POLL_MS,
  };
}

/** With what it came to, or what it waits for. */
export function detailedTask(task: TaskRecord): Record<string, unknown> {
  return {
    ...taskInfo(task),
    ...(task.status === 'completed' && { result: task.result }),
    ...(task.status === 'failed' && { error: task.error }),
    ...(task.status === 'input_required' && { inputRequests: task.ask }),
  };
}
