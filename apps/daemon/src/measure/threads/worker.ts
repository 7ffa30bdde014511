/** A measuring thread: does what it is told, for the thread that started it. */
import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, Question, StartTask, Task, ToThread } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('worker.ts is started by thread.ts');

if (workerData.yields === true) yieldToOthers();

const say = (message: FromThread): void => port.postMessage(message);
const calls = new Map<number, PromiseWithResolvers<unknown>>();
let task: Task | null = null;
let lastCall = 0;

port.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'interrupt':
      task?.interrupt();
      return;
    case 'outside': {
      const call = calls.get(message.id);
      calls.delete(message.id);
      if (message.answer.ok) call?.resolve(message.answer.value);
      else call?.reject(new Error(message.answer.message));
      return;
    }
    case 'question': {
      const { id, question } = message;
      // One chain: an answer that cannot be sent is a failure too.
      answer(question)
        .then((value) => say({ type: 'answer', id, value }))
        .catch((error: unknown) =>
          say({ type: 'failure', id, message: error instanceof Error ? error.message : String(error) }),
        );
    }
  }
});

async function answer(question: Question): Promise<unknown> {
  switch (question.type) {
    case 'call': {
      const work = await exported(question.module, question.name);
      return work(...question.args);
    }
    case 'start': {
      const startTask = (await exported(question.module, 'startTask')) as StartTask;
      task = startTask(question.input, outside);
      return null;
    }
    case 'ask':
      if (task === null) throw new Error('no task was started');
      return task.answer(question.question);
    case 'close':
      await task?.close();
      task = null;
      return null;
  }
}

async function exported(module: string, name: string): Promise<(...args: readonly unknown[]) => unknown> {
  const loaded: Record<string, unknown> = await import(module);
  const work = loaded[name];
  if (typeof work !== 'function') throw new Error(`${module} exports no ${name}`);
  return work as (...args: readonly unknown[]) => unknown;
}

function outside(call: unknown): Promise<unknown> {
  lastCall += 1;
  const pending = Promise.withResolvers<unknown>();
  calls.set(lastCall, pending);
  say({ type: 'outside', id: lastCall, call });
  return pending.promise;
}

/** On Linux 0 is this thread alone, and what it starts; elsewhere it would be the whole process. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  try {
    setPriority(0, Math.min(getPriority(0) + PRIORITY_BELOW_NORMAL, PRIORITY_LOW));
  } catch {
    // It measures as well, only at the cost of those who wait.
  }
}
