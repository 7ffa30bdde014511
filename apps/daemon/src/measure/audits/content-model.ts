import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, hasAncestor, textOf } from '../model/reading.ts';

const ANYWHERE = new Set(['script', 'template', 'style', 'noscript']);
/** What may stand right inside; the rest is not read as a part of it. */
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  ul: ['li'],
  ol: ['li'],
  menu: ['li'],
  dl: ['dt', 'dd', 'div'],
  picture: ['source', 'img'],
  select: ['option', 'optgroup', 'hr', 'button', 'datalist'],
  datalist: ['option'],
};
/** What is only itself inside one of these. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol', 'menu'],
  dt: ['dl', 'div'],
  dd: ['dl', 'div'],
  figcaption: ['figure'],
  legend: ['fieldset'],
  summary: ['details'],
  option: ['select', 'optgroup', 'datalist'],
  track: ['video', 'audio'],
};
/** What names the thing stands first in it. */
const FIRST: Readonly<Record<string, string>> = { fieldset: 'legend', details: 'summary' };

export const contentModel: Audit = {
  id: 'content-model',
  role: 'a11y',
  dim: 'structure',
  weight: 7,
  title: 'Lists, definitions and groups hold what belongs in them',
  why: 'A list with something else between its items is announced with the wrong count, or not as a list.',
  link: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H48',
  severity: 'major',
  tier: 'report',
  unit: 'parts that stand in the wrong place',
  run(page) {
    const found: Observation[] = [];
    for (const at of page.elements) {
      if (!at.html || !page.engine.isRendered(at)) continue;
      const role = at.attributes.get('role') ?? '';
      if (role !== '') continue;
      found.push(...wrongChildren(at), ...wrongParent(at), ...wrongOrder(page, at), ...shaped(at));
    }
    return { checked: page.elements.length, found };
  },
};

function wrongChildren(at: PageElement): Observation[] {
  const allowed = CHILDREN[at.tag];
  if (allowed === undefined) return [];
  const found: Observation[] = [];
  for (const child of at.children) {
    if (child.kind === 'text') {
      const text = child.value.trim();
      if (text === '' || at.tag === 'select') continue;
      found.push(
        say(
          at,
          `"${text.slice(0, 40)}" in <${at.tag}>`,
          `Text stands in <${at.tag}> outside its ${allowed[0]}.`,
          allowed,
        ),
      );
    } else if (
      !allowed.includes(child.tag) &&
      !ANYWHERE.has(child.tag) &&
      child.attributes.get('role') !== 'listitem'
    )
      found.push(
        say(
          child,
          `<${child.tag}> in <${at.tag}>`,
          `<${child.tag}> stands right inside <${at.tag}>, which holds ${names(allowed)} only.`,
          allowed,
        ),
      );
  }
  return found.slice(0, MOST_PER_ELEMENT);
}

const MOST_PER_ELEMENT = 5;

function say(at: PageElement, measured: string, message: string, allowed: readonly string[]): Observation {
  return {
    at,
    measured,
    required: names(allowed),
    message,
    suggestion: `Put it into ${names(allowed.slice(0, 1))}, or outside.`,
  };
}

function names(tags: readonly string[]): string {
  return tags.map((tag) => `<${tag}>`).join(', ');
}

function wrongParent(at: PageElement): Observation[] {
  const allowed = PARENTS[at.tag];
  if (allowed === undefined || at.parent === null || allowed.includes(at.parent.tag)) return [];
  const parentRole = at.parent.attributes.get('role') ?? '';
  if (/^(list|menu|menubar|listbox|tablist|tree|group|directory)$/.test(parentRole)) return [];
  // A definition in a list item of the list: its group is what is at fault, and is said there.
  return [
    {
      at,
      measured: `<${at.tag}> in <${at.parent.tag}>`,
      required: `inside ${names(allowed)}`,
      message: `<${at.tag}> stands in <${at.parent.tag}>; it means something only inside ${names(allowed)}.`,
      suggestion: `Put ${names(allowed.slice(0, 1))} around it, or use another element.`,
    },
  ];
}

