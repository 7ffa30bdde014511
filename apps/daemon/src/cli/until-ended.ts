/** For commands that go on until somebody ends them: the first signal ends them in order, the second at once. */
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { Shell } from './shell.ts';

export interface UntilEnded {
  stopped: PromiseWithResolvers<void>;
  isAsked(): boolean;
  dispose(): void;
}

export function untilEnded(shell: Shell): UntilEnded {
  const stopped = Promise.withResolvers<void>();
  let asked = false;
  const dispose = shell.onStop(() => {
    if (asked) shell.exitNow(EXIT.interrupted);
    asked = true;
    stopped.resolve();
  });
  return { stopped, isAsked: () => asked, dispose };
}
