/** Whether a figure is the most, the least, a rhythm or a moment: by the words before and behind it. */
import { sourceOf } from './patterns.ts';
import type { Relation } from './quantity.ts';

const BEFORE_FIGURE: readonly { relation: Relation; words: string }[] = [
  {
    relation: 'lower',
    words:
      'at least|no less than|not less than|no fewer than|not below|minimum|min|mindestens|wenigstens|au moins|minimum de|al menos|como mínimo|mínimo|pelo menos|no mínimo|almeno|minstens|最低|少なくとも|至少|최소',
  },
  {
    relation: 'upper',
    words:
      "at most|no more than|not more than|no longer than|not longer than|no later than|not exceed|not exceeding|below|up to|maximum|max|within|in the next|the next|die nächsten|der nächsten|den nächsten|in den nächsten|les prochains|les prochaines|los próximos|las próximas|os próximos|as próximas|i prossimi|le prossime|de komende|in under|under|less than|fewer than|by at most|höchstens|maximal|bis zu|innerhalb|innerhalb von|binnen|unter|weniger als|spätestens nach|au plus|au maximum|maximum de|jusqu[’']à|dans les|en moins de|moins de|como máximo|hasta|máximo|en menos de|menos de|dentro de|no máximo|até|em menos de|al massimo|entro|fino a|maximaal|最大|最多|最长",
  },
  { relation: 'every', words: 'every|each|per|alle|jede|jeden|toutes les|tous les|chaque|cada|ogni|elke|毎' },
  {
    relation: 'after',
    words:
      'after|older than|more than|longer than|over|nach|älter als|mehr als|länger als|über|après|au bout de|plus de|depuis plus de|tras|después de|más de|após|depois de|mais de|dopo|più di|na|meer dan',
  },
];
const BEFORE_PATTERNS = BEFORE_FIGURE.map(({ relation, words }) => ({
  relation,
  pattern: new RegExp(
    `${sourceOf(words)}[\\s:,(]*(?:(?:the|a|an|der|den|les?|la|los|las|os|um|uma|de|von|about|etwa|exactly|genau)\\s+)?$`,
    'iu',
  ),
}));
const BEHIND_FIGURE: readonly { relation: Relation; pattern: RegExp }[] = [
  {
    relation: 'before',
    pattern:
      /^\s*(?:before|prior|in advance|ahead|earlier|vor|vorher|im voraus|avant|à l[’']avance|antes|de antelación|de antecedência|prima|前)/iu,
  },
  {
    relation: 'upper',
    pattern:
      /^\s*(?:or less|at most|or fewer|maximum\b|max\b|at the latest|höchstens|maximal|au plus|au maximum|como máximo|máximo|no máximo|al massimo|maximaal|oder weniger|ou moins|o menos|ou menos|以内|以下|まで|未満|이내|이하|以内)/iu,
  },
  {
    relation: 'lower',
    pattern:
      /^\s*(?:or more|or above|or higher|and more|at least|minimum\b|mindestens|au moins|au minimum|como mínimo|oder mehr|und mehr|ou plus|o más|ou mais|以上|이상)/iu,
  },
  {
    relation: 'after',
    pattern:
      /^\s*(?:later|after|afterwards|later on|später|danach|plus tard|después|depois|dopo|後|を過ぎ|を超え|経過)/iu,
  },
  { relation: 'every', pattern: /^\s*(?:ごと|おき|毎|마다)/u },
];

const NOT_MORE =
  /(?<![\p{L}])(?:no|not|never|none|nobody|cannot|kein\p{L}*|nicht|nie|pas|ne|jamais|aucune?|no|nunca|ningún|ninguna|não|nenhuma?|non|nessun\p{L}*|niet|geen|nie)(?![\p{L}])[^.;:,]*(?:more|longer|over|older|greater|higher|later|mehr|länger|älter|höher|später|über|plus|más|mais|più|meer|langer|więcej|dłużej)[^.;:,]{0,14}$/iu;

const EARLIEST =
  /(?<![\p{L}])(?:at the earliest|earliest|frühestens|au plus tôt|como muy pronto|no mais cedo|al più presto|op zijn vroegst|najwcześniej)\s*$/iu;

/** What the words beside a figure make of it; `behind` is what follows its unit, or the figure itself of a count. */
export function relationOf(text: string, start: number, behind: string, rest: string): Relation {
  const ahead = text.slice(Math.max(0, start - 40), start);
  const said =
    BEHIND_FIGURE.find(({ pattern }) => pattern.test(behind))?.relation ??
    BEHIND_FIGURE.find(({ pattern }) => pattern.test(rest))?.relation ??
    BEFORE_PATTERNS.find(({ pattern }) => pattern.test(ahead))?.relation ??
    'plain';
  // "28 days ahead at the earliest": no more than that.
  if (said === 'before' && EARLIEST.test(ahead)) return 'upper';
  // "No hold lasts longer than 72 hours": what is not more is at most.
  return said === 'after' && NOT_MORE.test(text.slice(0, start)) ? 'upper' : said;
}

/** A figure without a unit that is the most or the least of something. */
export function isBound(text: string, figureEnd: number): boolean {
  const ahead = text.slice(Math.max(0, figureEnd - 60), figureEnd).replace(/[\p{L}\d.,-]+$/u, '');
  const behind = text.slice(figureEnd, figureEnd + 24);
  if (/^[\d.,:/-]*\d|^\s?[%\uFF05]/.test(behind)) return false;
  return (
    BEFORE_PATTERNS.some(
      ({ relation, pattern }) => (relation === 'upper' || relation === 'lower') && pattern.test(ahead),
    ) ||
    BEHIND_FIGURE.some(
      ({ relation, pattern }) => (relation === 'upper' || relation === 'lower') && pattern.test(behind),
    )
  );
}
