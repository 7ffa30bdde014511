/** Pictures for reports that are asked for over HTTP: one browser at a time, and the last few kept. */
import { createHash } from 'node:crypto';
import type { Pictures } from './page/slider.ts';

export type TakePictures = (before: string, after: string) => Promise<Pictures | null>;

/** Who opens a report once opens it again; a picture has up to 4 MiB. */
const MOST_KEPT = 4;
/** Beyond these a report comes without pictures instead of late. */
const MOST_WAITING = 4;

/** @param take starts a browser for every call */
export function askedPictures(take: TakePictures): TakePictures {
  const kept = new Map<string, Promise<Pictures | null>>();
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return (before, after) => {
    const key = createHash('sha256').update(before).update('\0').update(after).digest('hex');
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (waiting >= MOST_WAITING) return Promise.resolve(null);
    waiting += 1;
    const taken = last
      .then(() => take(before, after))
      .catch(() => null)
      .finally(() => {
        waiting -= 1;
      });
    last = taken;
    kept.set(key, taken);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    // A browser that failed may be there the next time.
    void taken.then((pictures) => {
      if (pictures === null) kept.delete(key);
    });
    return taken;
  };
}
