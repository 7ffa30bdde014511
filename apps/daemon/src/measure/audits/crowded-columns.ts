import type { Audit, Observation } from '../finding.ts';
import { splitWords } from '../model/computed/parts.ts';
import { blocksOf, oncePerSheet } from '../model/css.ts';
import { leastLength } from '../model/least-size.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, oncePerPage, renderedElements, textOf, visibleBlocks } from '../model/reading.ts';

const PHONE_PX = 375;
/** Letters of a line below which words are broken one by one, and a length of text that has several lines. */
const SHORT_LINE = 14;
const SOME_TEXT = 60;
const LETTER_EM = 0.5;

export const crowdedColumns: Audit = {
  id: 'crowded-columns',
  role: 'critic',
  dim: 'space',
  weight: 7,
  title: 'Columns leave room for words',
  why: 'Columns that do not give way on a phone put one word in a line, or push the page sideways.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/reflow.html',
  severity: 'major',
  tier: 'report',
  unit: 'columns that are too narrow',
  properties: ['grid-template-columns', 'column-count', 'columns', 'max-width', 'width'],
  run(page) {
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const elements = renderedElements(page);
    const found = [
      ...elements.flatMap((at) => [...columnsOf(page, at), ...rowOf(page, at), ...phoneColumns(page, at)]),
      ...narrow(page),
    ];
    return { checked: elements.length, found };
  },
};

/** Properties that a rule for narrow screens sets; whether for this element is not asked. */
const givesWay = oncePerPage((page: Page): ReadonlySet<string> => {
  return new Set(page.sheets.flatMap(({ root }) => [...givenIn(root)]));
});

const givenIn = oncePerSheet((root): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const rule of blocksOf(root).atRules)
    if (/^(media|container)$/i.test(rule.name) && /max-width|width\s*<|max-inline-size/.test(rule.params))
      rule.walkDecls(({ prop }) => void found.add(prop));
  return found;
});

function isOnPhones(conditions: readonly string[] | undefined): boolean {
  return !(conditions ?? []).some((condition) => /min-width|width\s*>/.test(condition));
}

function columnsOf(page: Page, at: PageElement): Observation[] {
  const style = page.styleOf(at);
  const grid = /grid/.test(style.value('display') ?? '')
    ? style.declared('grid-template-columns', 'grid-template', 'grid')
    : null;
  const text = grid === null ? style.declared('column-count', 'columns') : null;
  const declared = grid ?? text;
  if (declared?.source == null || !isOnPhones(declared.source.conditions)) return [];
  if (
    ['grid-template-columns', 'grid-template', 'grid', 'column-count', 'columns'].some((name) =>
      givesWay(page).has(name),
    )
  )
    return [];
  const count =
    grid === null
      ? Number(/(?<![\w.])(\d{1,2})(?![\w.%])/.exec(declared.value)?.[1] ?? 1)
      : tracks(declared.value);
  if (count < 2) return [];
  const gap = style.px('column-gap') ?? 16;
  const width = (PHONE_PX - 32 - gap * (count - 1)) / count;
  const cells = grid === null ? [at] : childElements(at);
  // Tracks that things span are a raster to place them on, and not columns.
  if (grid !== null && cells.slice(0, MOST_CELLS).some((cell) => isPlaced(page, cell))) return [];
  const longest = Math.max(0, ...cells.slice(0, MOST_CELLS).map((cell) => textOf(cell).length));
  const letters = width / (style.fontSize * LETTER_EM);
  // Two columns that hold a few words each are a choice.
  if (longest < SOME_TEXT || letters >= SHORT_LINE * 2 || (letters >= SHORT_LINE && count < 3)) return [];
  return [
    {
      at,
      measured: `${count} columns of ${Math.max(0, Math.round(width))}px on a phone`,
      required: 'one or two columns on a phone',
      message: `On a phone ${count} columns stay side by side, each ${Math.max(0, Math.round(width))}px wide.`,
      suggestion: 'Use repeat(auto-fit, minmax(16rem, 1fr)), or a rule for narrow screens.',
      ...(letters < SHORT_LINE ? {} : { severity: 'minor' as const }),
    },
  ];
}

/** Columns that only a narrow screen gets. */
function phoneColumns(page: Page, at: PageElement): Observation[] {
  const style = page.looksIn('phone')?.style(at);
  const declared = style?.declared('column-count', 'columns');
  if (
    style === undefined ||
    declared == null ||
    declared.value === page.styleOf(at).declared('column-count', 'columns')?.value
  )
    return [];
  const count = Number(/(?<![\w.])(\d{1,2})(?![\w.%])/.exec(declared.value)?.[1] ?? 1);
  const width = (PHONE_PX - 32 - 16 * (count - 1)) / count;
  if (count < 2 || textOf(at).length < SOME_TEXT || width / (style.fontSize * LETTER_EM) >= SHORT_LINE * 1.5)
    return [];
  return [
    {
      at,
      measured: `${count} columns of ${Math.max(0, Math.round(width))}px on a phone`,
      required: 'one or two columns on a phone',
      message: `On a phone ${count} columns stay side by side, each ${Math.max(0, Math.round(width))}px wide.`,
      suggestion: 'Use repeat(auto-fit, minmax(16rem, 1fr)), or a rule for narrow screens.',
    },
  ];
}

const MOST_CELLS = 60;
const MOST_READ = 20_000;

function isPlaced(page: Page, cell: PageElement): boolean {
  const placed = page
    .styleOf(cell)
    .declared('grid-column', 'grid-column-start', 'grid-column-end', 'grid-area');
  return placed !== null && placed.value.trim() !== 'auto';
}

