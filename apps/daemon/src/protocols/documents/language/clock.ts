/** Times of day, as minutes after midnight, the way people write them: 18:30, 18 h, 6 pm, noon, 10 Uhr, 15時30分. */
import { everyOf } from './patterns.ts';

export interface TimeOfDay {
  minutes: number;
  start: number;
  end: number;
}

const HOUR = String.raw`([01]?\d|2[0-4])`;
const PATTERNS: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<![\d:.,])${HOUR}[:h]([0-5]\d)(?![\d:])(?:\s*([ap])\.?m\b\.?)?(?:\s*(?:Uhr|h)\b)?`,
    'giu',
  ),
  new RegExp(String.raw`(?<![\d:.,])${HOUR}()\s*([ap])\.?m\b\.?`, 'giu'),
  new RegExp(String.raw`(?<![\d:.,])${HOUR}(?:\.([0-5]\d))?\s*Uhr\b`, 'giu'),
  new RegExp(
    String.raw`(?<=(?<![\p{L}])(?:à|a|vers|dès|avant|jusqu[’']à|um|gegen|at|by|às|alle|om|kl\.?|las)\s)${HOUR}()\s?h(?![\p{L}\d])`,
    'giu',
  ),
  new RegExp(
    String.raw`(?<=(?<![\p{L}])(?:a las|at|às|kl\.?|do godziny|o godzinie|godz\.)\s)${HOUR}()(?![\d:.,%]|\s?(?:min|sec|h\b|hours?))(?=\s*(?:$|[.,;)]|de la|da |o[’']clock))`,
    'giu',
  ),
  new RegExp(String.raw`(?<![\d:.,])${HOUR}時(?!間)(?:([0-5]?\d)分|半)?`, 'gu'),
  new RegExp(String.raw`(?<![\d:.,])${HOUR}点(?!击|数)(?:([0-5]?\d)分|半)?`, 'gu'),
];

export function timesOfDay(text: string): TimeOfDay[] {
  const found: TimeOfDay[] = [];
  for (const pattern of PATTERNS)
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      if (found.some((one) => start >= one.start && start < one.end)) continue;
      const half = match[3]?.toLowerCase();
      const hour = (Number(match[1]) % (half === undefined ? 25 : 12)) + (half === 'p' ? 12 : 0);
      const minutes =
        match[2] === undefined || match[2] === '' ? (match[0].includes('半') ? 30 : 0) : Number(match[2]);
      found.push({ minutes: hour * 60 + minutes, start, end: start + match[0].length });
    }
  for (const [minutes, pattern] of SPOKEN)
    for (const { 0: shown, index } of text.matchAll(pattern))
      found.push({ minutes, start: index, end: index + shown.length });
  return found.toSorted((one, other) => one.start - other.start);
}

/** Times that have a name. */
const SPOKEN: readonly (readonly [number, RegExp])[] = [
  [
    12 * 60,
    everyOf(
      "noon|midday|12 o[’']clock noon|mittags|zwölf uhr mittags|midi|mediodía|meio-dia|mezzogiorno|twaalf uhr 's middags|południ[ea]|正午|中午|정오",
    ),
  ],
  [
    24 * 60,
    everyOf(
      'midnight|mitternacht|minuit|medianoche|meia-noite|mezzanotte|middernacht|północ|午前0時|午夜|자정',
    ),
  ],
];

const UNTIL =
  /(?:\b(?:by|until|till|before|no later than|not later than|latest|bis|vor|spätestens|au plus tard|avant|jusqu[’']à|antes de|hasta|a más tardar|até|antes das|entro|prima delle|uiterlijk|voor|tot|do|przed|najpóźniej|före|senast)(?:\s+(?:um|à|a|las|la|at|o|the|veille|day|before|vortag|godziny|le|lendemain|jour|même|am)){0,4}\s*)$/iu;
const FROM =
  /(?:\b(?:from|after|since|starting|earliest|not before|ab|nach|frühestens|à partir de|dès|après|desde|a partir de|después de|tras|após|depois das|dalle|dopo|vanaf|na|od|po|från|efter)(?:\s+(?:um|à|a|las|la|at|o|the|godziny|le)){0,3}\s*)$/iu;

/** Whether a time of day is the last or the first moment of something. */
export function boundOfTime(ahead: string, behind: string): 'upper' | 'lower' | 'plain' {
  if (
    /^\s*(?:まで|以前|前)/u.test(behind) ||
    UNTIL.test(ahead) ||
    /^\s*(?:at the latest|latest|spätestens|au plus tard)/iu.test(behind)
  )
    return 'upper';
  if (/^\s*(?:から|以降|を過ぎ|以後|より)/u.test(behind) || FROM.test(ahead)) return 'lower';
  return 'plain';
}
