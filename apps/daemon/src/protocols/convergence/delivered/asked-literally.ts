/** What a requirement names letter by letter, rules out, or gives as a figure of its own, held against what is delivered. */
import { termsOf } from '../facts/concepts.ts';
import { figuresIn } from '../facts/figures-in.ts';
import type { ProjectText } from '../project-texts.ts';
import { isCode, isTest } from './placeholder.ts';
import { wordsSaid } from './said-in.ts';
import { isWeak } from './segment-words.ts';

const MARKED = /`([^`\n]{2,60})`/g;
/** An option, a header, a key: one word of letters and hyphens that is neither a path nor a name of a function. */
const LITERAL = /^(?:--?[a-z][\w-]*|[A-Za-z][\w]*(?:-[\w]+)+)$/;
const MARKUP = /\.(?:html?|xhtml|xml|svg|vue|svelte|jsx|tsx|css)$/i;

/** An option or header in code marks that stands in no delivered file. */
export function missingLiteral(raw: string, all: readonly ProjectText[]): string | null {
  const gone = [...raw.matchAll(MARKED)]
    .map(([, marked = '']) => marked.trim())
    .find(
      (literal) =>
        LITERAL.test(literal) &&
        !all.some(({ path, text }) => `${path}\n${text}`.toLowerCase().includes(literal.toLowerCase())),
    );
  return gone === undefined ? null : `nothing delivered has ${gone}`;
}

/** "no phone field", "pas de javascript": a denial and the thing right behind it. */
const RULED_OUT =
  /(?<!\p{L})(?:no|without|not any|keine?n?|ohne|pas d[e’']|sans|aucune?|sin|ning[uú]n\p{L}*|sem|nenhum\p{L}*|senza|nessun\p{L}*|geen|zonder|bez)\s?(?:an?\s|une?\s)?((?:\p{L}[\p{L}-]*)(?:\s\p{L}[\p{L}-]*){0,2})/giu;
const OF_A_MEASURE = /(?:more|less|fewer|other|later|mehr|weniger|plus|moins|más|menos|mais|più|meno|meer)/iu;

/** A thing that shall not be there and is, in pages: there a name of an element or a field says that it is there. */
export function whatIsRuledOut(raw: string, scope: readonly ProjectText[]): string | null {
  const pages = scope.filter(({ path }) => MARKUP.test(path));
  for (const { 1: phrase = '' } of raw.replace(MARKED, ' ').matchAll(RULED_OUT)) {
    const [thing] = wordsSaid(phrase).filter(
      (word) => word.length > 3 && !isWeak(word) && !OF_A_MEASURE.test(word),
    );
    if (thing === undefined) continue;
    const found = pages.find(({ text }) => hasPart(text, thing));
    if (found !== undefined) return `${found.path} has "${thing}", which is ruled out`;
  }
  return null;
}

/** As the name of an element, or as the value of an attribute that names a part. */
function hasPart(text: string, thing: string): boolean {
  const name = RegExp.escape(thing.toLowerCase().replace(/s$/, ''));
  const tag = /^java-?script$/i.test(thing) ? 'script' : name;
  return new RegExp(`<${tag}s?[\\s>/]|(?:name|id|type|class|for)=["']?${name}s?["'\\s>]`, 'iu').test(text);
}

/** A requirement that only rules something out is kept wherever the thing is not. */
export function isOnlyDenial(text: string): boolean {
  const bare = text.replace(/\([^)]*\)/g, ' ').trim();
  return (
    /^(?:no|never|without|keine?n?|niemals|ohne|pas d|aucune?|sans|sin|ning[uú]n|nada de|sem|nenhum|senza|nessun|niente|geen|zonder|bez|żadn)(?!\p{L}{4})/iu.test(
      bare,
    ) ||
    /(?<!\p{L})(?:nowhere|anywhere not|must not appear|never appears?|nirgends|nulle part|en ninguna parte|em nenhum lugar|da nessuna parte|nergens|nigdzie)(?!\p{L})/iu.test(
      bare,
    )
  );
}

