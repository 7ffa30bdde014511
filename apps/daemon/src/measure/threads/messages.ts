/**
 * What a thread and the one that started it say to each other: questions, each answered once. The thread knows no work
 * of its own: it is told the module. So what measures need not know who asks for it.
 */

/** What works in a thread for longer than one answer. Made by the `startTask` of its module. */
export interface Task {
  answer(question: unknown): Promise<unknown>;
  /** Asks the current answer to come soon. */
  interrupt(): void;
  close(): Promise<unknown>;
}

/** Asks the thread that started this one for something only it has. */
export type Outside = (call: unknown) => Promise<unknown>;

export type StartTask = (input: unknown, outside: Outside) => Task;

export type Question =
  /** An exported function of a module: everything it takes and gives must be data. */
  | { type: 'call'; module: string; name: string; args: readonly unknown[] }
  | { type: 'start'; module: string; input: unknown }
  | { type: 'ask'; question: unknown }
  | { type: 'close' };

export type ToThread =
  | { type: 'question'; id: number; question: Question }
  | { type: 'interrupt' }
  | { type: 'outside'; id: number; answer: { ok: true; value: unknown } | { ok: false; message: string } };

export type FromThread =
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failure'; id: number; message: string }
  | { type: 'outside'; id: number; call: unknown };
