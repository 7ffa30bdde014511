const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;
const STEP = 1024;

/** A size as people say it. */
export function inWords(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
