import manifest from '../package.json' with { type: 'json' };

export function version(): string {
  return manifest.version;
}

/** The day the published package is from, as YYYY-MM-DD; null in a clone, which is as new as its last pull. */
export function releaseDay(of: object = manifest): string | null {
  return 'released' in of && typeof of.released === 'string' && DAY.test(of.released) ? of.released : null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
