import type { Audit, Observation } from '../finding.ts';
import { paragraphsOf, sentencesOf } from '../model/design-paragraphs.ts';
import type { Page, PageElement } from '../model/page.ts';
import { atDeclaration, placeOfOffset } from '../model/place.ts';
import {
  actions,
  headings,
  oncePerPage,
  proseBlocks,
  renderedElements,
  textOf,
  visibleBlocks,
} from '../model/reading.ts';

export const brandSentences: Audit = {
  id: 'brand-sentences',
  role: 'brand',
  dim: 'rules',
  weight: 7,
  title: 'The page does what the sentences of the design system say',
  why: 'A rule that is written down in words is a rule like a token; only nobody compares it.',
  link: 'https://www.designtokens.org/',
  severity: 'major',
  tier: 'report',
  unit: 'places that a sentence of the design system speaks against',
  againstDesign: true,
  run(page) {
    if (page.design === null) return { checked: 0, found: [] };
    if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
    const answers = rulesOf(page).flatMap((said) => RULES.flatMap((rule) => [rule(page, said)]));
    const asked = answers.filter((answer) => answer !== null);
    const found = asked.flat().slice(0, MOST);
    return { checked: Math.max(asked.length, found.length), found };
  },
};

const MOST = 60;
const LONGEST = 400;

/** Each sentence with the heading it stands under, which often is its subject. */
const rulesOf = oncePerPage((page: Page): string[] =>
  paragraphsOf(page.design?.text ?? '').flatMap(({ title, text }) =>
    sentencesOf(text).map((sentence) =>
      `${title === '' || sentence.startsWith(title) ? '' : `${title}: `}${sentence}`.slice(0, LONGEST),
    ),
  ),
);

/** Null where the sentence is none of its matters. */
type SentenceRule = (page: Page, said: string) => Observation[] | null;

function against(at: PageElement | null, measured: string, said: string): Observation {
  return {
    at,
    measured,
    required: 'what the design system says',
    message: `Not as the design system has it: "${said.replace(/^[^:]{0,60}: /, '').slice(0, 120)}"`,
    suggestion: 'Do as it says, or change it there.',
    ...(at?.startTag == null ? {} : { position: { line: at.startTag.line, column: at.startTag.column } }),
  };
}

const LEAST_HEIGHT =
  /(?:min(?:imum|\.)?[- ]?height|at least|mindestens|au moins|minimum)\D{0,14}?(\d{2})\s?px|(\d{2})\s?px[^.;]{0,12}?(?:min(?:imum)?\.? ?height|minimum|high at least|hoch|tall|high)\b/i;
const CONTROLS = /button|control|field|input|schaltfläche|knopf|knöpfe|bouton|champ|botón|target|\bcta\b/i;

/** "Buttons are at least 44 px high." */
const leastHeight: SentenceRule = (page, said) => {
  const match = LEAST_HEIGHT.exec(said);
  const least = Number(match?.[1] ?? match?.[2] ?? 0);
  if (least < 24 || least > 80 || !CONTROLS.test(said) || !/height|high|tall|hoch|target|haut/i.test(said))
    return null;
  const isFields = /field|input|control|champ/i.test(said);
  const controls = [...actions(page), ...(isFields ? page.byTag('input', 'select') : [])].filter(
    (at) => page.isVisible(at) && !/^(checkbox|radio|range|hidden)$/i.test(at.attributes.get('type') ?? ''),
  );
  return controls.flatMap((at): Observation[] => {
    const style = page.styleOf(at);
    const declared = style.declared('min-height', 'height', 'block-size');
    const px = style.length(declared?.value) ?? null;
    return px === null || px >= least - 0.5 || px < 8
      ? []
      : [
          {
            ...against(at, `${declared?.property}: ${Math.round(px)}px`, said),
            ...atDeclaration(page, declared?.source ?? null),
          },
        ];
  });
};