/** Tracks that stay side by side; those that a grid makes to fit are as many as fit. */
function tracks(value: string): number {
  if (/auto-fi[tl]l?|subgrid|none/.test(value)) return 1;
  const repeated =
    value
      .split('/')
      .at(-1)
      ?.replace(
        /repeat\(\s*(\d{1,2})\s*,\s*([^()]*(?:\([^()]*\)[^()]*)*)\)/g,
        (_, times: string, list: string) => `${list} `.repeat(Number(times)),
      ) ?? '';
  const list = splitWords(repeated).filter((track) => !/^\[/.test(track));
  return list.every((track) =>
    /fr$|%$|px$|rem$|em$|^minmax|^auto$|^min-content$|^max-content$|^fit-content/.test(track),
  )
    ? list.filter((track) => !/^(auto|min-content)$/.test(track)).length
    : 1;
}

/** A row that may not wrap, of things that may not shrink. */
function rowOf(page: Page, at: PageElement): Observation[] {
  const style = page.styleOf(at);
  if (
    !/^(inline-)?flex$/.test(style.value('display') ?? '') ||
    /auto|scroll|hidden|clip/.test(style.value('overflow-x') ?? '')
  )
    return [];
  const flow = `${style.declared('flex-flow')?.value ?? ''} ${style.declared('flex-wrap')?.value ?? ''} ${style.declared('flex-direction')?.value ?? ''}`;
  if (
    /wrap(?!\w)/.test(flow.replace('nowrap', '')) ||
    /column/.test(flow) ||
    ['flex-wrap', 'flex-flow', 'flex-direction', 'display'].some((name) => givesWay(page).has(name))
  )
    return [];
  let px = 0;
  for (const child of childElements(at).slice(0, MOST_CELLS)) {
    const own = page.styleOf(child);
    const flex = own.declared('flex')?.value.trim() ?? '';
    const [, shrink, basis] = /^[\d.]+\s+([\d.]+)\s+(\S+)$/.exec(flex) ?? [];
    const isStiff = (shrink ?? own.declared('flex-shrink')?.value.trim()) === '0' || /^none$/.test(flex);
    const least = style.length(own.declared('min-width')?.value) ?? 0;
    const width = isStiff ? (own.length(basis ?? own.declared('flex-basis', 'width')?.value) ?? 0) : 0;
    px += Math.max(least, width);
  }
  return px > PHONE_PX + 25
    ? [
        {
          at,
          measured: `a row of at least ${Math.round(px)}px`,
          required: `at most ${PHONE_PX}px, or wrapping`,
          message: `On a phone the page scrolls sideways: a row of at least ${Math.round(px)}px may not wrap.`,
          suggestion: 'Add flex-wrap: wrap.',
        },
      ]
    : [];
}

/** A column of text so narrow that every line holds a word or two. */
function narrow(page: Page): Observation[] {
  return visibleBlocks(page).flatMap(({ element: at, text, kind }): Observation[] => {
    if (kind === 'code' || kind === 'cell') return [];
    const broken = brokenWords(page, at, text);
    if (broken !== null) return [broken];
    if (text.length < SOME_TEXT * 2) return [];
    for (
      let around: PageElement | null = at;
      around !== null && around.depth > at.depth - 3;
      around = around.parent
    ) {
      const style = page.styleOf(around);
      const declared = style.declared('max-width', 'width');
      const px =
        declared?.source == null || !isOnPhones(declared.source.conditions)
          ? null
          : declared.value.trim().endsWith('ch')
            ? Number.parseFloat(declared.value) * style.fontSize * LETTER_EM
            : style.length(declared.value);
      const letters = px === null ? Number.POSITIVE_INFINITY : px / (page.styleOf(at).fontSize * LETTER_EM);
      if (px !== null && px > 2 && letters < SHORT_LINE * 1.5)
        return [
          {
            at,
            measured: `${Math.round(letters)} letters in a line`,
            required: `at least ${SHORT_LINE * 2}`,
            message: `Running text has room for ${Math.round(letters)} letters in a line.`,
            suggestion: 'Give the column more width.',
          },
        ];
    }
    return [];
  });
}

/** Words cut where the line ends, or a column that its longest word does not fit into. */
function brokenWords(page: Page, at: PageElement, text: string): Observation | null {
  if (
    !/\p{Script=Latin}{4,}/u.test(text) ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}]/u.test(text)
  )
    return null;
  const style = page.styleOf(at);
  const said = (measured: string, message: string, isCertain: boolean): Observation => ({
    at,
    measured,
    required: 'whole words',
    message,
    suggestion: 'Give it more room, and let words break only where they must.',
    ...(isCertain ? {} : { severity: 'minor' as const }),
  });
  const declared = style.declared('max-width', 'width');
  const px =
    declared?.source == null || !isOnPhones(declared.source.conditions)
      ? null
      : declared.value.trim().endsWith('ch')
        ? Number.parseFloat(declared.value) * style.fontSize * LETTER_EM
        : style.length(declared.value);
  const longest = text
    .slice(0, MOST_READ)
    .split(/[\s/-]+/)
    .reduce((most, word) => Math.max(most, word.length), 0);
  const isCut = px !== null && px > 2 && px < leastLength(longest, style.fontSize);
  if (/^break-all$/.test(style.declared('word-break')?.value.trim() ?? '') && !/https?:|@|\S{25,}/.test(text))
    return said(
      'word-break: break-all',
      isCut
        ? 'Words are cut anywhere, in a column that they do not fit into.'
        : 'Words are cut anywhere at the end of a line.',
      isCut,
    );
  return isCut && longest >= 4 && !/hidden|clip|auto|scroll/.test(style.value('overflow-x') ?? '')
    ? said(
        `${Math.round(px)}px for a word of ${longest} letters`,
        `A column of ${Math.round(px)}px is too narrow for its longest word.`,
        true,
      )
    : null;
}
