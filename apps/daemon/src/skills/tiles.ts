/**
 * A drawing for pages without pictures: tiles that thin out from one corner, in the brand's colours and with its corners (the
 * template's style has both). Which are left out and which are marked comes from the title: another page has another drawing,
 * the same page always the same. It says nothing, so nothing is invented.
 */
const COLUMNS = 12;
const ROWS = 4;
const STEP = { x: 100, y: 80 };
const INSET = { x: 10, y: 8 };
/** Beyond this distance from the corner there is nothing. */
const REACH = 4.4;
const SHADES = 5;

export interface Tile {
  /** `m` is marked; `t0` is the strongest of the others, `t4` the faintest. */
  kind: string;
  x: string;
  y: string;
}

export function tilesOf(title: string): Tile[] {
  const tiles: Tile[] = [];
  for (let row = 0; row < ROWS; row++)
    for (let column = 0; column < COLUMNS; column++) {
      const distance = (COLUMNS - 1 - column) * 0.42 + row * 0.75;
      const chance = shareOf(`${title} ${column} ${row}`);
      if (distance > REACH || (distance > 1 && chance < 0.28)) continue;
      const kind = chance > 0.9 ? 'm' : `t${Math.min(SHADES - 1, Math.floor(distance))}`;
      tiles.push({ kind, x: String(column * STEP.x + INSET.x), y: String(row * STEP.y + INSET.y) });
    }
  return tiles;
}

/** From 0 to 1, the same for the same text (FNV-1a, mixed once more). */
function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32;
}
