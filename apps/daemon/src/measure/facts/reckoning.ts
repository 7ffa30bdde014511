/** Figures that follow from each other in one sentence, card or row: shares of a whole, changes, reduced prices, units. */
import type { Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { beginningOf, childElements, descendants, textOf, visibleBlocks } from '../model/reading.ts';

export function wrongReckonings(page: Page): Observation[] {
  return [
    ...inSentences(page),
    ...changes(page),
    ...shareColumns(page),
    ...struckPrices(page),
    ...dearerReductions(page),
    ...oddUnits(page),
  ];
}

const MAX_READ = 5_000;

function wrong(at: PageElement, shown: string, why: string, required: string): Observation {
  return {
    at,
    measured: `"${shown}"`,
    required,
    message: `"${shown.slice(0, 90)}" ${why}.`,
    suggestion: 'Find out which figure is wrong.',
  };
}

/** A figure as any of the languages writes it: three digits behind a mark are thousands. */
function amountOf(text: string): number {
  return Number(
    text
      .replace(/[.,]$/, '')
      .replace(/[.,'’\s\u00a0\u202f](?=\d{3}(?!\d))/g, '')
      .replace(',', '.'),
  );
}

const NUMBER = '\\d{1,3}(?:[.,\\u00a0\\u202f]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d{1,2})?';
const PERCENT = '(?:%|per ?cent|prozent|pour ?cent|por ciento|per cento|procent)';
const SO =
  "(?:also|das sind|that is|which is|which makes|i\\.e\\.|or|soit|c[’']est-à-dire|es decir|o sea|cioè|dat is|ou seja|det vill säga)";
const SHARE_THEN = new RegExp(
  `(?<![\\d.,])(${NUMBER})\\s?${PERCENT}[^.;\\d]{0,30}?(?<![\\p{L}])${SO}\\s+[^\\d.;]{0,12}(${NUMBER})`,
  'iu',
);
const X_OF_Y = new RegExp(
  `(?<![\\d.,/-])(${NUMBER})\\s(?:out of|of|von|sur|de|di|van|av)\\s(?:the |all |our |den |les |los )?(${NUMBER})\\s[^.;()%\\d]{0,40}\\(\\s?(${NUMBER})\\s?${PERCENT}`,
  'iu',
);
const INSTEAD = new RegExp(
  `(?<![\\d.,])[$€£]?\\s?(${NUMBER})\\s?(?:€|kr|euros?|EUR|CHF)?,?\\s(?:instead of|rather than|statt|anstatt|en lugar de|en vez de|au lieu de|invece di|anziché|in plaats van|em vez de|i stället för)\\s[$€£]?\\s?(${NUMBER})`,
  'iu',
);
const REDUCED =
  /\b(?:reduced|concessions?|concessionary|students?|child(?:ren)?|kids?|seniors?|pensioners?|unemployed|universal credit|on benefits|early[- ]bird|members?|ermäßigt\w*|studierende|schüler\w*|kinder|rentner\w*|mitglieder|réduit|étudiants?|enfants?|adhérents?|reducid[ao]|estudiantes?|niñ[oa]s|menores|jubilados|ridotto|studenti|bambini|korting|studenten|kinderen|reduzido)(?![\p{L}])/iu;
const FULL =
  /\b(?:full price|standard|regular|adults?|non-?members?|normal(?:preis)?|vollzahler|erwachsene?|plein tarif|adultes?|adultos?|adulti|intero|volwassenen?|vuxen|vuxna)(?![\p{L}])/iu;
const MONEY = new RegExp(
  `[$€£]\\s?(${NUMBER})|(?<![\\d.,])(${NUMBER})\\s?(?:€|kr\\b|euros?\\b|EUR\\b|CHF\\b)`,
  'giu',
);

function pricesIn(text: string): { amount: number; index: number }[] {
  return [...text.matchAll(MONEY)].map((match) => ({
    amount: amountOf(match[1] ?? match[2] ?? ''),
    index: match.index,
  }));
}

function inSentences(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const { element: at, said, kind } of visibleBlocks(page)) {
    if (kind === 'code' || !/\d/.test(said)) continue;
    for (const sentence of said.slice(0, MAX_READ).split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
      const share = SHARE_THEN.exec(sentence);
      if (share !== null) {
        const [percent, part] = [amountOf(share[1] ?? ''), amountOf(share[2] ?? '')];
        const wholes = [
          ...sentence.slice(0, share.index).matchAll(new RegExp(`(?<![\\d.,])(?:${NUMBER})`, 'g')),
        ]
          .map(([one]) => amountOf(one))
          .filter((one) => one > part && !(one >= 1900 && one < 2100));
        const [whole] = wholes;
        if (
          whole !== undefined &&
          wholes.length === 1 &&
          percent < 100 &&
          Math.abs((whole * percent) / 100 - part) > 0.02 * part + 1
        )
          found.push(
            wrong(
              at,
              share[0].trim(),
              `is ${Math.round((whole * percent) / 100)} of ${whole}`,
              'the share that the figures have',
            ),
          );
      }
      const ratio = X_OF_Y.exec(sentence);
      if (ratio !== null) {
        const [one, all, percent] = [ratio[1], ratio[2], ratio[3]].map((text) => amountOf(text ?? ''));
        if (
          one !== undefined &&
          all !== undefined &&
          percent !== undefined &&
          all > 0 &&
          Math.abs((one / all) * 100 - percent) > 1.5
        )
          found.push(
            wrong(
              at,
              ratio[0].trim(),
              `is ${Math.round((one / all) * 100)} %`,
              'the share that the figures have',
            ),
          );
      }
      const instead = INSTEAD.exec(sentence);
      if (
        instead !== null &&
        /[$€£]|kr|euro|CHF/i.test(instead[0]) &&
        amountOf(instead[1] ?? '') > amountOf(instead[2] ?? '')
      )
        found.push(wrong(at, instead[0].trim(), 'costs more than before', 'a lower price than before'));
      const [full, lower, third] = pricesIn(sentence);
      if (full !== undefined && lower !== undefined && third === undefined && lower.amount > full.amount) {
        const behind = sentence.slice(lower.index);
        const between = sentence.slice(full.index, lower.index);
        if (
          REDUCED.test(behind) &&
          !REDUCED.test(sentence.slice(0, full.index)) &&
          !REDUCED.test(between) &&
          !FULL.test(behind) &&
          /[;,(]/.test(between)
        )
          found.push(
            wrong(
              at,
              sentence.slice(full.index, lower.index + 40).trim(),
              'costs more reduced than in full',
              'a lower price than in full',
            ),
          );
      }
    }
  }
  return found;
}

const CHANGE = new RegExp(
  `(?<![\\d.,])(${NUMBER})\\s?${PERCENT}\\s(more|less|fewer|higher|lower|up|down|above|below|mehr|weniger|höher|niedriger|de plus|de moins|más|menos)\\s[^()\\d]{0,40}\\((${NUMBER})\\)`,
  'iu',
);

/** "5 % more than last week (8,000)" under the figure itself. */
function changes(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const { element: at, said } of visibleBlocks(page)) {
    const match = CHANGE.exec(said.slice(0, 300));
    const card = at.parent;
    if (match === null || card === null) continue;
    const text = textOf(card);
    if (text.length > 300) continue;
    const [percent, before] = [amountOf(match[1] ?? ''), amountOf(match[3] ?? '')];
    const values = [
      ...text.replace(match[0], ' ').matchAll(new RegExp(`(?<![\\d.,])(?:${NUMBER})`, 'g')),
    ].map(([one]) => amountOf(one));
    const [now] = values;
    if (values.length !== 1 || now === undefined || before === 0) continue;
    const sign = /less|fewer|lower|down|below|weniger|niedriger|moins|menos/i.test(match[2] ?? '') ? -1 : 1;
    const real = ((now - before) / before) * 100;
    if (Math.abs(real - sign * percent) > 1)
      found.push(
        wrong(at, match[0].trim(), `is ${Math.round(Math.abs(real))} %`, 'the change that the figures have'),
      );
  }
  return found;
}

/** A column of per cents beside a column of figures with their total. */
function shareColumns(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const table of page.byTag('table')) {
    if (!page.isVisible(table)) continue;
    const rows = descendants(table)
      .slice(0, MOST_CELLS)
      .filter(({ tag }) => tag === 'tr')
      .map((row) => childElements(row).filter(({ tag }) => /^t[dh]$/.test(tag)));
    const total = rows.at(-1);
    if (
      total === undefined ||
      rows.length < LEAST_ROWS ||
      !/^(?:total|sum|gesamt|summe|insgesamt|total général|totale|totaal)/i.test(textOf(total[0] ?? table))
    )
      continue;
    const share = total.findIndex((cell) => /^100\s?%$/.test(textOf(cell)));
    const figures = total.map((cell) =>
      /^[\d.,\s]+$/.test(textOf(cell)) ? amountOf(textOf(cell)) : Number.NaN,
    );
    // The column that most of the shares follow from is the one they are shares of.
    const column = figures.findIndex((all, index) => {
      const right = rows.slice(1, -1).filter((row) => isShare(row, index, share, all)).length;
      return all > 0 && index !== share && right >= (rows.length - 2) / 2 && right > 0;
    });
    if (share < 0 || column < 0) continue;
    for (const row of rows.slice(1, -1)) {
      const cell = row[share];
      if (
        cell === undefined ||
        row.length !== total.length ||
        isShare(row, column, share, figures[column] ?? 0)
      )
        continue;
      if (/^\d[\d.,]*\s?%$/.test(textOf(cell)))
        found.push(
          wrong(
            cell,
            textOf(cell),
            `is ${Math.round((amountOf(textOf(row[column] ?? cell)) / (figures[column] ?? 1)) * 100)} %`,
            'the share that the figures have',
          ),
        );
    }
  }
  return found;
}

const MOST_CELLS = 2_000;
const LEAST_ROWS = 4;

function isShare(row: readonly PageElement[], column: number, share: number, all: number): boolean {
  const [figure, percent] = [row[column], row[share]].map((cell) =>
    cell === undefined ? Number.NaN : amountOf(/[\d.,]+/.exec(textOf(cell))?.[0] ?? ''),
  );
  return figure !== undefined && percent !== undefined && Math.abs((figure / all) * 100 - percent) <= 1;
}

/** A price that is struck out, and a higher one beside it. */
function struckPrices(page: Page): Observation[] {
  return page.byTag('s', 'del', 'strike').flatMap((at): Observation[] => {
    const [before] = pricesIn(textOf(at));
    const around = at.parent === null ? [] : pricesIn(textOf(at.parent));
    const others = around.filter(({ amount }) => amount !== before?.amount);
    const [now] = others;
    return before !== undefined && now !== undefined && others.length === 1 && now.amount > before.amount
      ? [
          wrong(
            at,
            textOf(at.parent ?? at).slice(0, 60),
            'costs more than before',
            'a lower price than before',
          ),
        ]
      : [];
  });
}

/** Rows or entries of one list: who pays less pays less. */
function dearerReductions(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const list of page.byTag('ul', 'ol', 'table', 'dl')) {
    if (!page.isVisible(list)) continue;
    const entries = entriesOf(list)
      .slice(0, MOST_ENTRIES)
      .flatMap(({ at, text }) => {
        const prices = pricesIn(text);
        const [price] = prices;
        return prices.length === 1 && price !== undefined && text.length < 120
          ? [{ at, text, amount: price.amount }]
          : [];
      });
    const full = entries.filter(({ text }) => FULL.test(text) && !REDUCED.test(text));
    const [one] = full;
    if (one === undefined || full.length > 1) continue;
    for (const { at, text, amount } of entries)
      if (
        REDUCED.test(text) &&
        !FULL.test(text) &&
        amount > one.amount &&
        !/\b(?:group|family|familie|class|pack|course|year|annual|\d{2,})\s/i.test(text.replace(MONEY, ' '))
      )
        found.push(
          wrong(at, text.slice(0, 60), 'costs more reduced than in full', 'a lower price than in full'),
        );
  }
  return found;
}

