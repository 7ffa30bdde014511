/** Days on which a house is open in one place of the page and closed in another. */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, headings, textOf, visibleBlocks } from '../model/reading.ts';
import { weekdays } from './dates.ts';
import { inTwoPlaces } from './two-places.ts';

interface Stated {
  at: PageElement;
  shown: string;
  isOpen: boolean;
  days: ReadonlySet<number>;
  /** Of the house as a whole: at the top, at the foot, or in the table of its hours. */
  isOfHouse: boolean;
  isRow: boolean;
}

const OPEN =
  /(?<!\p{L})(?:open|geöffnet|offen|ouverte?s?|abiert[oa]s?|abert[oa]s?|apert[oaie]|geopend)(?!\p{L})/iu;
const CLOSED =
  /(?<!\p{L})(?:closed|geschlossen|ruhetag|fermée?s?|cerrad[oa]s?|fechad[oa]s?|encerrad[oa]s?|chius[oaie]|gesloten)(?!\p{L})/iu;
const DAILY =
  /(?<!\p{L})(?:every day|seven days|7 days|daily|täglich|jeden tag|tous les jours|7 jours|todos los días|todos os dias|tutti i giorni|dagelijks)(?!\p{L})/iu;
const WEEKEND =
  /(?<!\p{L})(?:weekends?|week-ends?|wochenenden?|fines? de semana|fins? de semana|fine settimana)(?!\p{L})/iu;
/** Of a season, a feast, a part of the house, or only for some: it may well differ. */
const LIMITED =
  /(?:except|unless|holiday|season|summer|winter|spring|autumn|christmas|easter|january|february|april|june|july|august|september|october|november|december|by appointment|members|kitchen|caf[eé]|bar|shop|office|phone|desk|außer|feiertag|sommer|winter|ferien|nach vereinbarung|küche|büro|sauf|férié|été|hiver|vacances|rendez-vous|cuisine|bureau|excepto|festivo|verano|invierno|cita|cocina|salvo|feriado|verão|inverno|marcação|eccetto|festivi|estate|inverno|appuntamento|behalve|feestdag|zomer|afspraak)/iu;
const LONGEST = 1_000;
const MOST_ROWS = 10;

export function contradictingDays(page: Page): Observation[] {
  const tables = page.byTag('table').filter((table) => rowsOf(table).length > 0);
  // Two tables are of two houses or two seasons.
  if (tables.length > 1) return [];
  const stated = [...tables.flatMap(rowsOf), ...sentencesOf(page)];
  const found: Observation[] = [];
  for (const [index, later] of stated.entries()) {
    const first = stated.slice(0, index).find((one) => isAgainst(one, later));
    if (first !== undefined) found.push(inTwoPlaces(later.at, later.shown, first.shown));
  }
  return found.slice(0, 1);
}

function isAgainst(one: Stated, other: Stated): boolean {
  if (one.isOpen === other.isOpen || (one.isRow && other.isRow) || one.at === other.at) return false;
  return one.isOfHouse && other.isOfHouse && [...one.days].some((day) => other.days.has(day));
}

function rowsOf(table: PageElement): Stated[] {
  const parts = childElements(table).flatMap((part) => (part.tag === 'tr' ? [part] : childElements(part)));
  const rows = parts.filter(({ tag }) => tag === 'tr').slice(0, MOST_ROWS + 1);
  if (rows.length > MOST_ROWS) return [];
  return rows.flatMap((at): Stated[] => {
    const [name, ...cells] = childElements(at).map(textOf);
    const days = daysIn(name ?? '');
    const rest = cells.join(' ');
    const isClosed = CLOSED.test(rest);
    if (days.size === 0 || cells.length !== 1 || (!isClosed && !/\d/.test(rest))) return [];
    return [{ at, shown: `${name}: ${rest}`, isOpen: !isClosed, days, isOfHouse: true, isRow: true }];
  });
}

function sentencesOf(page: Page): Stated[] {
  const second = headings(page).find(({ tag }) => tag === 'h2');
  return visibleBlocks(page).flatMap(({ element: at, said, kind }): Stated[] => {
    if (kind === 'code' || kind === 'cell' || said.length > LONGEST || LIMITED.test(said)) return [];
    const isTop = second === undefined || at.index < second.index;
    return said.split(/(?<=[.!?;])\s+/u).flatMap((sentence): Stated[] => {
      const isClosed = CLOSED.test(sentence);
      const days = daysIn(sentence);
      if (days.size === 0 || isClosed === OPEN.test(sentence)) return [];
      return [
        {
          at,
          shown: sentence.slice(0, 80),
          isOpen: !isClosed,
          days,
          isOfHouse: isTop || isInFooter(at),
          isRow: false,
        },
      ];
    });
  });
}

function isInFooter(at: PageElement): boolean {
  for (let one: PageElement | null = at; one !== null; one = one.parent)
    if (one.tag === 'footer') return true;
  return false;
}

const TO = /^\s*(?:–|—|-|to|through|until|bis|au|à|a|al|até|tot|til)\s*(?:the |le |el |il )?$/iu;

function daysIn(text: string): Set<number> {
  if (DAILY.test(text)) return new Set([0, 1, 2, 3, 4, 5, 6]);
  const names = [...text.matchAll(/\p{L}{3,}(?:-feira)?/gu)].flatMap(({ 0: word, index }) => {
    const lower = word.toLowerCase();
    const day = weekdays().get(lower) ?? weekdays().get(lower.replace(/s$/, ''));
    return day === undefined || lower.length < SHORTEST
      ? []
      : [{ day, start: index, end: index + word.length }];
  });
  const days = new Set(names.map(({ day }) => day));
  for (const [index, { day, end }] of names.entries()) {
    const next = names[index + 1];
    if (next === undefined || !TO.test(text.slice(end, next.start))) continue;
    for (let one = day; one !== next.day; one = (one + 1) % 7) days.add(one);
  }
  if (WEEKEND.test(text)) for (const one of [0, 6]) days.add(one);
  return days;
}

/** "Sat" and "mar" are other words, too. */
const SHORTEST = 5;
