/**
 * What a page says of one named thing in two places: the card, the row or the entry that bears its name, and a sentence that
 * names it. Any kind of figure is compared with its like: days, times, shares, how long, how many.
 */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, oncePerPage, textOf, visibleBlocks } from '../model/reading.ts';
import { spokenAttributes } from '../model/spoken.ts';
import { headingOver } from './heading-over.ts';

export function contradictingNamed(page: Page): Observation[] {
  return [
    ...ofNames(page),
    ...ofStreets(page),
    ...closedAndOpen(page),
    ...oldYears(page),
    ...lostReferences(page),
  ];
}

function differ(at: PageElement, here: string, there: string): Observation {
  return {
    at,
    measured: `"${here}" here, "${there}" elsewhere`,
    required: 'the same in both places',
    message: `The page says "${there}" in one place and "${here}" here.`,
    suggestion: 'Find out which is right, and write it in both places.',
  };
}

/** Kinds of figures, each with what makes two of them the same. */
const KINDS: readonly { kind: string; pattern: RegExp }[] = [
  { kind: 'time', pattern: /(?<![\d.:,€$£/-])(?:[01]?\d|2[0-3])[:.h][0-5]\d(?![\d:%])(?:\s?[ap]\.?m\b)?/gi },
  { kind: 'share', pattern: /(?<![\d.,])\d{1,3}(?:[.,]\d+)?\s?%/g },
  {
    kind: 'length',
    pattern:
      /(?<![\d.,:–-])\d{1,4}(?:[.,]\d+)?[\s-]?(?:minutes?|min|hours?|days?|weeks?|months?|years?|nights?|Minuten|Stunden|Tage|Wochen|Monate|Jahre|minuti|ore|giorni|heures|jours|semaines|mois|horas|días|semanas|minuten|uur|dagen|weken|km|kg|cm|mm|kWh|GB|MB|TB)(?![\p{L}])/giu,
  },
];

interface Named {
  name: string;
  at: PageElement;
  text: string;
}

const LEAST_NAME = 5;
const MOST_NAME = 40;
const MOST = 150;
const LONGEST_CARD = 400;

/** Rows, entries and cards that begin with their name. A name of two of them is nobody's. */
const cards = oncePerPage((page: Page): ReadonlyMap<string, Named> => {
  const found = new Map<string, Named>();
  const twice = new Set<string>();
  for (const at of page.byTag('tr', 'li', 'article', 'div', 'section', 'dl')) {
    const head = childElements(at).find(({ tag }) => /^(th|h[2-6]|strong|b|dt|td)$/.test(tag));
    if (head === undefined || !page.isVisible(at)) continue;
    const name = textOf(head);
    const key = name.toLowerCase();
    if (name.length < LEAST_NAME || name.length > MOST_NAME || /\d/.test(name) || !/\p{L}{3}/u.test(name))
      continue;
    const text = textOf(at);
    if (text.length > LONGEST_CARD) continue;
    if (found.has(key) && found.size <= MOST) twice.add(key);
    found.set(key, { name, at, text });
    if (found.size > MOST) break;
  }
  for (const key of twice) found.delete(key);
  return found.size > MOST ? new Map() : found;
});

function ofNames(page: Page): Observation[] {
  const all = cards(page);
  const found: Observation[] = [];
  if (all.size === 0) return found;
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || kind === 'cell' || kind === 'heading' || !/\d/.test(said)) continue;
    for (const sentence of said.slice(0, 3000).split(/(?<=[.!?])\s+(?!\p{Ll})/u)) {
      const lower = sentence.toLowerCase();
      const named = [...all.values()].filter(({ name }) => lower.includes(name.toLowerCase()));
      const [card, second] = named;
      if (card === undefined || second !== undefined || isWithin(at, card.at)) continue;
      for (const { pattern } of KINDS) {
        const [here, otherHere] = sentence.match(pattern) ?? [];
        const there = card.text.match(pattern) ?? [];
        if (here === undefined || otherHere !== undefined || there.length !== 1) continue;
        if (sameFigure(here, there[0] ?? '')) continue;
        if (unitOf(here) !== unitOf(there[0] ?? '')) continue;
        // "Doors for Berlin open at 19:00" is about the doors.
        const isOfIt =
          /^.{0,60}$/su.test(
            sentence.slice(lower.indexOf(card.name.toLowerCase()) + card.name.length, sentence.indexOf(here)),
          ) && lower.indexOf(card.name.toLowerCase()) < sentence.indexOf(here);
        found.push({
          ...differ(at, `${card.name}: ${here}`, `${card.name}: ${there[0]}`),
          ...(isOfIt && !OTHERWISE.test(sentence) ? {} : { severity: 'minor' as const }),
        });
      }
    }
  }
  return found.length > 3 ? [] : found;
}

