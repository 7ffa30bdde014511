/** One requirement over what was delivered: which files meet it, or why none does. */
import type { EvidenceRef } from '@design-jury/contracts/convergence/schema';
import { namedFiles } from '../brief.ts';
import { chosenIn } from '../facts/compare-families.ts';
import type { PlanLook } from '../offline-plan.ts';
import type { ProjectText } from '../project-texts.ts';
import type { Requirement } from '../requirements.ts';
import { emptyCell, everyPage, missingColumn, missingOfSpan } from './asked-everywhere.ts';
import { otherFigure } from './asked-figures.ts';
import { otherLanguage } from './asked-language.ts';
import {
  isOnlyDenial,
  missingLiteral,
  otherConstant,
  otherFigureSaid,
  skippedTest,
  whatIsRuledOut,
} from './asked-literally.ts';
import { textLacks } from './asked-of-texts.ts';
import { brokenProperty } from './asked-properties.ts';
import { brokenRow, otherLength } from './asked-rows.ts';
import { onlyConstants } from './asserted.ts';
import { fewerFiles, missingContents } from './contents.ts';
import { deniedOrPutOff, isToldByCommentsAlone } from './contrary.ts';
import { otherwiseTested } from './example-calls.ts';
import { functionsIn } from './functions.ts';
import { ignoredParameter } from './ignored-parameter.ts';
import { missingOfList } from './listed.ts';
import { pathsMarked, pathsOf } from './named-paths.ts';
import { onlyRestates } from './own-words.ts';
import { isCode, isTest, placeholderIn } from './placeholder.ts';
import { absentName, brokenPromise, quotedIn } from './promises.ts';
import { isSaid, wordsSaid } from './said-in.ts';
import { isWeak } from './segment-words.ts';
import { silentParts } from './segments.ts';
import { isShownByForm } from './shown-by-form.ts';
import { filesShowing } from './shown-in.ts';

export interface LookedRequirement {
  requirement: Requirement;
  /** Files that meet it. */
  files: readonly string[];
  /** Why it is not met; null where it is, or where nobody can tell. */
  lacks: string | null;
  evidence: readonly EvidenceRef[];
  /** Paths it names that are not there. */
  missing: readonly string[];
}

export interface Delivery {
  look: PlanLook;
  /** By identifier: files that carry it. */
  carrying: ReadonlyMap<string, readonly string[]>;
  /** What could be read, by path. Of a file that is not in it nobody knows what it says. */
  texts: ReadonlyMap<string, ProjectText>;
  /** Every text of the project is in `texts`: only then it can be said of all of them, or of none. */
  isWhole: boolean;
  brief: string;
}

export async function lookAt(requirement: Requirement, delivery: Delivery): Promise<LookedRequirement> {
  const { look, texts, isWhole, brief } = delivery;
  const { there: found, missing, untold } = await pathsOf(namedFiles(requirement.raw), look);
  const there = [...new Set([...found, ...pathsMarked(requirement.raw).filter((path) => texts.has(path))])];
  const none = { requirement, files: [], evidence: [], missing };
  if (missing.length > 0)
    return { ...none, lacks: `${missing.join(', ')} ${missing.length === 1 ? 'does' : 'do'} not exist` };
  const all = [...texts.values()];
  const tested = otherwiseTested(requirement.raw, all);
  if (tested !== null) return { ...none, lacks: tested };
  // What it names may be built by whoever gets it: other files that speak of it do not show that it is.
  if (there.length === 0 && untold.length > 0) return { ...none, lacks: null };
  const known = there.length > 0 ? there : wellKnown(requirement.raw, all);
  const pages = known.length > 0 ? null : everyPage(requirement.raw, all);
  if (pages !== null) return { ...none, files: isWhole ? pages.pages : [], lacks: pages.lacks };
  const few = known.length > 0 ? null : fewerFiles(requirement.raw, texts.keys());
  if (few !== null) return { ...none, lacks: isWhole ? few : null };
  if (known.length === 0) return unnamed(requirement, delivery);
  const read = known.flatMap((path) => texts.get(path) ?? []);
  const lack = placeholderAmong(requirement, read);
  if (lack !== null) return { ...none, ...lack };
  const against = contraryAmong(requirement, read);
  if (against !== null) return { ...none, ...against };
  const broken =
    brokenProperty(requirement.raw, read, all) ??
    otherLanguage(requirement.raw, read) ??
    missingContents(requirement.raw, read, brief) ??
    brokenPromise(requirement.raw, read, all) ??
    otherwise(requirement, read, all, brief);
  if (broken !== null) return { ...none, lacks: broken };
  const isProved =
    untold.length === 0 &&
    read.length === known.length &&
    !isToldByCommentsAlone(requirement.raw, read) &&
    !onlyRestates(read, brief);
  return { ...none, files: isProved ? known : [], lacks: null };
}