const LEFT =
  /\bnothing is cent(?:re|er)d|\bnever cent(?:re|er)(?:ed|d)?\b|\bare never cent(?:re|er)ed|\bnever centred text|\bleft[- ]aligned\b(?!\s+(?:in|on|numbers))|\balignment:?\s+left\b|linksbündig|\bnie(?:mals)? zentriert|jamais centré|aligné à gauche|alineado a la izquierda|hangs from the left/i;

const neverCentred: SentenceRule = (page, said) => {
  if (!LEFT.test(said)) return null;
  // "Body text is left-aligned; heroes are centred": of what else is said, only running text is left.
  const isAll = /\b(?:nothing|everything|all|always|never|nie(?:mals)?|jamais|nunca)\b/i.test(said);
  const isPart = !isAll || /(?<!nothing is |never )\bcent(?:re|er)(?:d|ed)\b/i.test(said.replace(LEFT, ''));
  const prose = new Set(
    proseBlocks(page)
      .filter(({ kind }) => kind === 'paragraph' || kind === 'item')
      .map(({ element }) => element),
  );
  return renderedElements(page).flatMap((at): Observation[] => {
    if (isPart && !prose.has(at)) return [];
    if (
      /^(button|td|th|caption|figcaption|input|svg|img)$/.test(at.tag) ||
      at.tag === 'a' ||
      textOf(at) === ''
    )
      return [];
    const declared = page.styleOf(at).declared('text-align');
    return declared?.source != null && /^center$/i.test(declared.value.trim())
      ? [{ ...against(at, 'text-align: center', said), ...atDeclaration(page, declared.source) }]
      : [];
  });
};

const COUNT_WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  zwei: 2,
  drei: 3,
  deux: 2,
  trois: 3,
};

/** "Grids have two columns at most." */
const mostColumns: SentenceRule = (page, said) => {
  const match =
    /\b(one|two|three|four|\d)\s(?:columns?|spalten|colonnes)\s(?:at most|max(?:imum)?|höchstens|au plus)|(?:at most|never more than|no more than|max(?:imum)?(?: of)?|höchstens|up to)\s(one|two|three|four|zwei|drei|deux|trois|\d)\s(?:columns?|spalten|colonnes)/i.exec(
      said,
    );
  const word = (match?.[1] ?? match?.[2] ?? '').toLowerCase();
  const most = COUNT_WORDS[word] ?? Number(word);
  if (match === null || !(most > 0)) return null;
  const found: Observation[] = [];
  for (const { root, offset, origin } of page.sheets) {
    if (origin !== 'inline' || offset === null) continue;
    root.walkDecls(/^(?:grid-template-columns|column-count|columns)$/i, (declaration) => {
      const start = declaration.source?.start?.offset;
      const repeat = /repeat\(\s*(\d+)/.exec(declaration.value)?.[1];
      const tracks =
        repeat === undefined
          ? declaration.value
              .replace(/\([^)]*\)/g, '()')
              .trim()
              .split(/\s+/).length
          : Number(repeat);
      const count = /^col/.test(declaration.prop) ? Number(/\d+/.exec(declaration.value)?.[0] ?? 1) : tracks;
      if (count > most && !/auto-fi/.test(declaration.value) && start !== undefined)
        found.push({
          ...against(null, `${declaration.prop}: ${declaration.value}`, said),
          position: placeOfOffset(page, offset + start),
        });
    });
  }
  return found;
};

/** "Numbers in tables use tabular figures." */
const tabular: SentenceRule = (page, said) => {
  if (
    !/\btabular\b|tabellenziffern|chiffres tabulaires/i.test(said) ||
    /\bno\b|\bnot\b|\bnever\b/i.test(said)
  )
    return null;
  const css = page.sheets.map(({ root }) => root.source?.input.css ?? '').join('\n');
  if (/tabular-nums|"tnum"|'tnum'/.test(css)) return [];
  const isTimes = /\btimes?\b|session|uhrzeit/i.test(said);
  const [at] = [...(isTimes ? page.byTag('time') : []), ...page.byTag('table')].filter(
    (one) => /\d/.test(textOf(one)) && page.isVisible(one),
  );
  if (at === undefined) return [];
  const style = page.styleOf(at);
  return [
    {
      ...against(at, 'no tabular figures', said),
      ...atDeclaration(
        page,
        style.declared('font-weight', 'color', 'font-size', 'border-collapse', 'width')?.source ?? null,
      ),
    },
  ];
};