function wrongOrder(page: Page, at: PageElement): Observation[] {
  const first = FIRST[at.tag];
  const children = childElements(at).filter(({ tag }) => !ANYWHERE.has(tag));
  if (first !== undefined) {
    const index = children.findIndex(({ tag }) => tag === first);
    const titled = children[index];
    if (index > 0 && titled !== undefined)
      return [
        wrong(
          titled,
          `<${first}> as child ${index + 1}`,
          `<${first}> is not the first thing in <${at.tag}>, so it does not name it.`,
          `Move it to the top of <${at.tag}>.`,
        ),
      ];
    if (at.tag === 'details' && index < 0)
      return [
        wrong(
          at,
          'no <summary>',
          '<details> has no summary: browsers show "Details", which says nothing.',
          'Add a <summary>.',
        ),
      ];
  }
  if (at.tag === 'dl') return wrongPairs(children);
  if (at.tag === 'figure') {
    const captions = children.filter(({ tag }) => tag === 'figcaption');
    const [caption, second] = captions;
    if (second !== undefined)
      return [
        wrong(
          second,
          `${captions.length} captions`,
          'A figure has two captions; only the first names it.',
          'Keep one caption.',
        ),
      ];
    const index = caption === undefined ? 0 : children.indexOf(caption);
    if (caption !== undefined && index > 0 && index < children.length - 1)
      return [
        {
          ...wrong(
            caption,
            'a caption in the middle',
            'The caption stands in the middle of its figure.',
            'Move it to the beginning or the end.',
          ),
          severity: 'minor',
        },
      ];
  }
  if (
    /^(ul|ol|dl|select)$/.test(at.tag) &&
    children.length === 0 &&
    page.byTag('script').length === 0 &&
    textOf(at) === ''
  )
    return hasAncestor(at, 'template')
      ? []
      : [wrong(at, `an empty <${at.tag}>`, `<${at.tag}> has nothing in it.`, 'Fill it or take it out.')];
  return [];
}

function wrong(at: PageElement, measured: string, message: string, suggestion: string): Observation {
  return { at, measured, required: 'the order that gives each its meaning', message, suggestion };
}

/** A term has at least one definition behind it, and a definition a term before it. */
function wrongPairs(children: readonly PageElement[]): Observation[] {
  const parts = children.flatMap((child) => (child.tag === 'div' ? childElements(child) : [child]));
  const found: Observation[] = [];
  parts.forEach((part, index) => {
    if (part.tag === 'dd' && index === 0)
      found.push(
        wrong(
          part,
          'a definition without a term',
          'A definition stands before any term.',
          'Put its <dt> before it.',
        ),
      );
    // Several terms may share a definition; the last of all needs one.
    if (part.tag === 'dt' && index === parts.length - 1)
      found.push(
        wrong(
          part,
          'a term without a definition',
          `The term "${textOf(part).slice(0, 40)}" has no definition.`,
          'Add its <dd>.',
        ),
      );
  });
  return found;
}

const PHRASING = /^(?:h[1-6]|span|button|label|em|strong|b|i|small|abbr|time)$/;
const BLOCK =
  /^(?:p|div|ul|ol|dl|table|section|article|header|footer|nav|form|blockquote|h[1-6]|figure|pre|main|aside)$/;

/** Blocks where only words may stand; distance and numbers that are typed. */
function shaped(at: PageElement): Observation[] {
  const hint = (where: PageElement, measured: string, message: string, suggestion: string): Observation[] => [
    {
      at: where,
      measured,
      required: 'structure that says what it is',
      message,
      suggestion,
      severity: 'minor',
    },
  ];
  if (PHRASING.test(at.tag)) {
    const block = childElements(at).find(({ tag }) => BLOCK.test(tag));
    return block === undefined
      ? []
      : hint(
          block,
          `<${block.tag}> in <${at.tag}>`,
          `<${block.tag}> stands in <${at.tag}>, which holds words only.`,
          'Put it outside, or use <span>.',
        );
  }
  if (at.tag === 'br') {
    const siblings = at.parent?.children ?? [];
    const next = siblings
      .slice(siblings.indexOf(at) + 1, siblings.indexOf(at) + 3)
      .find((one) => one.kind === 'element' || one.value.trim() !== '');
    return next?.kind === 'element' && next.tag === 'br'
      ? hint(
          at,
          'two line breaks in a row',
          'Line breaks stand for a paragraph or a margin.',
          'Make paragraphs.',
        )
      : [];
  }
  if (at.tag === 'ol') {
    const items = childElements(at)
      .filter(({ tag }) => tag === 'li')
      .slice(0, 50);
    return items.length > 1 && items.every((item) => /^\s*\d{1,2}[.)]\s/.test(textOf(item).slice(0, 8)))
      ? hint(
          at,
          'numbers typed in a numbered list',
          'The items of a numbered list are numbered twice.',
          'Take the typed numbers out.',
        )
      : [];
  }
  const spaces = at.children.some(
    (child) => child.kind === 'text' && /\u00a0{4,}|(?:\u00a0 ){3,}/.test(child.value),
  );
  return spaces
    ? hint(at, 'a row of spaces', 'Spaces are used to move words.', 'Use a margin, or a table for columns.')
    : [];
}