/** A program with its arguments; package.json has the same words, and proves nothing. */
const RUNS =
  /^(?:\.{0,2}\/\S+|node|npm|npx|pnpm|yarn|bun|deno|python3?|pytest|ruby|php|perl|make|cargo|go|bash|sh)\s/;

/** The sentence that denies or postpones it, as its evidence. */
function contraryAmong(
  { raw }: Requirement,
  read: readonly ProjectText[],
  program: readonly ProjectText[] = [],
): Pick<LookedRequirement, 'lacks' | 'evidence'> | null {
  const found = deniedOrPutOff(raw, read, program);
  if (found === null) return null;
  const { path, line, text } = found;
  const quote = text.slice(0, 300);
  return {
    lacks: `${path} only says "${text.slice(0, 120)}"`,
    evidence: [{ kind: 'file', ref: path, line, quote }],
  };
}

/** Files that have a name in every project. */
function wellKnown(raw: string, all: readonly ProjectText[]): string[] {
  const names: readonly string[] =
    raw.match(/(?<![\p{L}\p{N}_])(?:README|CHANGELOG)(?![\p{L}\p{N}_])/gu) ?? [];
  return all
    .map(({ path }) => path)
    .filter((path) => names.includes((path.split('/').at(-1) ?? '').replace(/\.\w+$/, '')));
}

/** What a requirement says, in lists, figures, choices and of rows, that its files say otherwise or not at all. */
function otherwise(
  { raw }: Requirement,
  scope: readonly ProjectText[],
  all: readonly ProjectText[],
  brief: string,
  // Where the files are guessed by their words, only what no delivered file speaks of is missing.
  reach: readonly ProjectText[] = scope,
): string | null {
  const listed = missingOfList(raw, scope);
  const files = scope.map(({ path }) => path).join(', ');
  return (
    whatIsRuledOut(raw, scope) ??
    otherFigure(raw, scope, all) ??
    otherFigureSaid(raw, scope) ??
    otherConstant(raw, scope) ??
    missingLiteral(raw, all) ??
    missingOfSpan(raw, scope) ??
    missingColumn(raw, scope, all) ??
    emptyCell(raw, scope) ??
    skippedTest(scope) ??
    brokenRow(raw, scope) ??
    otherLength(raw, scope) ??
    otherChoice(raw, scope) ??
    missingQuote(raw, scope, all) ??
    ignoredParameter(raw, scope) ??
    (listed === null
      ? null
      : `${files} has ${listed.all.length - listed.gone.length} of ${listed.all.length}, without ${listed.gone.join(', ')}`) ??
    textLacks(raw, scope, brief) ??
    silentParts(raw, reach, all, brief)
  );
}

/** Words a program shall show or take, which no part of it has. */
function missingQuote(
  raw: string,
  scope: readonly ProjectText[],
  all: readonly ProjectText[],
): string | null {
  const program = scope.filter(({ path }) => isCode(path));
  if (program.length === 0) return null;
  const gone = quotedIn(raw).find((quote) => {
    const words = wordsSaid(quote).filter((word) => /\p{L}/u.test(word));
    return words.length > 0 && !words.every((word) => isSaid(word, all));
  });
  return gone === undefined ? null : `${program.map(({ path }) => path).join(', ')} has no "${gone}"`;
}

/** "on Windows" in the brief, "on a Mac" in the file. */
function otherChoice(raw: string, scope: readonly ProjectText[]): string | null {
  const asked = chosenIn(raw);
  for (const { path, text } of scope)
    for (const { family, member, shown } of chosenIn(text)) {
      const wanted = asked.find((one) => one.family === family && one.member !== member);
      if (wanted !== undefined) return `${path} has the ${family} ${shown}, and ${wanted.shown} is asked for`;
    }
  return null;
}