/** "Pictures keep their proportions", "format 3:2". */
const pictures: SentenceRule = (page, said) => {
  if (
    !/\b(?:pictures?|images?|photos?|photographs?|illustrations?|bilder|fotos?|imágenes|immagini|thumbnails?|portraits?)\b/i.test(
      said,
    )
  )
    return null;
  const images = page.byTag('img', 'picture', 'video').filter((at) => page.isVisible(at));
  // "Text on images keeps 3:1" is about contrast.
  const ratio = /\b(?:contrast|kontrast|contraste|text|overlay|scrim|wcag|legib\w*|readab\w*)\b/i.test(said)
    ? null
    : /(?<![\d:.])(\d{1,2})\s?[:×/]\s?(\d{1,2})(?![\d:.]|\s?px)/.exec(said);
  const wanted = ratio === null ? null : Number(ratio[1]) / Number(ratio[2]);
  const keeps =
    /never cropped|not cropped|own proportions|uncropped|unbeschnitten|never (?:in )?circles|never rounded|square corners/i.test(
      said,
    );
  if (wanted === null && !keeps) return null;
  return images.flatMap((at): Observation[] => {
    const style = page.styleOf(at);
    const shape = style.declared('aspect-ratio');
    const own = /(\d+(?:\.\d+)?)\s*(?:\/\s*(\d+(?:\.\d+)?))?/.exec(shape?.value ?? '');
    const [width, height] = [Number(at.attributes.get('width')), Number(at.attributes.get('height'))];
    const real = own === null ? width / height : Number(own[1]) / Number(own[2] ?? 1);
    if (wanted !== null && real > 0 && Math.abs(real / wanted - 1) > 0.04)
      return [
        {
          ...against(at, `${Math.round(real * 100) / 100}:1`, said),
          ...(own === null ? {} : atDeclaration(page, shape?.source ?? null)),
        },
      ];
    const round = style.declared('border-radius', 'border-top-left-radius');
    const isRound = round?.source != null && !/^0(?:px)?$/.test(round.value.trim());
    const isCropped = /cover/.test(style.declared('object-fit')?.value ?? '') && shape !== null;
    return keeps && (isRound || isCropped)
      ? [
          {
            ...against(at, isRound ? `border-radius: ${round?.value}` : 'object-fit: cover', said),
            ...atDeclaration(page, (isRound ? round?.source : style.declared('object-fit')?.source) ?? null),
          },
        ]
      : [];
  });
};

const DENIED_PART =
  /\b(?:no|never|without|kein(?:e|en)?|pas de|aucune?|geen|we have no|not?)\s+(?:(?:any|use|show|add|have|ever|more|using)\s+){0,2}(toggles?|toggle switches|switches|ribbons?|carousels?|sliders?|countdowns?|badges?|avatars?|pop-?ups?|modals?|tooltips?|accordions?|breadcrumbs?|hashtags?|background images|icons?|tabs|chips|dropdowns?|marquees?|videos?|hamburger)\b/giu;
const MADE_OF: Readonly<Record<string, RegExp>> = {
  toggle: /\btoggle|\bswitch/i,
  switche: /\btoggle|\bswitch/i,
  ribbon: /ribbon/i,
  carousel: /carousel|slider|slideshow/i,
  slider: /carousel|slider|slideshow/i,
  countdown: /countdown|timer/i,
  badge: /badge/i,
  avatar: /avatar/i,
  popup: /popup|modal/i,
  'pop-up': /popup|modal/i,
  modal: /modal/i,
  tooltip: /tooltip/i,
  accordion: /accordion/i,
  breadcrumb: /breadcrumb/i,
  chip: /\bchip/i,
  marquee: /marquee/i,
  video: /video/i,
};