/** Words after which a figure is not the one of the card. */
const OTHERWISE =
  /\b(?:doors?|before|after|until|till|by|arrive|arrival|early|earlier|late|later|last|first|except|during|winter|summer|about|around|up to|at least|over|under|least|most|minimum|maximum|extra|more|less|another|plus|each|per|every|only|members?|students?|children|discount|off|usually|instead|was|were|used to|check-?in|boarding|break)\b/i;

function unitOf(text: string): string {
  return text
    .replace(/[\d.,:\s-]/g, '')
    .toLowerCase()
    .replace(/s$/, '');
}

function sameFigure(one: string, other: string): boolean {
  const bare = (text: string): string =>
    text.replace(/[\s-]/g, '').replace(',', '.').replace('h', ':').toLowerCase().replace(/s$/, '');
  return bare(one) === bare(other);
}

function isWithin(at: PageElement, around: PageElement): boolean {
  for (let one: PageElement | null = at; one !== null; one = one.parent) if (one === around) return true;
  return false;
}

const STREET =
  /(?<![\p{L}\d])(?:(\d{1,4}[a-z]?),? ((?:\p{Lu}[\p{L}'’-]+ ){1,3}(?:Street|St|Road|Rd|Lane|Avenue|Ave|Square|Row|Way|Drive|Bush|Quay|Close|Court|Place|Terrace|Hill|Gate|Walk|Yard|Wharf|Parade|Crescent|Boulevard))\b|((?:\p{Lu}[\p{L}'’-]*(?:straße|strasse|weg|gasse|platz|allee|ufer|damm|straat|laan|gracht|plein|gatan|vägen|gata|veien)|(?:Rue|Avenue|Boulevard|Place|Via|Piazza|Corso|Calle|Plaza|Avenida|Rua|Praça)(?: (?:de|du|des|la|le|della|dei|del|do|da))*(?: \p{Lu}[\p{L}'’-]+){1,3})),? (\d{1,4}[a-z]?))(?!\d)/gu;

/** What stands behind an address: a postcode and a town, in either order. */
const TOWN = /^[,\s]{1,3}(\d{4,6} \p{Lu}\p{L}+|\p{Lu}[\p{L}-]+)/u;
/** Two houses of one street. */
const BESIDE =
  /\b(?:park|parking|opposite|next to|near|nearest|formerly|moved|old|new|also|second|other|branch|branches|until|behind|entrance|deliveries|filiale|parken|zweite)\b/i;

/** One street, two house numbers. */
function ofStreets(page: Page): Observation[] {
  const known = new Map<string, { number: string; shown: string; town: string; text: string }>();
  const found: Observation[] = [];
  const texts = [
    ...visibleBlocks(page).map(({ element: at, text }) => ({ at, text })),
    ...spokenAttributes(page).map(({ at, text }) => ({ at, text })),
  ];
  for (const { at, text } of texts)
    for (const match of /\d/.test(text) ? text.slice(0, 3000).matchAll(STREET) : []) {
      const street = (match[2] ?? match[3] ?? '').toLowerCase();
      const number = match[1] ?? match[4] ?? '';
      const before = known.get(street);
      const town = (TOWN.exec(text.slice(match.index + match[0].length))?.[1] ?? '').toLowerCase();
      if (before === undefined) known.set(street, { number, shown: match[0], town, text });
      // Every town has a High Street.
      else if (before.number !== number && (before.town === town || before.town === '' || town === ''))
        found.push({
          ...differ(at, match[0], before.shown),
          ...(before.town === town && !BESIDE.test(`${text.slice(0, 300)} ${before.text.slice(0, 300)}`)
            ? {}
            : { severity: 'minor' as const }),
        });
    }
  return found.length > 2 ? [] : found;
}

const DAYS: readonly (readonly string[])[] = [
  ['monday', 'mondays', 'montag', 'montags', 'lundi', 'lunes', 'lunedì', 'maandag'],
  ['tuesday', 'tuesdays', 'dienstag', 'dienstags', 'mardi', 'martes', 'martedì', 'dinsdag'],
  ['wednesday', 'wednesdays', 'mittwoch', 'mittwochs', 'mercredi', 'miércoles', 'mercoledì', 'woensdag'],
  ['thursday', 'thursdays', 'donnerstag', 'donnerstags', 'jeudi', 'jueves', 'giovedì', 'donderdag'],
  ['friday', 'fridays', 'freitag', 'freitags', 'vendredi', 'viernes', 'venerdì', 'vrijdag'],
  ['saturday', 'saturdays', 'samstag', 'samstags', 'samedi', 'sábado', 'sabato', 'zaterdag'],
  ['sunday', 'sundays', 'sonntag', 'sonntags', 'dimanche', 'domingo', 'domenica', 'zondag'],
];
const ANY_DAY = DAYS.flat().join('|');
const OPEN_SPAN = new RegExp(
  `\\b(${ANY_DAY})\\s*(?:–|—|-|to|till|until|through|bis|au|a|al|t/m|tot)\\s*(${ANY_DAY})(?![\\p{L}])`,
  'giu',
);
/** Without it the list of all days need not be compiled. */
const CLOSED_WORD = /closed|geschlossen|fermé|cerrado|chiuso|gesloten|ruhetag/iu;
const CLOSED = new RegExp(
  `\\b(?:closed|geschlossen|fermée?|cerrado|chiuso|gesloten|ruhetag)\\s(?:on |all |am |le |los |il |op )?((?:${ANY_DAY})(?:(?:,| and| und| et| y| e| en) (?:on )?(?:${ANY_DAY}))*)(?![\\p{L}])(?=\\s*(?:$|[.,;:!)·|–—]))(?!,? \\d)`,
  'giu',
);

function dayOf(word: string): number {
  return DAYS.findIndex((names) => names.includes(word.toLowerCase()));
}

/** "Open from Tuesday to Saturday" and "closed on Saturday". */
function closedAndOpen(page: Page): Observation[] {
  const open: { from: number; to: number; shown: string; at: PageElement }[] = [];
  const closed: { day: number; shown: string; at: PageElement }[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code') continue;
    const text = said.slice(0, 3000);
    for (const sentence of text.split(/(?<=[.!?;])\s+/)) {
      for (const match of CLOSED_WORD.test(sentence) ? sentence.matchAll(CLOSED) : [])
        for (const [word] of (match[1] ?? '').matchAll(new RegExp(ANY_DAY, 'giu')))
          closed.push({ day: dayOf(word), shown: match[0], at });
      if (
        /\b(open|opening|hours|geöffnet|öffnungszeiten|ouvert|abierto|aperto|geopend|open van)\b/i.test(
          sentence,
        ) &&
        !/\b(phone|office|kitchen|by appointment|winter|summer|from (?:april|may|october|november))\b/i.test(
          sentence,
        )
      )
        for (const [shown, from = '', to = ''] of sentence.matchAll(OPEN_SPAN))
          open.push({ from: dayOf(from), to: dayOf(to), shown, at });
    }
  }
  if (open.length !== 1) return [];
  const [span] = open;
  if (span === undefined || span.from > span.to) return [];
  const clash = closed.find(({ day }) => day >= span.from && day <= span.to);
  if (clash === undefined) return [];
  const isOnePlace = headingOver(page, clash.at) === headingOver(page, span.at);
  return [
    { ...differ(clash.at, clash.shown, span.shown), ...(isOnePlace ? {} : { severity: 'minor' as const }) },
  ];
}

/** A copyright that ends years before what the page announces. */
function oldYears(page: Page): Observation[] {
  const years: number[] = [];
  const marks: { at: PageElement; year: number; shown: string }[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code') continue;
    const mark =
      /(?:©|\(c\)|copyright)\s*(?:\p{L}[\p{L} &.-]{0,40}?\s)?(?:(?:19|20)\d\d\s*[–-]\s*)?((?:19|20)\d\d)/iu.exec(
        said,
      );
    if (mark !== null) marks.push({ at, year: Number(mark[1]), shown: mark[0] });
    else
      for (const [year] of said.slice(0, 3000).matchAll(/(?<![\d.,/-])20[2-4]\d(?![\d,])/g))
        years.push(Number(year));
  }
  const latest = Math.max(0, ...years);
  return marks
    .filter(({ year }) => latest - year >= 2)
    .map(({ at, shown }) => ({ ...differ(at, shown, String(latest)), severity: 'minor' as const }));
}

const REFERENCE =
  /(?<![\p{L}])(table|figure|fig\.|section|chapter|clause|step|appendix|tabelle|abbildung|abb\.|abschnitt|kapitel|schritt|tableau|figure|étape|tabla|figura|sección|paso|tabella|capitolo|tabel|figuur|hoofdstuk|stap|tabell|avsnitt)\s(\d{1,2})(?![\d/%]|[.,:]\d)/giu;

/** "Section 75 of the Consumer Credit Act": numbers of another text. */
const LAW =
  /\b(?:acts?|laws?|regulations?|directive|code|gdpr|dsgvo|rgpd|avg|bgb|hgb|tmg|ddg|uwg|ustg|ccpa|statute|treaty|constitution|convention|charter|bill|notice|bankruptcy|loi|gesetz\p{L}*|ley|legge|wet|lag|standard|iso|wcag|rfc|specification)\b/iu;
const FAR = 3;

/** "As table 4 shows", on a page whose tables end at 3. */
function lostReferences(page: Page): Observation[] {
  const heads = new Map<string, Set<number>>();
  const told: { at: PageElement; kind: string; number: number; shown: string; isLaw: boolean }[] = [];
  const numbered = new Set<number>();
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code') continue;
    const isHead =
      kind === 'heading' ||
      /^(caption|figcaption|summary|dt)$/.test(at.tag) ||
      /^\s*(?:\p{L}+\.? )?\d{1,2}[.:)]/u.test(said);
    const own = kind === 'heading' ? /^\s*(\d{1,2})[.:)]?\s/.exec(said)?.[1] : undefined;
    if (own !== undefined) numbered.add(Number(own));
    for (const match of said.slice(0, 3000).matchAll(REFERENCE)) {
      const [shown, word = '', figure = ''] = match;
      const around = said.slice(Math.max(0, match.index - 80), match.index + shown.length + 80);
      const isLaw = LAW.test(around) || /^\s?\(|^ of\b/.test(said.slice(match.index + shown.length));
      const key = word.toLowerCase().slice(0, 4);
      if (isHead && said.startsWith(shown)) heads.set(key, (heads.get(key) ?? new Set()).add(Number(figure)));
      else told.push({ at, kind: key, number: Number(figure), shown, isLaw });
    }
  }
  return told.flatMap(({ at, kind, number, shown, isLaw }): Observation[] => {
    const known =
      /^(sect|clau|chap|absc|kapi|secc|hoof|avsn|capi)/.test(kind) && numbered.size >= 2
        ? numbered
        : heads.get(kind);
    if (known === undefined || known.size === 0 || known.has(number) || isLaw) return [];
    return [
      {
        at,
        measured: `"${shown}"`,
        required: `one of ${[...known].join(', ')}`,
        message: `"${shown}" is not on the page.`,
        suggestion: 'Correct the number, or add what is missing.',
        // Far beyond the last one it is another text's.
        ...(number > Math.max(...known) + FAR ? { severity: 'minor' as const } : {}),
      },
    ];
  });
}