function placeholderAmong(
  { raw }: Requirement,
  read: readonly ProjectText[],
): Pick<LookedRequirement, 'lacks' | 'evidence'> | null {
  for (const { path, text } of read) {
    const lack = placeholderIn(path, text) ?? namedStub(raw, path, text) ?? idleTest(path, text);
    if (lack === null) continue;
    const quote = (text.split('\n')[lack.line - 1] ?? '').trim().slice(0, 300);
    const at: EvidenceRef = { kind: 'file', ref: path, line: lack.line, ...(quote !== '' && { quote }) };
    return { lacks: `${path} ${lack.reason}`, evidence: text.trim() === '' ? [] : [at] };
  }
  return null;
}

/** Other functions of the file may well be done; the one that is asked for is not. */
function namedStub(raw: string, path: string, text: string): { line: number; reason: string } | null {
  if (!isCode(path)) return null;
  const names = [...raw.matchAll(/`([A-Za-z_$][\w$]*)(?:\([^`]*\))?`/g)].map(([, name = '']) => name);
  const stub = functionsIn(path, text).find(({ name, lacks }) => lacks !== null && names.includes(name));
  return stub === undefined
    ? null
    : { line: stub.line, reason: `has only a stub of ${stub.name}: ${stub.lacks}` };
}

/** A file of tests that would pass whatever the program does. */
function idleTest(path: string, text: string): { line: number; reason: string } | null {
  const line = onlyConstants({ path, text });
  return line === null ? null : { line, reason: 'asserts nothing about the program' };
}

/** No file is named: what its paragraph names, carries its identifier, or speaks of the same, may meet it. */
async function unnamed(
  requirement: Requirement,
  { look, carrying: carriers, texts, isWhole, brief }: Delivery,
): Promise<LookedRequirement> {
  const none = { requirement, files: [], lacks: null, evidence: [], missing: [] };
  const all = [...texts.values()];
  const property = brokenProperty(requirement.raw, [], all);
  if (property !== null) return { ...none, lacks: property };
  const near = await pathsOf(namedFiles(requirement.paragraph ?? ''), look);
  const carrying = near.there.length > 0 ? near.there : (carriers.get(requirement.id) ?? []);
  const read = carrying.flatMap((path) => texts.get(path) ?? []);
  const done = read.filter(({ path, text }) => placeholderIn(path, text) === null).map(({ path }) => path);
  if (done.length > 0) {
    const own = read.filter(({ path }) => done.includes(path));
    const against = contraryAmong(requirement, own, all);
    if (against !== null) return { ...none, ...against };
    const broken = otherwise(requirement, own, all, brief);
    if (broken !== null) return { ...none, lacks: broken };
    const isProved = !isToldByCommentsAlone(requirement.raw, own) && !onlyRestates(own, brief);
    return isProved ? { ...none, files: done } : none;
  }
  if (carrying.length > 0) {
    // The sentence that names the file says what is wrong with it; this one is not met by it either.
    if (near.there.length > 0) return none;
    const lack = placeholderAmong(requirement, read);
    return { ...none, lacks: lack?.lacks ?? null, evidence: lack?.evidence ?? [] };
  }
  // What a command shall prove is proved by running it.
  const isCommand = [...requirement.raw.matchAll(/`([^`\n]+)`/g)].some(
    ([, span = '']) =>
      /\S\s+\S/.test(span) &&
      (RUNS.test(span) || !all.some(({ path, text }) => !isTest(path) && text.includes(span))),
  );
  // What is run with it may leave some of it out.
  if (isCommand)
    return { ...none, lacks: isWhole && ASKS_FOR_TESTS.test(requirement.text) ? skippedTest(all) : null };
  const quoting = filesQuoting(requirement, all);
  if (quoting.length > 0) return { ...none, files: quoting };
  const showing = isOnlyDenial(requirement.text) ? [] : filesShowing(requirement, all);
  if (showing.length > 0) {
    const against = contraryAmong(requirement, showing, all);
    if (against !== null) return { ...none, ...against };
    const isProved = !isToldByCommentsAlone(requirement.raw, showing) && !onlyRestates(showing, brief);
    return isProved ? { ...none, files: showing.map(({ path }) => path) } : none;
  }
  const literal = missingLiteral(requirement.raw, all) ?? (isWhole ? absentName(requirement.raw, all) : null);
  if (literal !== null) return { ...none, lacks: literal };
  if (isOnlyDenial(requirement.text)) {
    const broken = whatIsRuledOut(requirement.raw, all);
    // Everything was looked through: that is what it is kept by.
    return broken === null
      ? { ...none, files: isWhole ? all.slice(0, MOST_RELATED).map(({ path }) => path) : [] }
      : { ...none, lacks: broken };
  }
  const related = relatedTo(requirement, all);
  if (related.length === 0) {
    // "Each section has numbered steps" is seen, and not said.
    const formed = all.filter((file) => !isTest(file.path) && isShownByForm(requirement.text, [file]));
    return isWhole && formed.length > 0 && !onlyRestates(formed, brief)
      ? { ...none, files: formed.slice(0, MOST_RELATED).map(({ path }) => path) }
      : none;
  }
  const other = brokenProperty(requirement.raw, related, all);
  if (other !== null) return { ...none, lacks: other };
  const lack = related.map((file) => placeholderAmong(requirement, [file])).find((one) => one !== null);
  if (lack != null && related.length === 1) return { ...none, ...lack };
  const against = contraryAmong(requirement, related, all);
  if (against !== null) return { ...none, ...against };
  const broken = otherwise(requirement, related, all, brief, [
    ...new Set([...related, ...all.filter(({ path }) => !isTest(path))]),
  ]);
  if (broken !== null) return { ...none, lacks: broken };
  const isProved = !isToldByCommentsAlone(requirement.raw, related) && !onlyRestates(related, brief);
  return isProved ? { ...none, files: related.map(({ path }) => path) } : none;
}

