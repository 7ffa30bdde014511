import type { Audit, Observation } from '../finding.ts';
import { meantName } from '../model/css-names.ts';
import { ATTRIBUTES, ELEMENTS, NUMBERS, RELATIONS, VALUES } from '../model/html-names.ts';
import type { Page, PageElement } from '../model/page.ts';
import { descendants, textOf } from '../model/reading.ts';

export const validMarkup: Audit = {
  id: 'valid-markup',
  role: 'a11y',
  dim: 'structure',
  weight: 7,
  title: 'Elements, attributes and values are those of HTML',
  why: 'What HTML does not know is ignored: the field takes anything, the link opens elsewhere, the picture is not read.',
  link: 'https://html.spec.whatwg.org/multipage/indices.html#attributes-3',
  severity: 'major',
  tier: 'report',
  unit: 'names and values that HTML does not know',
  run(page) {
    if (page.format === 'markdown') return { checked: 0, found: [] };
    const found: Observation[] = [];
    const meant = new Map<string, string | null>();
    for (const at of page.elements) {
      if (!at.html) continue;
      found.push(
        ...obsolete(at),
        ...unknown(at, meant),
        ...values(at),
        ...numbers(at),
        ...places(at),
        ...shapes(page, at),
      );
      if (found.length >= MOST) break;
    }
    return { checked: page.elements.length, found: [...found, ...repeated(page)] };
  },
};