const MOST_ENTRIES = 100;

function entriesOf(list: PageElement): { at: PageElement; text: string }[] {
  if (list.tag === 'dl') {
    const parts = childElements(list);
    return parts.flatMap((at, index) =>
      at.tag === 'dd' ? [{ at, text: `${textOf(parts[index - 1] ?? at)} ${textOf(at)}` }] : [],
    );
  }
  const wanted = list.tag === 'table' ? 'tr' : 'li';
  const all = list.tag === 'table' ? descendants(list).slice(0, MOST_CELLS) : childElements(list);
  return all.filter(({ tag }) => tag === wanted).map((at) => ({ at, text: textOf(at) }));
}

/** Units of one kind, as multiples of the smallest. */
const UNITS: Readonly<Record<string, readonly [kind: string, factor: number]>> = {
  mg: ['mass', 0.001],
  g: ['mass', 1],
  kg: ['mass', 1000],
  t: ['mass', 1_000_000],
  ml: ['volume', 1],
  cl: ['volume', 10],
  dl: ['volume', 100],
  l: ['volume', 1000],
  mm: ['length', 1],
  cm: ['length', 10],
  m: ['length', 1000],
  km: ['length', 1_000_000],
  wh: ['energy', 1],
  kwh: ['energy', 1000],
  mwh: ['energy', 1_000_000],
  gwh: ['energy', 1_000_000_000],
  w: ['power', 1],
  kw: ['power', 1000],
  mw: ['power', 1_000_000],
  kb: ['data', 1],
  mb: ['data', 1000],
  gb: ['data', 1_000_000],
  tb: ['data', 1_000_000_000],
  ms: ['time', 1],
  s: ['time', 1000],
};
const MEASURE =
  /(?<![\d.,/\p{L}])(\d+(?:[.,]\d+)?)\s?(mg|kg|g|t|ml|cl|dl|l|mm|cm|km|m|kWh|MWh|GWh|Wh|kW|MW|W|KB|kB|MB|GB|TB|ms|s)(?![\p{L}\d²³/-])/gu;
