/** For commands that go on until somebody ends them: the first signal ends them in order, the second at once. */
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { Shell } from './shell.ts';

export interface UntilEnded {
  stopped: PromiseWithResolvers<void>;
  isAsked(): boolean;
  dispose(): void;
}

/** The longest time there is. */
const FOREVER_MS = 2 ** 31 - 1;

export function untilEnded(shell: Shell): UntilEnded {
  const stopped = Promise.withResolvers<void>();
  let asked = false;
  // A promise keeps no process: a worker whose last connection is lost would end as if it had been asked to.
  const waiting = setInterval(() => {}, FOREVER_MS);
  const forget = shell.onStop(() => {
    if (asked) shell.exitNow(EXIT.interrupted);
    asked = true;
    stopped.resolve();
  });
  const dispose = (): void => {
    clearInterval(waiting);
    forget();
  };
  return { stopped, isAsked: () => asked, dispose };
}