const MOST = 200;
/** Frameworks that read the page before a browser does have names of their own. */
const FRAMEWORK = /[-:@.#*[\]()_]|^(?:on|x|v|ng|data|aria)/i;

function wrong(
  at: PageElement,
  measured: string,
  message: string,
  suggestion: string,
  isCertain = true,
): Observation {
  const name = /^([\w-]+)=/.exec(measured)?.[1] ?? '';
  const range = at.attributeRanges.get(name);
  return {
    at,
    measured,
    required: 'what HTML knows',
    message,
    suggestion,
    ...(range === undefined ? {} : { position: { line: range.line, column: range.column } }),
    ...(isCertain ? {} : { severity: 'minor' as const }),
  };
}

/** What each element may have of those that are often misspelt; a component's own name on another element was left there. */
const OWN: Readonly<Record<string, RegExp>> = {
  href: /^(a|area|link|base)$/,
  src: /^(img|script|iframe|video|audio|source|track|embed|input)$/,
  srcset: /^(img|source)$/,
  alt: /^(img|area|input)$/,
  type: /^(input|button|script|style|link|source|ol|object|embed)$/,
  value: /^(input|button|option|li|meter|progress|data|param)$/,
  name: /^(input|select|textarea|button|form|meta|iframe|fieldset|map|output|object|slot|param)$/,
  action: /^form$/,
  method: /^form$/,
  required: /^(input|select|textarea)$/,
  placeholder: /^(input|textarea)$/,
  checked: /^input$/,
  selected: /^option$/,
  disabled: /^(input|select|textarea|button|option|optgroup|fieldset)$/,
  readonly: /^(input|textarea)$/,
  maxlength: /^(input|textarea)$/,
  minlength: /^(input|textarea)$/,
  pattern: /^input$/,
  autocomplete: /^(input|select|textarea|form)$/,
  target: /^(a|area|form|base)$/,
  controls: /^(video|audio)$/,
  content: /^meta$/,
  charset: /^(meta|script)$/,
  colspan: /^t[dh]$/,
  rowspan: /^t[dh]$/,
  scope: /^th$/,
  width: /^(img|iframe|video|canvas|source|object|embed|input)$/,
  height: /^(img|iframe|video|canvas|source|object|embed|input)$/,
  loading: /^(img|iframe)$/,
  datetime: /^(time|ins|del)$/,
  class: /./,
  style: /./,
  title: /./,
  lang: /./,
  hidden: /./,
  tabindex: /./,
  role: /./,
};

function unknown(at: PageElement, known: Map<string, string | null>): Observation[] {
  const found: Observation[] = [];
  // "o:p" and "fb:like" are another program's.
  if (!/[-:]/.test(at.tag) && !ELEMENTS.has(at.tag)) {
    const meant = meantName(at.tag, ELEMENTS);
    found.push(
      wrong(
        at,
        `<${at.tag}>`,
        `HTML has no <${at.tag}>.`,
        meant === null ? 'Correct it.' : `Perhaps "${meant}" is meant.`,
      ),
    );
  }
  if (at.tag.includes('-')) return found;
  for (const name of at.attributes.keys()) {
    if (ATTRIBUTES.has(name) || FRAMEWORK.test(name)) continue;
    if (!known.has(name)) known.set(name, name.length >= 4 ? meantName(name, ATTRIBUTES) : null);
    const meant = known.get(name) ?? null;
    if (meant !== null && !at.attributes.has(meant))
      found.push(
        wrong(
          at,
          `${name}="${(at.attributes.get(name) ?? '').slice(0, 40)}"`,
          `HTML has no attribute "${name}".`,
          `Perhaps "${meant}" is meant.`,
          OWN[meant]?.test(at.tag) === true,
        ),
      );
  }
  return found;
}

/** Attributes that were for looks; a style sheet does not know of them, and some browsers follow them still. */
function obsolete(at: PageElement): Observation[] {
  const name = [...at.attributes.keys()].find(
    (key) =>
      (key === 'align' &&
        !/^(img|object|embed|iframe|td|th|tr|col|colgroup|tbody|thead|tfoot|table)$/.test(at.tag)) ||
      key === 'bgcolor' ||
      key === 'background' ||
      (key === 'color' && at.tag !== 'link' && at.tag !== 'font') ||
      (/^(align|valign|cellpadding|cellspacing|hspace|vspace|border|face|nowrap)$/.test(key) &&
        at.attributes.get(key) !== '0' &&
        at.tag !== 'table'),
  );
  if (name === undefined || at.tag.includes('-') || at.tag === 'font' || at.tag === 'basefont') return [];
  const isSeen = name === 'align' && /^(p|h[1-6]|div)$/.test(at.tag);
  return [
    wrong(
      at,
      `${name}="${(at.attributes.get(name) ?? '').slice(0, 40)}"`,
      `The attribute "${name}" is no longer part of HTML.`,
      'Use CSS instead.',
      isSeen,
    ),
  ];
}

function values(at: PageElement): Observation[] {
  const found: Observation[] = [];
  for (const { tags, name, values } of VALUES) {
    const value = at.attributes.get(name)?.trim().toLowerCase();
    if (value === undefined || !tags.test(at.tag) || /[{<$%]/.test(value)) continue;
    if (values.has(value) || (value === '' && (values.has('-') || name === 'type'))) continue;
    if (name === 'dir' && value === '') continue;
    found.push(
      wrong(
        at,
        `${name}="${value.slice(0, 40)}"`,
        `${name}="${value.slice(0, 40)}" is no value that <${at.tag}> knows.`,
        `Use one of ${[...values]
          .filter((one) => one !== '-')
          .slice(0, 6)
          .join(', ')}.`,
        name === 'type' || name === 'method' || name === 'scope' || name === 'dir' || name === 'kind',
      ),
    );
  }
  const target = at.attributes.get('target')?.trim() ?? '';
  if (/^(blank|new|parent|top|_new|_black|_blnak|_blan|_tab|self)$/i.test(target))
    found.push(
      wrong(
        at,
        `target="${target}"`,
        `target="${target}" is no value that <${at.tag}> knows.`,
        'Use one of _blank, _self.',
        false,
      ),
    );
  if (/^(a|link|form|area)$/.test(at.tag))
    for (const word of (at.attributes.get('rel') ?? '').toLowerCase().split(/\s+/)) {
      // "follow" is no slip of "nofollow", but its opposite.
      const meant = /^(|(?:do)?follow|no-?index|tags|licence)$/.test(word)
        ? null
        : meantName(word, RELATIONS);
      if (meant !== null && word.length > 3)
        found.push(
          wrong(
            at,
            `rel="${word}"`,
            `rel="${word}" is no value that <${at.tag}> knows.`,
            `Perhaps "${meant}" is meant.`,
            /^(?:stylesheet|icon|preload|canonical|noopener|noreferrer|nofollow|manifest)$/.test(meant),
          ),
        );
    }
  return found;
}

function numbers(at: PageElement): Observation[] {
  return NUMBERS.flatMap(({ tags, name, least }): Observation[] => {
    const value = at.attributes.get(name)?.trim();
    if (value === undefined || value === '' || !tags.test(at.tag) || /[{<$]/.test(value)) return [];
    if (/^-?\d+$/.test(value) && Number(value) >= least) return [];
    const isSize = name === 'width' || name === 'height';
    return [
      wrong(
        at,
        `${name}="${value.slice(0, 40)}"`,
        `${name}="${value.slice(0, 40)}" is no whole number from ${least}.`,
        'Correct it.',
        // "100%" is read as 100, which is what is meant.
        !isSize && name !== 'tabindex' && !/^\d+%$/.test(value),
      ),
    ];
  });
}

/** An id with a space is found by no link, and an empty one by nobody. */
function places(at: PageElement): Observation[] {
  const id = at.attributes.get('id');
  if (id !== undefined && /\s/.test(id.trim()))
    return [
      wrong(
        at,
        `id="${id.slice(0, 40)}"`,
        `The id "${id.slice(0, 40)}" has a space in it, so nothing can point to it.`,
        'Correct it.',
      ),
    ];
  if (id?.trim() === '') return [wrong(at, 'id=""', 'An id is empty.', 'Fill it or take it out.', false)];
  const datetime = at.tag === 'time' ? at.attributes.get('datetime')?.trim() : undefined;
  if (datetime !== undefined && !isMoment(datetime))
    return [
      wrong(
        at,
        `datetime="${datetime.slice(0, 40)}"`,
        `datetime="${datetime.slice(0, 40)}" is no date or time.`,
        'Correct it.',
      ),
    ];
  return [];
}

function isMoment(text: string): boolean {
  if (/[{<$]/.test(text)) return true;
  const day =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text);
  if (day !== null) {
    const date = new Date(Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3])));
    return date.getUTCMonth() === Number(day[2]) - 1 && date.getUTCDate() === Number(day[3]);
  }
  return /^(?:\d{4}|\d{4}-(?:0[1-9]|1[0-2])|\d{4}-W\d{2}|(?:0[1-9]|1[0-2])-\d{2}|--\d{2}-\d{2}|(?:[01]\d|2[0-4]):[0-5]\d(?::\d{2})?(?:Z|[+-]\d{2}:?\d{2})?|P(?:[\dWYMDTHS.]+)|(?:\d+(?:\.\d+)?[wdhms]\s*)+|Z|[+-]\d{2}:\d{2})$/i.test(
    text,
  );
}