/** One unit too far is a thousand times. */
const STEP = 1000;

/** A row or a list of like things, one of which is a thousand times the others because of its unit. */
function oddUnits(page: Page): Observation[] {
  const found: Observation[] = [];
  const groups = [
    ...page.byTag('tr').map((row) => childElements(row).filter(({ tag }) => tag === 'td')),
    ...page.byTag('ul', 'ol').map((list) => childElements(list).filter(({ tag }) => tag === 'li')),
  ];
  for (const members of groups) {
    const measured = members.slice(0, MOST_ENTRIES).flatMap((at) => {
      const all = [...beginningOf(at).text.slice(0, 120).matchAll(MEASURE)];
      const [first] = all;
      const known = first === undefined ? undefined : UNITS[(first[2] ?? '').toLowerCase()];
      if (first === undefined || known === undefined || all.length !== 1) return [];
      const figure = amountOf(first[1] ?? '');
      // In a kitchen a gram and a millilitre are alike.
      return [
        {
          at,
          shown: first[0],
          figure,
          unit: first[2] ?? '',
          kind: known[0] === 'volume' ? 'mass' : known[0],
          size: figure * known[1],
        },
      ];
    });
    if (measured.length < LEAST_MEASURED || new Set(measured.map(({ kind }) => kind)).size > 1) continue;
    for (const one of measured) {
      const others = measured.filter((other) => other !== one);
      const figures = others.map(({ figure }) => figure);
      const sizes = others.map(({ size }) => size);
      if (others.some(({ unit }) => unit === one.unit)) continue;
      const isLike = one.figure >= Math.min(...figures) / 5 && one.figure <= Math.max(...figures) * 20;
      const isFar =
        one.size >= (Math.max(...sizes) * STEP) / 3 || one.size * (STEP / 3) <= Math.min(...sizes);
      if (isLike && isFar)
        found.push(wrong(one.at, one.shown, 'is a thousand times the others', 'the unit of the others'));
    }
  }
  return found;
}

const LEAST_MEASURED = 3;
