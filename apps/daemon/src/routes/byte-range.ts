/** The part of a file a client asked for (RFC 9110, one range; anything unclear means the whole file). */

export type ByteRange =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' };

const WHOLE: ByteRange = { kind: 'whole' };

/** `end` is inclusive, as on the wire. Several ranges are answered with the whole, as the RFC allows. */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return WHOLE;
  if (first === '') return suffix(Number(last), size);
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return WHOLE;
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end };
}

function suffix(length: number, size: number): ByteRange {
  if (length === 0 || size === 0) return { kind: 'unsatisfiable' };
  return { kind: 'part', start: Math.max(0, size - length), end: size - 1 };
}
