/** An object whose methods are timed as work of the store. */
import { timed } from '../work.ts';

export function timedMethods<Stored extends object>(object: Stored): Stored {
  const wrapped = new Map<PropertyKey, unknown>();
  return new Proxy(object, {
    get(target, name) {
      const known = wrapped.get(name);
      if (known !== undefined) return known;
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      const method = (...args: unknown[]): unknown =>
        timed({ kind: 'store', facts: { operation: String(name) } }, () =>
          Reflect.apply(found, target, args),
        );
      wrapped.set(name, method);
      return method;
    },
  });
}
