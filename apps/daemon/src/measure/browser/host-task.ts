/** The browser's driver as the task of a thread: it is large, and reads pictures of whole pages. */
import type { StartTask } from '../threads/messages.ts';
import type { BrowserInput } from './facts.ts';
import { BrowserHost } from './host.ts';

export type BrowserCall =
  | { method: 'measure'; input: BrowserInput }
  | { method: 'pixelChange'; before: Uint8Array; after: Uint8Array };

/** What comes in was sent by `BrowserThread`, and is taken as what it was sent as. */
export const startTask: StartTask = (env) => {
  const host = new BrowserHost(env as Readonly<Record<string, string | undefined>>);
  return {
    answer(question) {
      const call = question as BrowserCall;
      return call.method === 'measure' ? host.measure(call.input) : host.pixelChange(call.before, call.after);
    },
    interrupt() {},
    close: () => host.close(),
  };
};
