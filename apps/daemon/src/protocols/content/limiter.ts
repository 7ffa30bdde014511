/** At most so many at a time, the others in order of arrival. */
export function limiter(most: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await task();
    } finally {
      // The place is handed on, never given up in between.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
