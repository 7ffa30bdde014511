/** The same seed chooses the same places. Each operator has a stream of its own, so adding one moves no other. */
export function choosing(
  seed: number,
  stream: string,
): <Place>(places: readonly Place[]) => Place | undefined {
  const next = mulberry32(seed ^ hashOf(stream));
  return (places) => places[Math.floor(next() * places.length)];
}

function hashOf(text: string): number {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  }
  return hash;
}

/** Tommy Ettinger's mulberry32: 32 bits of state are plenty for choosing a paragraph. */
function mulberry32(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