const SKIPPED =
  /(?<![\w.])(?:(?:it|test|describe)\.(?:skip|todo)\(|x(?:it|test|describe)\(|@(?:pytest\.mark\.|unittest\.)?skip\b|@Ignore\b|@Disabled\b|t\.Skip\(|#\[ignore\])\s*["'`]?([^"'`\n)]{0,60})/;

/** A test that is there and is not run. */
export function skippedTest(scope: readonly ProjectText[]): string | null {
  for (const { path, text } of scope.filter((file) => isTest(file.path))) {
    const skipped = SKIPPED.exec(text);
    if (skipped !== null) return `${path} skips a test: ${skipped[1] === '' ? skipped[0] : skipped[1]}`;
  }
  return null;
}

const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|html?)$/i;

/** "28 € adulte" in the brief, "32 €" on the page: a figure with its unit is not there, and another of the kind that nobody asked for is. */
export function otherFigureSaid(raw: string, scope: readonly ProjectText[]): string | null {
  const asked = figuresIn(raw.replace(MARKED, ' '), false).filter(
    ({ unit, measure, isRhythm }) => unit !== null && measure !== 'date' && isRhythm !== true,
  );
  if (asked.length === 0) return null;
  for (const { path, text } of scope.filter((file) => PROSE.test(file.path))) {
    const said = figuresIn(text.replace(/<[^>]*>/g, ' '), false);
    const isGiven = (base: number, measure: string): boolean =>
      said.some((one) => one.measure === measure && Math.abs(one.base - base) <= 0.001 * Math.abs(base));
    for (const { base, measure, shown } of asked) {
      if (isGiven(base, measure)) continue;
      const other = said.find(
        (one) =>
          one.measure === measure &&
          one.unit !== null &&
          !asked.some(
            (own) => own.measure === measure && Math.abs(own.base - one.base) <= 0.001 * Math.abs(one.base),
          ),
      );
      if (other !== undefined) return `${path} has ${other.shown.trim()}, and ${shown.trim()} is asked for`;
    }
  }
  return null;
}

const CONSTANT = /(?:^|[\s{,(])["']?([A-Za-z_][\w-]*)["']?\s*[:=]\s*(-?\d[\d_]*(?:\.\d+)?)(?![\w.%])/gm;
const CLAUSE = /[;,.:](?!\d)|\s(?:and|und|et|y|e|en|i|but|aber)\s/u;
const SCALES = [1, 60, 3_600, 24, 1_000, 60_000, 3_600_000, 86_400, 100, 0.01, 1 / 60, 7, 12];

/** "the taxi fleet pays 32" and `HORA_TAXI = 38`: a clause with one figure and a constant with its name. */
export function otherConstant(raw: string, scope: readonly ProjectText[]): string | null {
  const clauses = raw
    .replace(MARKED, ' ')
    .split(CLAUSE)
    .map((clause) => ({
      terms: termsOf(clause),
      figures: clause.match(/(?<![\p{L}\d.,-])\d+(?:[.,]\d+)?(?![\d%])/gu) ?? [],
    }))
    .filter(({ figures }) => figures.length === 1);
  for (const { path, text } of scope.filter((file) => isCode(file.path) && !isTest(file.path))) {
    const constants = [...text.matchAll(CONSTANT)].map(([, name = '', value = '']) => ({
      name,
      value: Number(value.replaceAll('_', '')),
      terms: termsOf(name.replace(/_/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')),
    }));
    for (const { terms, figures } of clauses) {
      const wanted = Number((figures[0] ?? '').replace(',', '.'));
      const shared = (own: ReadonlySet<string>): number =>
        [...own].filter((term) => terms.has(term) && !term.startsWith('~')).length;
      const best = constants.reduce((most, one) => Math.max(most, shared(one.terms)), 0);
      const meant = best === 0 ? [] : constants.filter((one) => shared(one.terms) === best);
      const [first] = meant;
      const isKept = (value: number): boolean =>
        SCALES.some((scale) => Math.abs(value - wanted * scale) < 1e-6 * Math.max(1, Math.abs(value)));
      if (
        first !== undefined &&
        meant.length === 1 &&
        !isKept(first.value) &&
        isUnusual(first.name, clauses.length)
      )
        return `${path} has ${first.name} = ${first.value}, and ${figures[0]} is asked for`;
    }
  }
  return null;
}

/** A loop variable has no name of its own. */
function isUnusual(name: string, clauses: number): boolean {
  return name.length > 2 && clauses <= 6;
}
