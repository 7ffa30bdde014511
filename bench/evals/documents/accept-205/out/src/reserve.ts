import { free } from './vendor.ts';

export type Size = 'S' | 'M' | 'L';

/** Reserves a compartment of a locker for a parcel and returns its number. */
export async function reserve(locker: string, size: Size): Promise<number> {
  const list = await free(locker);
  const hit = list.find((c) => c.size === size);
  if (!hit) throw new Error('no compartment of size ' + size);
  return hit.number;
}
