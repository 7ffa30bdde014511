/** The one rounding rule: half away from zero, on the decimal the reader sees (8.625 → 8.63). */
export function roundTo(value: number, decimals: number): number {
  if (Number.isInteger(value)) return value;
  const factor = 10 ** decimals;
  // The nudge undoes binary dust such as 8.625 * 100 = 862.4999999999999.
  return Math.sign(value) * (Math.round(Math.abs(value) * factor + Number.EPSILON * factor * 8) / factor) + 0;
}