/** "We have no toggle switches": told by a part's role, element or class. */
const deniedParts: SentenceRule = (page, said) => {
  if (/\bexcept|\bunless|\bother than|\bonly if\b/i.test(said)) return null;
  const denied = [...said.matchAll(DENIED_PART)];
  if (denied.length === 0) return null;
  return denied.flatMap(([, word = '']): Observation[] => {
    const name = word
      .toLowerCase()
      .replace(/ switches$/, '')
      .replace(/s$/, '');
    if (name === 'hashtag')
      return headings(page).flatMap((at) =>
        /#\p{L}/u.test(textOf(at)) ? [against(at, `"${textOf(at).slice(0, 40)}"`, said)] : [],
      );
    if (name === 'icon')
      return page.byTag('svg', 'i').flatMap((at) => {
        const inside = at.parent !== null && /^(a|button|li|h[1-6]|span|label)$/.test(at.parent.tag);
        return inside &&
          page.engine.isRendered(at) &&
          textOf(at) === '' &&
          at.attributes.get('role') !== 'img'
          ? [against(at, `<${at.tag}> in <${at.parent?.tag}>`, said)]
          : [];
      });
    const made = MADE_OF[name];
    if (made === undefined) return [];
    return renderedElements(page)
      .filter(({ attributes, tag }) =>
        made.test(`${attributes.get('class') ?? ''} ${attributes.get('role') ?? ''} ${tag}`),
      )
      .map((at) =>
        against(at, `<${at.tag} class="${(at.attributes.get('class') ?? '').slice(0, 40)}">`, said),
      );
  });
};

