/** Figures a requirement gives (limits, times, sizes, lengths) and what the files that shall keep to them say instead. */
import { termsOf } from '../facts/concepts.ts';
import { type Figure, figuresIn } from '../facts/figures-in.ts';
import { passagesOf } from '../facts/passages.ts';
import { readCode } from '../facts/read-code.ts';
import { isSomeUnit } from '../facts/units.ts';
import type { ProjectText } from '../project-texts.ts';
import { isCode, isTest } from './placeholder.ts';
import { isExample } from './promises.ts';

const DATA = /\.(?:json5?|ya?ml|toml|ini|conf|cfg|properties|env|xml)$/i;
/** As the figure may stand in code: in smaller units of what it measures. */
const FACTORS: Readonly<Record<string, readonly number[]>> = {
  time: [1, 60, 3_600, 24, 86_400, 1_000, 60_000, 3_600_000, 86_400_000, 1 / 60, 7, 12],
  money: [1, 100],
  share: [1, 0.01],
  bytes: [1, 1_000, 1_024, 1e6, 1_048_576],
  number: [1, 1_000],
};
/** Seconds are told in smaller units, or as a part of a minute: nothing makes 600 of 10. */
const OF_SECONDS = [1, 1_000, 1_000_000, 1 / 60, 1 / 3_600];
/** "120 requests per minute" may stand as so many in an hour or a second. */
const OF_RATES = [60, 3_600, 24, 1_440, 86_400, 1_000];
const SOME_FACTORS = [1, 10, 100, 1_000, 0.1, 0.01, 0.001];
/** 0 and 1 stand in every program. */
const SMALLEST_TELLING = 1;
/** Right before or behind a figure: it is a bound, and not an example or a name. */
const BOUND_BEFORE =
  /(?:at most|at least|up to|no more than|not more than|less than|more than|fewer than|max\.?|maximum|min\.?|minimum|exactly|within|after|every|under|over|below|above|limit of|höchstens|mindestens|maximal|bis zu|genau|binnen|innerhalb|nach|alle|unter|über|ab|au plus|au moins|jusqu['’]à|maximum de|exactement|après|toutes les|tous les|moins de|plus de|sous|como máximo|máximo|mínimo|al menos|hasta|cada|tras|después de|menos de|más de|exactamente|no máximo|pelo menos|até|após|depois de|exatamente|al massimo|almeno|al più|fino a|ogni|dopo|entro|meno di|più di|esattamente|maximaal|minstens|hoogstens|binnen|na|elke|precies|最大|最多|最低|至少|每|少なくとも|低于|高于|超过|不超过)\s*(?:the|a|an|de|di|von|des|les|i|las|los|os|as)?\s*$/iu;
const BOUND_BEHIND =
  /^\s*(?:or (?:less|more|fewer)|oder (?:weniger|mehr)|ou (?:moins|plus)|o (?:menos|más|meno|più)|以内|以下|以上|まで|未満|ごと|以后)/iu;
const UNITS_OF_TEXT = /^(?:words?|wörter?n?|mots?|palabras?|palavras?|parole|parola|woorden)$/iu;

/** A sentence that says what is otherwise; null where every figure is kept, or nobody can tell. */
export function otherFigure(
  raw: string,
  scope: readonly ProjectText[],
  all: readonly ProjectText[],
): string | null {
  const asked = isExample(raw) ? [] : askedIn(raw);
  if (asked.length === 0) return null;
  const program = scope.filter(({ path }) => (isCode(path) || DATA.test(path)) && !isTest(path));
  if (program.length === 0) return null;
  const reach = [
    ...new Set([...program, ...importedBy(program, all), ...all.filter(({ path }) => DATA.test(path))]),
  ];
  const values = new Set(reach.flatMap(({ text }) => valuesIn(text)));
  const facts = program.flatMap(factsIn);
  for (const { figure, isBound, terms } of asked) {
    if (isThere(figure, values) || facts.some((fact) => isSame(figure, fact.figure))) continue;
    const other = facts
      .filter((fact) => isOfTheSame(figure, fact.figure) || isSetting(figure, fact))
      .map((fact) => ({ ...fact, shared: [...terms].filter((term) => fact.terms.has(term)).length }))
      .toSorted((one, two) => two.shared - one.shared)[0];
    if (
      other !== undefined &&
      (other.shared > 0 || facts.filter((fact) => isOfTheSame(figure, fact.figure)).length === 1)
    )
      return `${other.path} has ${other.figure.shown}, and ${figure.shown} is asked for`;
    if (isBound || figure.unit !== null)
      return `${program.map(({ path }) => path).join(', ')} has nothing of ${figure.shown}`;
  }
  return null;
}

interface Asked {
  figure: Figure;
  isBound: boolean;
  terms: ReadonlySet<string>;
}

/** What stands in code marks and in quotes is a name or an example. */
function askedIn(raw: string): Asked[] {
  const text = raw
    .replace(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|「[^」\n]*」/g, (marked) => ' '.repeat(marked.length))
    .replace(/[\p{L}\p{N}_/-]+\.[a-z]\w{1,4}(?!\w)/gu, (path) => ' '.repeat(path.length))
    .replace(/\((?:e\.g\.|i\.e\.|z\.\s?B\.|p\. ?ex\.|ex\.|por ejemplo|ad es)[^)]*\)/giu, (aside) =>
      ' '.repeat(aside.length),
    )
    .replace(/^[\s|>*-]*\**[A-Z][\w.-]*\d\**\s*[:|.)]?/u, (id) => ' '.repeat(id.length));
  return figuresIn(text, false).flatMap((figure): Asked[] => {
    if (figure.measure === 'date' || figure.isRhythm === true || UNITS_OF_TEXT.test(figure.counted))
      return [];
    const before = text.slice(Math.max(0, figure.at - 30), figure.at);
    const isBound = BOUND_BEFORE.test(before) || BOUND_BEHIND.test(text.slice(figure.end, figure.end + 12));
    // A number that only follows a word is its name: "version 3", "ISO 8601", "room 4".
    const isName = figure.unit === null && figure.counted === '' && !isBound && figure.measure === 'number';
    if (isName || Math.abs(figure.value) <= SMALLEST_TELLING) return [];
    const around = text.slice(Math.max(0, figure.at - 60), figure.end + 40);
    return [{ figure, isBound, terms: termsOf(around) }];
  });
}

