/** One requirement over what was delivered: which files meet it, or why none does. */
import type { EvidenceRef } from '@design-jury/contracts/convergence/schema';
import { namedFiles } from '../brief.ts';
import type { PlanLook } from '../offline-plan.ts';
import type { ProjectText } from '../project-texts.ts';
import type { Requirement } from '../requirements.ts';
import { stemsOf } from '../words.ts';
import { missingContents } from './contents.ts';
import { functionsIn } from './functions.ts';
import { isCode, isTest, placeholderIn } from './placeholder.ts';
import { brokenPromise } from './promises.ts';

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

/** A text that shares so many of its words with a requirement that names no file is about it. */
const SHARED_WORDS = 0.6;
const FEWEST_SHARED = 3;

export async function lookAt(
  requirement: Requirement,
  look: PlanLook,
  carrying: ReadonlyMap<string, readonly string[]>,
  texts: ReadonlyMap<string, ProjectText>,
  brief: string,
): Promise<LookedRequirement> {
  const paths = namedFiles(requirement.raw);
  const there: string[] = [];
  const missing: string[] = [];
  for (const path of paths) {
    const state = await look.hasPath(path);
    const near = state === false ? await look.near(path) : null;
    if (state === false && near === null) missing.push(path);
    else there.push(near ?? path.replace(/^\.\//, ''));
  }
  const none = { requirement, files: [], evidence: [], missing };
  if (missing.length > 0)
    return { ...none, lacks: `${missing.join(', ')} ${missing.length === 1 ? 'does' : 'do'} not exist` };
  if (paths.length === 0) return unnamed(requirement, carrying.get(requirement.id) ?? [], texts);
  const read = there.flatMap((path) => texts.get(path) ?? []);
  const lack = placeholderAmong(requirement, read);
  if (lack !== null) return { ...none, ...lack };
  const broken =
    missingContents(requirement.raw, read, brief) ??
    brokenPromise(requirement.raw, read, [...texts.values()]);
  return broken === null ? { ...none, files: there, lacks: null } : { ...none, lacks: broken };
}

function placeholderAmong(
  { raw }: Requirement,
  read: readonly ProjectText[],
): Pick<LookedRequirement, 'lacks' | 'evidence'> | null {
  for (const { path, text } of read) {
    const lack = placeholderIn(path, text) ?? namedStub(raw, path, text);
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

/** No file is named: what carries its identifier, or speaks of the same, may meet it. */
function unnamed(
  requirement: Requirement,
  carrying: readonly string[],
  texts: ReadonlyMap<string, ProjectText>,
): LookedRequirement {
  const none = { requirement, files: [], lacks: null, evidence: [], missing: [] };
  const done = carrying.filter((path) => {
    const text = texts.get(path)?.text;
    return text === undefined || placeholderIn(path, text) === null;
  });
  if (done.length > 0) return { ...none, files: done };
  const [first] = carrying;
  if (first !== undefined) {
    const lack = placeholderAmong(
      requirement,
      carrying.flatMap((path) => texts.get(path) ?? []),
    );
    return { ...none, lacks: lack?.lacks ?? null, evidence: lack?.evidence ?? [] };
  }
  // What a command shall prove is proved by running it.
  const isCommand = /`[^`\n]+ [^`\n]+`/.test(requirement.raw);
  return { ...none, files: isCommand ? [] : aboutTheSame(requirement, texts) };
}

const STEMS = new WeakMap<ProjectText, Set<string>>();

function stemsIn(text: ProjectText): Set<string> {
  const known = STEMS.get(text) ?? stemsOf(text.text);
  STEMS.set(text, known);
  return known;
}

function aboutTheSame({ text }: Requirement, texts: ReadonlyMap<string, ProjectText>): string[] {
  const stems = [...stemsOf(text)];
  if (stems.length < FEWEST_SHARED) return [];
  const ranked = [...texts.values()]
    .map((own) => {
      const said = stemsIn(own);
      return { own, shared: stems.filter((stem) => said.has(stem)).length };
    })
    .filter(({ shared }) => shared >= FEWEST_SHARED && shared / stems.length >= SHARED_WORDS)
    .filter(({ own }) => !isTest(own.path) && !isPlaceholder(own))
    .toSorted((one, other) => other.shared - one.shared);
  return ranked.slice(0, 1).map(({ own }) => own.path);
}

const PLACEHOLDERS = new WeakMap<ProjectText, boolean>();

/** Asked of the same file for many requirements. */
function isPlaceholder(text: ProjectText): boolean {
  const known = PLACEHOLDERS.get(text) ?? placeholderIn(text.path, text.text) !== null;
  PLACEHOLDERS.set(text, known);
  return known;
}