/** Choices that are seen at once. */
const SHORT_LIST = 12;

/** Two of what there is one of, and two choices at once. */
function shapes(page: Page, at: PageElement): Observation[] {
  if (at.tag === 'select') {
    // A line between two groups is no choice.
    const options = descendants(at).filter(
      (one) => one.tag === 'option' && !one.attributes.has('disabled') && /[\p{L}\p{N}]/u.test(textOf(one)),
    );
    // A long list may begin with what is chosen most, and codes and time zones are shared.
    const isShort = options.length <= SHORT_LIST;
    const texts = new Map<string, string>();
    const found: Observation[] = [];
    for (const option of options.slice(0, 300)) {
      const text = option.children.map((child) => (child.kind === 'text' ? child.value.trim() : '')).join('');
      if (text !== '' && texts.has(text.toLowerCase()) && option.parent === at)
        found.push(
          wrong(
            option,
            `<option> "${text.slice(0, 40)}" twice`,
            `"${text.slice(0, 40)}" can be chosen twice.`,
            'Correct it.',
            // Two things may have one name; whoever chooses cannot tell them apart, but both are there.
            isShort && texts.get(text.toLowerCase()) === (option.attributes.get('value') ?? text),
          ),
        );
      texts.set(text.toLowerCase(), option.attributes.get('value') ?? text);
    }
    const given = options
      .map((option) => option.attributes.get('value') ?? '')
      .filter((value) => value !== '');
    const twice = given.find((value, index) => given.indexOf(value) !== index);
    if (twice !== undefined && found.length === 0 && given.length <= 300)
      found.push(
        wrong(
          at,
          `value="${twice.slice(0, 40)}" twice`,
          `Two choices send the same value: "${twice.slice(0, 40)}".`,
          'Give each its own.',
          isShort && !/^\+?\d{1,4}$|\//.test(twice),
        ),
      );
    const chosen = options.filter(({ attributes }) => attributes.has('selected'));
    const second = at.attributes.has('multiple') ? undefined : chosen[1];
    if (second !== undefined)
      found.push(
        wrong(
          second,
          `${chosen.length} × selected`,
          'More than one is chosen from the start; only the last is.',
          'Keep one.',
        ),
      );
    return found;
  }
  if (at.tag === 'caption' && textOf(at) === '' && at.children.length === 0)
    return [wrong(at, 'an empty <caption>', '<caption> has nothing in it.', 'Fill it or take it out.')];
  return page.mode === 'quirks' && at.tag === 'frameset'
    ? [wrong(at, '<frameset>', 'HTML has no <frameset>.', 'Correct it.')]
    : [];
}