/** How readers are spoken to, and who speaks. */
const ADDRESS: readonly { rule: RegExp; wrong: RegExp; language: RegExp }[] = [
  {
    rule: /(?:mit|in der|per)?\s*[„"“»]?Sie[“"”«]?[^.]{0,40}(?:\ban\b|nie|nicht|niemals)|\bsiezen\b|Höflichkeitsform/u,
    wrong: /(?<![\p{L}])(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein(?:e|en|em|er|es)?)(?![\p{L}])/u,
    language: /^de/,
  },
  {
    rule: /\bduzen\b|per [„"“]?du[“"”]?/iu,
    wrong: /(?<![\p{L}.!?:]\s|^)(?:Ihnen|Ihre[nmrs]?)(?![\p{L}])/u,
    language: /^de/,
  },
  {
    rule: /\bon vouvoie|\bvouvoiement|\bvouvoyer/iu,
    wrong: /(?<![\p{L}'’-])(?:[Tt]u|[Tt]oi|[Tt]on|[Tt]a|[Tt]es)(?![\p{L}'’])/u,
    language: /^fr/,
  },
  {
    rule: /\bon tutoie|\btutoiement/iu,
    wrong: /(?<![\p{L}'’-])(?:[Vv]ous|[Vv]otre|[Vv]os)(?![\p{L}'’])/u,
    language: /^fr/,
  },
  {
    rule: /\b(?:tratamos|trato) de usted|\busted\b/iu,
    wrong: /(?<![\p{L}])(?:tú|tus?|contigo|ti)(?![\p{L}])/u,
    language: /^es/,
  },
  {
    rule: /\bwe write ["“]I["”]|\bfirst person singular/iu,
    wrong: /(?<![\p{L}'’])(?:[Ww]e|[Oo]ur|[Uu]s)(?![\p{L}])/u,
    language: /^en/,
  },
  {
    rule: /\bfirst person plural|\bsay ["“]we["”]|\bwe (?:speak|write) as ["“]we["”]/iu,
    wrong: /(?<![\p{L}'’])(?:I|[Mm]y)(?![\p{L}])(?!\.)/u,
    language: /^en/,
  },
];

const address: SentenceRule = (page, said) => {
  const lang = (page.byTag('html')[0]?.attributes.get('lang') ?? 'en').toLowerCase();
  const rule = ADDRESS.find((one) => one.rule.test(said) && one.language.test(lang));
  if (rule === undefined) return null;
  return visibleBlocks(page).flatMap(({ element, said: text, kind }): Observation[] => {
    const hit = kind === 'code' || kind === 'action' ? undefined : rule.wrong.exec(text)?.[0];
    // What somebody says is quoted.
    return hit === undefined || /[“„«"][^”“»"]*$/.test(text.slice(0, text.indexOf(hit)))
      ? []
      : [against(element, `"${hit}"`, said)];
  });
};

const NEVER =
  /\b(?:never|not|nie|nicht|niemals|jamais|nunca|mai|nooit|instead of)\s+(?:as\s+|with\s+)?(?:["“„«]\s?([^"“”„«»]{2,40}?)\s?["”“»]|(\S*\d\S*))/giu;

/** "never 03/09/2026", "nicht „08:00–12:00“": figures of an example stand for all figures. */
const badExamples: SentenceRule = (page, said) => {
  const examples = [...said.matchAll(NEVER)]
    .map(([, quoted, bare]) => (quoted ?? bare ?? '').trim().replace(/[.,;)]+$/, ''))
    .filter(
      (example) =>
        /\d/.test(example) &&
        /[^\d]/.test(example) &&
        example.length >= 4 &&
        !/px|rem|%$|^#|^\d+$/.test(example),
    );
  if (examples.length === 0) return null;
  return examples.flatMap((example): Observation[] => {
    const pattern = new RegExp(
      `(?<![\\d.])${example.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\d+/g, (digits) => (digits.length === 1 ? '\\d{1,2}' : `\\d{${Math.max(1, digits.length - 1)},${digits.length + 1}}`))}(?!\\d)`,
      'u',
    );
    return visibleBlocks(page).flatMap(({ element, text, kind }): Observation[] => {
      const hit = kind === 'code' ? undefined : pattern.exec(text)?.[0];
      return hit === undefined ? [] : [against(element, `"${hit}"`, said)];
    });
  });
};

const MONTH =
  '(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz]|janv|févr|mars|avril|juin|juil|août|ene|abr|ago|dic|gen|mag|giu|lug|set|ott)\\p{L}*';
/** Ways to write a day, the most telling first. */
const DATE_FORMS: readonly [string, RegExp][] = [
  ['figures', /(?<![\d./-])\d{1,2}[./]\d{1,2}[./](?:\d{4}|\d{2})(?![\d/]|\.\d)/u],
  ['iso', /(?<![\d./-])\d{4}-\d{2}-\d{2}(?![\d-])/u],
  [
    'month first',
    new RegExp(`(?<![\\p{L}])${MONTH}\\.? \\d{1,2}(?:st|nd|rd|th)?(?!\\d)(?:,? \\d{4})?`, 'iu'),
  ],
  [
    'day first',
    new RegExp(`(?<![\\d.])\\d{1,2}(?:\\.|st|nd|rd|th)? (?:de )?${MONTH}\\.?(?! \\d{1,2}(?!\\d))`, 'iu'),
  ],
];
const formOf = (text: string): string | null =>
  DATE_FORMS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

/** 'Dates are "24 September 2026"': other ways to write a day are another house's. */
const dates: SentenceRule = (page, said) => {
  if (!/\bdates?\b|\bdatum\b|\bdatums?angaben|\bfechas?\b|\bdaten?\b/i.test(said)) return null;
  const [good = ''] = said.split(/\b(?:never|not|nie|nicht|jamais)\b/i);
  const wanted = formOf(good);
  if (wanted === null) return null;
  return visibleBlocks(page).flatMap(({ element, text, kind }): Observation[] => {
    if (kind === 'code') return [];
    for (const [form, pattern] of DATE_FORMS) {
      const hit = form === wanted ? undefined : pattern.exec(text)?.[0];
      if (
        hit !== undefined &&
        !(wanted === 'day first' && form === 'month first' && DATE_FORMS[3]?.[1].test(text))
      )
        return [against(element, `"${hit}"`, said)];
    }
    return [];
  });
};

/** 'Prices: €148, no decimals': the sign before or behind, with or without decimals, as the example has it. */
const prices: SentenceRule = (page, said) => {
  if (!/\b(?:prices?|preise?|prix|precios?|prezzi|amounts?|currency)\b/i.test(said)) return null;
  const [good = ''] = said.split(/\b(?:never|not|nie|nicht|jamais)\b/i);
  const example = /([$€£])\s?\d[\d.,]*|\d[\d.,]*\s?([$€£])/.exec(good);
  if (example === null) return null;
  const isBefore = example[1] !== undefined;
  const sign = example[1] ?? example[2] ?? '';
  const decimals = /[.,]\d{2}(?!\d)/.test(example[0]);
  return visibleBlocks(page).flatMap(({ element, text, kind }): Observation[] => {
    if (kind === 'code') return [];
    const other = new RegExp(
      isBefore
        ? `\\d\\s?\\${sign}(?!\\d)|\\b\\d[\\d.,]*\\s?(?:GBP|EUR|USD|pounds|euros)\\b`
        : `\\${sign}\\s?\\d`,
    ).exec(text)?.[0];
    if (other !== undefined) return [against(element, `"${other}"`, said)];
    const amounts =
      text.match(
        isBefore ? new RegExp(`\\${sign}\\s?\\d[\\d.,]*`, 'g') : new RegExp(`\\d[\\d.,]*\\s?\\${sign}`, 'g'),
      ) ?? [];
    const wrong = amounts.find(
      (amount) =>
        /[.,]\d{2}(?!\d)/.test(amount) !== decimals &&
        !/\d{4,}|\d[.,]\d{3}/.test(amount) &&
        (decimals
          ? /two decimals|zwei (?:nach)?komma|deux décimales/i.test(said)
          : /no decimals|never|whole/i.test(said)),
    );
    return wrong === undefined ? [] : [against(element, `"${wrong}"`, said)];
  });
};

/** "Metric units with a space: 32 cm". */
const units: SentenceRule = (page, said) => {
  if (
    !/\b(?:units?|einheiten?|unités?|unidades|unità|metric)\b/i.test(said) ||
    !/\d \p{L}|space|leerzeichen|espace/iu.test(said) ||
    /no space|without a space|ohne leer|sans espace/i.test(said)
  )
    return null;
  return visibleBlocks(page).flatMap(({ element, text, kind }): Observation[] => {
    const hit =
      kind === 'code'
        ? undefined
        : /(?<![\p{L}\d.#])\d+(?:[.,]\d+)?(?:gr?|kg|ml|cl|l|cm|mm|km|min|kWh|MWh|°C|°F|W|V)(?![\p{L}\d])/u.exec(
            text,
          )?.[0];
    return hit === undefined ? [] : [against(element, `"${hit}"`, said)];
  });
};

/** "With “to”, never a dash"; 'we say "homes", not "units"' is asked by the audit of words. */
const dashes: SentenceRule = (page, said) => {
  if (!/\bnever (?:with )?a (?:dash|hyphen)|\bnot a dash|\bno dash/i.test(said)) return null;
  return visibleBlocks(page).flatMap(({ element, text, kind }): Observation[] => {
    const hit =
      kind === 'code' ? undefined : /[$€£]?\d[\d.,]*k?\s?[–—-]\s?[$€£]?\d[\d.,]*k?(?![\d-])/.exec(text)?.[0];
    return hit === undefined ||
      /\d{4}-\d{2}/.test(hit) ||
      (!/[$€£]/.test(hit) && /salary|price|pay/i.test(said))
      ? []
      : [against(element, `"${hit}"`, said)];
  });
};

const RULES: readonly SentenceRule[] = [
  leastHeight,
  neverCentred,
  mostColumns,
  tabular,
  pictures,
  deniedParts,
  address,
  badExamples,
  dates,
  prices,
  units,
  dashes,
];