const ASKS_FOR_TESTS =
  /(?<!\p{L})(?:unit|integration)?-?tests?(?!\p{L})|(?<!\p{L})pruebas|(?<!\p{L})testes?(?!\p{L})|テスト|测试|測試/iu;

/** Files that have, word for word, what the requirement quotes. */
function filesQuoting({ raw }: Requirement, all: readonly ProjectText[]): string[] {
  const quoted = quotedIn(raw);
  if (quoted.length === 0) return [];
  return all
    .filter(({ path, text }) => !isTest(path) && quoted.every((one) => text.includes(one)))
    .map(({ path }) => path);
}

const MOST_RELATED = 3;
/** So much of the best that speaks of it, and so much of what the requirement says. */
const SHARE_OF_BEST = 0.7;
const SHARE_OF_WORDS = 0.34;
const FEWEST_SHARED = 2;
/** Where one document is all there is, a word in it that the requirement has is spoken of what is asked for. */
const SHARE_OF_ONE = 0.3;

/** Files that speak of what the requirement speaks of, by words that few files have. */
function relatedTo({ text }: Requirement, all: readonly ProjectText[]): ProjectText[] {
  const said = [...new Set(wordsSaid(text).filter((word) => /\p{L}/u.test(word)))];
  // How it shall be told, "a paragraph of 60 words explains", is no word of what is told.
  const own = said.filter((word) => !isWeak(word));
  const related = speakingOf(said, all);
  return related.length > 0 || own.length === 0 ? related : speakingOf(own, all);
}

function speakingOf(words: readonly string[], all: readonly ProjectText[]): ProjectText[] {
  const files = all.filter(({ path }) => !isTest(path));
  const weights = words.map((word) => {
    const count = files.filter((file) => isSaid(word, [file])).length;
    return count === 0 ? 0 : Math.log(1 + files.length / count);
  });
  const ranked = files
    .map((file) => {
      const isThere = words.map((word) => isSaid(word, [file]));
      return {
        file,
        shared: isThere.filter(Boolean).length,
        score: isThere.reduce((sum, one, index) => sum + (one ? (weights[index] ?? 0) : 0), 0),
      };
    })
    .filter(({ shared }) =>
      files.length === 1
        ? shared > 0 && shared / words.length >= SHARE_OF_ONE
        : shared >= Math.min(FEWEST_SHARED, words.length) && shared / words.length >= SHARE_OF_WORDS,
    )
    .toSorted((one, other) => other.score - one.score);
  const best = ranked[0]?.score ?? 0;
  return ranked
    .filter(({ score }) => score >= SHARE_OF_BEST * best)
    .slice(0, MOST_RELATED)
    .map(({ file }) => file);
}