interface ProgramFact {
  path: string;
  figure: Figure;
  terms: ReadonlySet<string>;
  /** Of the name alone. */
  own: ReadonlySet<string>;
}

const FACTS = new WeakMap<ProjectText, ProgramFact[]>();

/** Constants with what they measure, and what comments say in figures. */
function factsIn(file: ProjectText): ProgramFact[] {
  const known = FACTS.get(file);
  if (known !== undefined) return known;
  const given = readCode(
    file.path,
    passagesOf({ ...file, path: isCode(file.path) ? file.path : file.path }),
  ).figures.map(
    ({ figure, own, near, implied }): ProgramFact => ({
      path: file.path,
      figure: implied === null ? figure : { ...figure, measure: implied },
      terms: new Set([...own, ...near]),
      own: new Set(own),
    }),
  );
  const told = file.text.split('\n').flatMap((line) => {
    const comment = /(?:\/\/|\/?\*+|#|--|""")\s?(.*)$/.exec(line)?.[1] ?? '';
    return figuresIn(comment, false)
      .filter(({ unit, counted }) => unit !== null || counted !== '')
      .map((figure): ProgramFact => ({ path: file.path, figure, terms: termsOf(comment), own: new Set() }));
  });
  const facts = [...given, ...told];
  FACTS.set(file, facts);
  return facts;
}

function isThere(figure: Figure, values: ReadonlySet<number>): boolean {
  if (figure.measure === 'clock') return values.has(Math.floor(figure.base / 60)) || values.has(figure.base);
  const wanted = Math.abs(figure.value);
  return (
    (figure.unit?.name === 's' ? OF_SECONDS : (FACTORS[figure.measure] ?? SOME_FACTORS)).some((factor) =>
      values.has(rounded(wanted * factor)),
    ) ||
    (figure.measure === 'share' &&
      (values.has(rounded(1 - wanted / 100)) ||
        values.has(rounded(1 + wanted / 100)) ||
        values.has(100 - wanted)))
  );
}

function isSame(asked: Figure, told: Figure): boolean {
  if (asked.unit !== null && told.unit !== null)
    return asked.measure === told.measure && Math.abs(asked.base - told.base) <= 0.02 * Math.abs(asked.base);
  if (asked.unit !== null) return isSomeUnit(told.value, asked.unit.dimension, asked.base);
  return asked.value === told.value;
}

/** Of one measure; of a figure without a unit, of what is counted. */
function isOfTheSame(asked: Figure, told: Figure): boolean {
  if (asked.unit !== null) return told.measure === asked.measure;
  if (asked.measure !== 'number') return told.measure === asked.measure;
  if (asked.counted === '' || told.counted === '') return false;
  const [one] = termsOf(asked.counted);
  return one !== undefined && termsOf(told.counted).has(one);
}

/** "120 requests" and `requestsPerMinute: 600`: a setting that is called by what is counted. */
function isSetting(asked: Figure, { path, figure, own }: ProgramFact): boolean {
  if (!DATA.test(path) || asked.unit !== null || asked.measure !== 'number' || figure.measure !== 'number')
    return false;
  const [counted] = asked.counted === '' ? [] : termsOf(asked.counted);
  const isRate = OF_RATES.some(
    (rate) => figure.value === asked.value * rate || asked.value === figure.value * rate,
  );
  return counted !== undefined && own.has(counted) && !isRate;
}

function importedBy(files: readonly ProjectText[], all: readonly ProjectText[]): ProjectText[] {
  const said = files.map(({ text }) => text).join('\n');
  const names = new Set(
    [
      ...said.matchAll(/(?:from|import|require\(|include|use|source|open\(|load\w*\()\s*["'<(]?([\w./-]+)/g),
    ].map(
      ([, name = '']) =>
        name
          .split(/[./]/)
          .findLast((part) => part !== '' && !/^(?:[cm]?[jt]sx?|py|h|json|ya?ml|toml)$/.test(part)) ?? '',
    ),
  );
  return all.filter(
    ({ path }) => names.has((path.split('/').at(-1) ?? '').split('.')[0] ?? '') && !isTest(path),
  );
}

export function valuesIn(text: string): number[] {
  const plain = [...text.matchAll(/(?<![\p{L}_.\d]|\p{L}-)\d[\d_]*(?:[.,]\d+)?/gu)].map(([figure]) =>
    rounded(Number(figure.replaceAll('_', '').replace(',', '.'))),
  );
  const products = [...text.matchAll(/\d[\d_]*(?:\s*\*\s*\d[\d_]*)+/g)].map(([product]) =>
    rounded(product.split('*').reduce((value, part) => value * Number(part.replaceAll('_', '')), 1)),
  );
  return [...plain, ...products];
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
