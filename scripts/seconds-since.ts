/** What a suite of attacks says at its end: how long all of them took. */
export function secondsSince(began: number): string {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}