/** Fields of one form that share a name, choices that are both chosen, keys that lead to two places. */
function repeated(page: Page): Observation[] {
  const found: Observation[] = [];
  const chosen = new Map<string, PageElement>();
  const keys = new Map<string, PageElement>();
  const fields = new Map<string, PageElement>();
  for (const at of page.elements) {
    const key = at.attributes.get('accesskey')?.trim().toLowerCase() ?? '';
    if (key !== '' && keys.has(key))
      found.push(
        wrong(at, `accesskey="${key}"`, `The key "${key}" leads to two places.`, 'Give each its own.', false),
      );
    if (key !== '') keys.set(key, at);
    if (!/^(input|select|textarea)$/.test(at.tag) || !at.html) continue;
    const name = at.attributes.get('name')?.trim() ?? '';
    const type = (at.attributes.get('type') ?? 'text').toLowerCase();
    if (name === '' || name.endsWith('[]')) continue;
    const form = `${formIndex(at)} ${name}`;
    if (type === 'radio' && at.attributes.has('checked')) {
      if (chosen.has(form))
        found.push(
          wrong(
            at,
            `two of "${name}" checked`,
            'More than one is chosen from the start; only the last is.',
            'Keep one.',
          ),
        );
      chosen.set(form, at);
    }
    if (/^(radio|checkbox|hidden|submit|button|image|file)$/.test(type)) continue;
    const before = fields.get(form);
    if (before !== undefined && page.engine.name(before) !== page.engine.name(at))
      found.push(
        wrong(
          at,
          `name="${name.slice(0, 40)}"`,
          `Two fields send their answers under one name: "${name.slice(0, 40)}".`,
          'Give each its own.',
        ),
      );
    fields.set(form, at);
  }
  return found;
}

function formIndex(at: PageElement): number {
  for (let around = at.parent; around !== null; around = around.parent)
    if (around.tag === 'form') return around.index;
  return -1;
}
