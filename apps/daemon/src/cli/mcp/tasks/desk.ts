/**
 * Works on tasks. A task is on the disk before anybody hears of it. Whoever is asked for one whose process is gone takes it
 * over: the tool is called again with what was kept, and goes on with the run that it had begun.
 */
import { randomUUID } from 'node:crypto';
import { isGone, processName } from '../../../host/lease.ts';
import { isAsked, type ServedTool, type Step, ToolFault } from '../served-tool.ts';
import { taskFiles } from './files.ts';
import { isOver, type TaskRecord } from './record.ts';

const INTERNAL_ERROR = -32603;
/** Status lines come as fast as a tool talks; the disk need not. */
const TELL_EVERY_MS = 500;

export interface TaskDesk {
  /** How many are worked on here. */
  readonly working: number;
  create(tool: ServedTool, step: Step, can: ReadonlySet<TaskRecord['can'][number]>): Promise<TaskRecord>;
  get(id: string): Promise<TaskRecord | null>;
  /** Takes answers; once all are there the task goes on. Null where there is no such task. */
  update(id: string, responses: Readonly<Record<string, unknown>>): Promise<TaskRecord | null>;
  cancel(id: string): Promise<TaskRecord | null>;
  /** Puts everything aside, for the next process to take over. */
  close(): Promise<void>;
}

export interface TaskDeskOptions {
  dataDir: string;
  tools: readonly ServedTool[];
  /** Told of every change, for those who listen. */
  onChange?: (task: TaskRecord) => void;
}

interface Active {
  task: TaskRecord;
  stop: AbortController;
  done: Promise<void>;
  /** Changes follow each other: two writes of one file would race. */
  saved: Promise<void>;
}

export function taskDesk({ dataDir, tools, onChange = () => {} }: TaskDeskOptions): TaskDesk {
  const files = taskFiles(dataDir);
  const active = new Map<string, Active>();
  const owner = processName();
  let isClosing = false;

  const change = async (one: Active, changes: Partial<TaskRecord>): Promise<void> => {
    // What is put aside stays `working`, and what is over stays as it ended.
    if (isClosing || isOver(one.task)) return;
    one.task = { ...one.task, ...changes, lastUpdatedAt: new Date().toISOString() };
    const { task } = one;
    one.saved = one.saved.then(() => files.write(task));
    await one.saved;
    onChange(task);
  };

  const work = async (tool: ServedTool, one: Active): Promise<void> => {
    let toldAt = 0;
    try {
      const outcome = await tool.call({
        ...one.task.step,
        signal: one.stop.signal,
        can: new Set(one.task.can),
        tell(message) {
          const now = performance.now();
          if (now - toldAt < TELL_EVERY_MS) return;
          toldAt = now;
          void change(one, { statusMessage: message }).catch(() => {});
        },
        log: () => Promise.resolve(),
        began: (run) => change(one, { step: { ...one.task.step, run } }),
      });
      if (one.stop.signal.aborted) return;
      if (isAsked(outcome)) {
        const step = { ...one.task.step, state: outcome.state, responses: {}, run: null };
        await change(one, {
          status: 'input_required',
          ask: outcome.ask,
          step,
          statusMessage: 'waits for an answer',
        });
      } else await change(one, { status: 'completed', result: outcome, statusMessage: null });
    } catch (error) {
      if (one.stop.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      const fault = error instanceof ToolFault ? error : null;
      await change(one, {
        status: 'failed',
        error: { code: fault?.code ?? INTERNAL_ERROR, message, data: fault?.data },
        statusMessage: message,
      });
    }
  };

  const begin = (task: TaskRecord): Active => {
    const tool = tools.find(({ name }) => name === task.tool);
    const one: Active = {
      task,
      stop: new AbortController(),
      done: Promise.resolve(),
      saved: Promise.resolve(),
    };
    active.set(task.id, one);
    one.done = (
      tool === undefined
        ? change(one, {
            status: 'failed',
            error: { code: INTERNAL_ERROR, message: `there is no tool ${task.tool} any more` },
          })
        : work(tool, one)
    )
      .catch(() => {})
      .finally(() => {
        // Gone on meanwhile: what stands there is the next step.
        if (active.get(task.id) === one) active.delete(task.id);
      });
    return one;
  };

  const current = async (id: string): Promise<TaskRecord | null> => {
    const one = active.get(id);
    if (one !== undefined) return one.task;
    const task = await files.read(id);
    if (task?.status !== 'working' || isClosing || !isGone({ owner: task.owner })) return task;
    // Asked for twice at once: the second finds it begun.
    const begun = active.get(id);
    if (begun !== undefined) return begun.task;
    const taken = { ...task, owner };
    await files.write(taken);
    return active.get(id)?.task ?? begin(taken).task;
  };

  return {
    get working() {
      return active.size;
    },
    async create(tool, step, can) {
      await files.prune(Date.now());
      const now = new Date().toISOString();
      const task: TaskRecord = {
        version: 1,
        id: randomUUID(),
        tool: tool.name,
        step: { ...step, input: { ...step.input }, responses: { ...step.responses } },
        can: [...can],
        owner,
        status: 'working',
        statusMessage: null,
        createdAt: now,
        lastUpdatedAt: now,
        ask: null,
        result: null,
        error: null,
      };
      await files.write(task);
      begin(task);
      return task;
    },
    get: current,
    async update(id, responses) {
      // What asks is still being put away: its answers belong to what is on the disk.
      const asking = active.get(id);
      if (asking?.task.status === 'input_required') await asking.done;
      const task = await current(id);
      if (task?.status !== 'input_required' || task.ask === null) return task;
      const known = Object.entries(responses).filter(([key]) => Object.hasOwn(task.ask ?? {}, key));
      const answered = { ...task.step.responses, ...Object.fromEntries(known) };
      const open = Object.entries(task.ask).filter(([key]) => !Object.hasOwn(answered, key));
      const goesOn = open.length === 0;
      const next: TaskRecord = {
        ...task,
        owner,
        step: { ...task.step, responses: answered },
        status: goesOn ? 'working' : 'input_required',
        ask: goesOn ? null : Object.fromEntries(open),
        lastUpdatedAt: new Date().toISOString(),
      };
      await files.write(next);
      if (goesOn) begin(next);
      onChange(next);
      return next;
    },
    async cancel(id) {
      const task = await current(id);
      if (task === null || isOver(task)) return task;
      const one = active.get(id);
      const cancelled: Partial<TaskRecord> = { status: 'cancelled', ask: null, statusMessage: 'cancelled' };
      if (one === undefined) {
        const next = { ...task, ...cancelled, lastUpdatedAt: new Date().toISOString() };
        await files.write(next);
        return next;
      }
      one.stop.abort();
      await change(one, cancelled);
      return one.task;
    },
    async close() {
      isClosing = true;
      const all = [...active.values()];
      for (const { stop } of all) stop.abort();
      await Promise.all(all.map(({ done, saved }) => Promise.all([done, saved])));
    },
  };
}
