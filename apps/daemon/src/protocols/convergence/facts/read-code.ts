/** Facts of code and data: constants, keys, bounds, lists and the values things are given. */
import { identifierWords } from '../words.ts';
import { parted } from './code-line.ts';
import { measureOf, termOf, termsOf } from './concepts.ts';
import type { BoundsFact, Facts, FigureFact, Subject, UnitFact } from './fact.ts';
import { type Figure, figuresIn } from './figures-in.ts';
import type { Passage } from './passages.ts';
import { enumFacts, listFacts, usesOf } from './read-code-lists.ts';
import { figureFactsOf, spotOf } from './read-figures.ts';
import { unitFacts } from './read-prose.ts';
import { inBase, type Unit, unitOf } from './units.ts';

const GIVEN =
  /(["']?)([\p{L}_$](?:[\p{L}\p{N}_$-]|\.(?=[\p{L}_]))*)\1\s*(?::[^=,;{}]*)?(?:=(?![=>])|:(?!:)|:=)\s*([^,;{}[\]()]*)/gu;
/** `worker_timeout 30s;`, `#define MAX_RETRY 3`, `set(LIMIT 5)`. */
const DIRECTIVE =
  /^\s*(?:#\s*define\s+([A-Za-z_]\w*)\s+\(?(-?\d[\w.]*)\)?\s*$|(?:set|SET)\s*\(\s*([A-Za-z_]\w*)\s+"?(-?\d[\w.]*)"?\s*\)|([a-z][a-z_]+)\s+(\d+[a-zA-Z]*)\s*;)/u;
/** `gate_open: "05:00"`: a time of day. */
const CLOCK_GIVEN =
  /^\s*["']?([\p{L}_$][\p{L}\p{N}_$-]*)["']?\s*[:=]\s*["']?(\d{1,2}:\d{2})(?::\d{2})?["']?\s*[,;]?\s*$/u;
const PRODUCT = /^-?\d[\d_]*(?:\.\d+)?(?:\s*\*\s*\d[\d_]*(?:\.\d+)?)*/;
const UNIT_KEY = /^(?:unit|units|einheit|unite|unidade?|unita|eenheid|jednostka)$/i;
const SIZES = /size|body|upload|memory|buffer|cache|length|bytes/i;
const TIMES = /timeout|interval|ttl|wait|delay|every|period|expire|age|duration/i;

/** A figure that is given and nothing more is known of. */
const PLAIN = {
  head: null,
  isPart: false,
  isRepeated: null,
  isShared: false,
  bound: null,
  implied: null,
} as const;

export function readCode(path: string, passages: readonly Passage[]): Facts {
  const title = termsOf(
    `${identifierWords((path.split('/').at(-1) ?? '').replace(/\.\w+$/, ''))} ${opening(passages)}`,
  );
  const users = usersOf(passages);
  const declared = declaredUnit(passages);
  const parents = parentsOf(passages);
  const figures: FigureFact[] = [];
  const bounds: BoundsFact[] = [];
  for (const [index, passage] of passages.entries()) {
    const { code, comment } = parted(passage.text);
    const given = [...code.matchAll(GIVEN)].map(([, , key = '', value = '']) => ({
      key,
      value: value.trim(),
    }));
    // A comment on the line above speaks of what is given below it.
    const previous = passages[index - 1];
    const over = previous?.line === passage.line - 1 ? parted(previous.text) : null;
    const above = over !== null && over.code.trim() === '' ? over.comment : '';
    const clock = CLOCK_GIVEN.exec(code);
    if (clock !== null) {
      const [figure] = figuresIn(clock[2] ?? '', true);
      const key = clock[1] ?? '';
      if (figure?.measure === 'clock')
        figures.push({
          ...spotOf(passage),
          own: termsOf(identifierWords(key)),
          near: termsOf(`${parents[index] ?? ''} ${comment}`),
          far: title,
          figure: { ...figure, shown: `${key} = ${figure.shown}` },
          ...PLAIN,
        });
      continue;
    }
    const [cron] = figuresIn(code, true).filter(
      ({ measure, shown }) => measure === 'clock' && /\s/.test(shown),
    );
    if (cron !== undefined) {
      figures.push({
        ...spotOf(passage),
        own: termsOf(identifierWords(code.slice(cron.end)))
          .union(termsOf(identifierWords(code.slice(0, cron.at))))
          .union(new Set(['~start'])),
        near: termsOf(`${parents[index] ?? ''} ${comment}`),
        far: title,
        figure: cron,
        ...PLAIN,
      });
      continue;
    }
    const directive = DIRECTIVE.exec(code);
    if (directive !== null)
      given.push({
        key: directive[1] ?? directive[3] ?? directive[5] ?? '',
        value: directive[2] ?? directive[4] ?? directive[6] ?? '',
      });
    const beside = `${parents[index] ?? ''} ${given.map(({ key, value }) => `${key} ${/^["']/.test(value) ? value : ''}`).join(' ')}`;
    const least = given.find(({ key }) => /^min(?:imum)?$/i.test(key));
    const most = given.find(({ key }) => /^max(?:imum)?$/i.test(key));
    if (least !== undefined && most !== undefined) {
      const [low, high] = [Number(least.value), Number(most.value)];
      const subject = { own: termsOf(beside.replace(/\d+/g, ' ')), near: new Set<string>(), far: title };
      if (low < high)
        bounds.push({
          ...spotOf(passage),
          ...subject,
          low,
          high,
          unit: declared?.unit ?? null,
          shown: code.trim(),
        });
      continue;
    }
    // `VatRate float64 // 0.19`: a field with an example.
    const example =
      given.length === 0 ? /^\s*(?:\w+\s+)?(\w+)[?:\s]+[\w.<>[\]]+;?\s*$/.exec(code)?.[1] : undefined;
    const shown = /^(?:e\.g\.\s*)?(\d+(?:\.\d+)?)$/.exec(comment.trim())?.[1];
    if (example !== undefined && shown !== undefined) given.push({ key: example, value: shown });
    const isField = example !== undefined || passage.kind === 'data';
    for (const { key, value } of given) {
      const figure = figureOf(key, value, comment);
      if (figure === null) continue;
      const subject: Subject = {
        own: termsOf(identifierWords(key)),
        near: termsOf(`${beside} ${identifierWords(users.get(key) ?? '')} ${comment} ${above}`),
        far: title,
      };
      const head =
        figure.measure === 'number' ? termOf(identifierWords(key).trim().split(' ').at(-1) ?? '') : null;
      figures.push({
        ...spotOf(passage),
        ...subject,
        figure,
        head,
        isPart: false,
        isRepeated: subject.own.has('~interval') ? true : null,
        isShared: false,
        bound: null,
        isField,
        implied:
          figure.unit === null
            ? (measureOf(subject.own) ?? measureOf(subject.near) ?? (title.has('~price') ? 'money' : null))
            : null,
      });
    }
  }
  return {
    figures: [...figures, ...commentFigures(passages, title)],
    ranges: [],
    bounds,
    units: [...(declared === null ? [] : [declared]), ...passages.flatMap(commentUnits)],
    lists: [...passages.flatMap(listFacts), ...enumFacts(passages)],
    uses: usesOf(passages),
  };
}

function figureOf(key: string, value: string, comment: string): Figure | null {
  const product = PRODUCT.exec(value.replace(/^["']/, ''))?.[0];
  if (product === undefined || product === '') return null;
  const rest = value.replace(/^["']/, '').slice(product.length).replace(/["']$/, '').trim();
  if (rest !== '' && !/^[\p{L}°%]{1,10}$/u.test(rest)) return null;
  const number = product.split('*').reduce((all, part) => all * Number(part.replaceAll('_', '')), 1);
  const said = product.includes('*')
    ? figuresIn(comment, false).find(({ unit }) => unit !== null)
    : undefined;
  if (said !== undefined) return { ...said, shown: `${key} = ${said.shown}` };
  const unit = suffixUnit(rest, key) ?? commentUnit(comment) ?? keyUnit(key);
  return {
    at: 0,
    end: 0,
    value: number,
    base: unit === null ? number : inBase(number, unit),
    measure: unit?.dimension ?? 'number',
    unit,
    counted: '',
    shown: `${key} = ${value}${unit === null || rest !== '' ? '' : ` ${unit.name}`}`,
  };
}

function suffixUnit(suffix: string, key: string): Unit | null {
  if (suffix === '') return null;
  const letter = suffix.toLowerCase();
  if ((letter === 'm' || letter === 'k' || letter === 'g') && SIZES.test(key))
    return unitOf(`${letter}b`, true);
  if (letter === 'm') return TIMES.test(key) ? unitOf('min', true) : null;
  return unitOf(suffix, true);
}

function commentUnit(comment: string): Unit | null {
  const word = /^(?:in\s+|em\s+|en\s+)?(°[CF]|\p{L}+)\s*(?:$|[.,;(])/u.exec(comment)?.[1] ?? '';
  return unitOf(word, false);
}

function keyUnit(key: string): Unit | null {
  const words = identifierWords(key).trim().split(/\s+/);
  if (words.length < 2) return null;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  // `FEE_PER_DAY` is no day.
  if (/^(?:per|par|por|pro|je|al|cada|each|every)$/i.test(words.at(-2) ?? '')) return null;
  if (/^(?:s|h|d)$/i.test(last)) return unitOf(last, true);
  return unitOf(last, false) ?? (first.length > 2 ? unitOf(first, false) : null);
}

/** The first words of a file say what it is about. */
function opening(passages: readonly Passage[]): string {
  const first = passages[0]?.text.trim() ?? '';
  return /^(?:"""|'''|\/\*|\/\/|#(?!!))/.test(first) ? first : '';
}

/** By name: the functions it is used in. */
function usersOf(passages: readonly Passage[]): Map<string, string> {
  const users = new Map<string, string>();
  let inside = '';
  for (const { text } of passages) {
    const made =
      /(?:def|function|func|fn)\s+(\w+)\s*\(([^)]*)|(?:const|let)\s+(\w+)\s*=\s*(?:async\s*)?\(([^)]*)\)\s*=>/.exec(
        text,
      );
    if (made !== null) inside = `${made[1] ?? made[3] ?? ''} ${made[2] ?? made[4] ?? ''}`;
    else if (/^\S/.test(text) && !/^[})\]]/.test(text)) inside = '';
    if (inside !== '')
      for (const [name] of text.matchAll(/\b[A-Z][A-Z0-9_]{2,}\b|\b[a-z]+(?:[A-Z]\w*)+\b/g))
        users.set(name, `${users.get(name) ?? ''} ${inside}`.slice(0, 400));
  }
  return users;
}

/** By line: the keys it stands under, by indentation. */
function parentsOf(passages: readonly Passage[]): string[] {
  const stack: { indent: number; key: string }[] = [];
  return passages.map(({ text }) => {
    const indent = /^\s*/.exec(text)?.[0].length ?? 0;
    while ((stack.at(-1)?.indent ?? -1) >= indent) stack.pop();
    const over = stack.map(({ key }) => key).join(' ');
    const key = /^\s*["']?([\p{L}_$][\p{L}\p{N}_$-]*)["']?\s*[:={]/u.exec(text)?.[1];
    if (key !== undefined) stack.push({ indent, key });
    return over;
  });
}

function declaredUnit(passages: readonly Passage[]): UnitFact | null {
  for (const passage of passages) {
    const found = /["']?(\p{L}+)["']?\s*[:=]\s*["']?(°?\p{L}+)["']?/u.exec(passage.text);
    if (found === null || !UNIT_KEY.test(found[1] ?? '')) continue;
    const unit = unitOf(/^[CF]$/.test(found[2] ?? '') ? `°${found[2]}` : (found[2] ?? ''), true);
    const none: ReadonlySet<string> = new Set();
    if (unit !== null)
      return {
        ...spotOf(passage),
        own: none,
        near: none,
        far: none,
        unit,
        word: found[2] ?? '',
        isDeclared: true,
      };
  }
  return null;
}

/** A line that is a comment and nothing else says in words what the code does: "every 24 hours, keeps 7 days". */
function commentFigures(passages: readonly Passage[], title: ReadonlySet<string>): FigureFact[] {
  const told = passages.flatMap((passage): Passage[] => {
    const { code, comment } = parted(passage.text);
    return code.trim() === '' && comment !== '' ? [{ ...passage, text: comment, context: '' }] : [];
  });
  return figureFactsOf(told)
    .filter(({ figure }) => figure.unit !== null)
    .map((fact) => ({ ...fact, far: title }));
}

function commentUnits(passage: Passage): UnitFact[] {
  const { code, comment } = parted(passage.text);
  if (comment === '') return [];
  return unitFacts({ ...passage, text: comment }).map((fact) => ({
    ...fact,
    ...spotOf(passage),
    own: termsOf(identifierWords(code)),
  }));
}
