/** What can be found in a task without a model: cited things that are not there, commands that fail, what each requirement names. */
import type { EvidenceRef, TaskPhase } from '@design-jury/contracts/convergence/schema';
import { readDocument } from '../documents/document.ts';
import { anyOf } from '../documents/language/patterns.ts';
import { namedFiles } from './brief.ts';
import { provingCommands } from './brief-commands.ts';
import type { RawQuestion } from './clarifications.ts';
import type { CommandEnd } from './commands.ts';
import { isBehaviour, isTested } from './delivered/behaviour.ts';
import { exampleIn, isExampleTested } from './delivered/example-calls.ts';
import { pathsMarked, pathsOf } from './delivered/named-paths.ts';
import { ranNoTest } from './delivered/no-tests.ts';
import { type Delivery, type LookedRequirement, lookAt } from './delivered/requirement-look.ts';
import type { Contradiction } from './facts/contradiction.ts';
import { type Comparison, sureOnes } from './facts/contradictions.ts';
import type { RawFinding } from './grouping.ts';

import type { PlanLook } from './offline-plan.ts';
import { isMaking } from './plan-faults.ts';
import { type ProjectText, readTexts } from './project-texts.ts';
import type { CoverageClaim } from './requirements.ts';

import { asWritten } from './wording.ts';
import type { TaskMaterial } from './worker.ts';

type Found = Omit<RawFinding, 'worker'>;

export interface AnalysisTools {
  /** In the project, without a shell. */
  run(command: string): Promise<CommandEnd>;
  /** What the files of the project say against each other. */
  compare(): Promise<Comparison>;
}

/** Phases that ask what the project says; the others ask what it does. */
const COMPARED: readonly TaskPhase[] = ['requirements-discovery', 'error-analysis', 'release-handoff'];
const NOTHING_COMPARED: Comparison = { contradictions: [], looked: 0 };

/** A brief that says that something goes wrong, in the words people report it with. */
const REPORTED = anyOf(
  "crash*|fail(?:s|ed|ing|ure|ures)?|errors?|exceptions?|broken|breaks?|wrong(?:ly)?|bugs?|hangs?|freez(?:es?|ing)|timeouts?|times out|slow|lost|missing|does ?n[o’']t work|stopped working|corrupt*|duplicate[sd]?|leak*",
  'abst(?:urz|ürz)\\p{L}*|fehler*|schlägt fehl|kaputt|falsch*|hängt|langsam|verloren|fehlt|funktioniert nicht|doppelt',
  'plant(?:e|age)|erreurs?|échou*|échec|cassée?|faux|fausse|lente?|perdu*|manque*|ne (?:marche|fonctionne) (?:pas|plus)',
  'fall(?:a|o|os|an)|error(?:es)?|rot[oa]|incorrect[oa]s?|lent[oa]|perdid[oa]s?|no funciona|falh(?:a|ou|as)|erros?|errad[oa]|quebrad[oa]|não funciona|errore|rott[oa]|sbagliat[oa]|non funziona|fout(?:en)?|kapot|werkt niet|traag',
  '落ち|失敗|エラー|不具合|障害|壊れ|動かない|遅い|崩溃|失败|错误|故障|오류|실패|고장',
);

const CITED = /`((?:\.{1,2}\/)?(?:[\w.@-]+\/)+[\w.@-]+\.[a-z][a-z0-9]{0,5})(?::(\d+))?`/gi;
export interface OfflineAnalysis {
  findings: Found[];
  questions: RawQuestion[];
  coverage: CoverageClaim[];
  /** Requirements, commands and comparisons there were. */
  looked: number;
  unproved?: string[];
}

export async function analyseOffline(
  task: TaskMaterial,
  look: PlanLook,
  tools: AnalysisTools,
): Promise<OfflineAnalysis> {
  if (!isDelivered(task.phase)) {
    const open = openPlaces(task);
    // What a plan cites is the gate's to say, item by item.
    const missing = task.isPlanOnly ? [] : await missingPaths(task, look, new Set());
    const compared = COMPARED.includes(task.phase) ? await tools.compare() : NOTHING_COMPARED;
    const findings = [
      ...missing,
      ...open.map((place) => asFinding(place, task)),
      ...sureOnes(compared).map(asContradiction),
    ];
    // Somebody reports that something is wrong. Not to have seen it is no answer, however much was read.
    const isUnexplained =
      task.phase === 'error-analysis' && findings.length === 0 && REPORTED.test(task.brief);
    return {
      findings,
      questions: open.map((place) => asQuestion(place, task)),
      coverage: [],
      looked: isUnexplained ? 0 : open.length + missing.length + compared.looked,
    };
  }
  const named = await look.naming(task.requirements.map(({ id }) => id).filter(isIdentifier));
  const cited = task.requirements.flatMap(({ raw, paragraph = '' }) => namedFiles(`${raw}\n${paragraph}`));
  const { there } = await pathsOf([...new Set(cited)], look);
  const marked = task.requirements.flatMap(({ raw }) => pathsMarked(raw));
  const read = await readTexts(task.project, [...there, ...[...named.values()].flat(), ...marked]);
  // The brief may lie in the project: what asks for something does not deliver it.
  const isBrief = ({ text }: ProjectText): boolean => text.trim() === task.brief.trim();
  const briefs = new Set(read.texts.filter(isBrief).map(({ path }) => path));
  const texts = read.texts.filter(({ path }) => !briefs.has(path));
  const delivery: Delivery = {
    look,
    carrying: new Map([...named].map(([id, paths]) => [id, paths.filter((path) => !briefs.has(path))])),
    texts: new Map(texts.map((text) => [text.path, text])),
    isWhole: read.left === 0,
    brief: task.brief,
  };
  const requirements = await Promise.all(task.requirements.map((one) => lookAt(one, delivery)));
  const undelivered = requirements.filter(({ lacks }) => lacks !== null);
  const said = new Set(undelivered.flatMap(({ missing }) => missing));
  const commands = await runCommands(task, tools);
  return {
    findings: [
      ...undelivered.map(notDelivered),
      ...(await missingPaths(task, look, said)),
      ...commands.filter(({ code }) => code !== 0).map((command) => failed(command, task)),
    ],
    questions: [],
    coverage: [...requirements.flatMap(coveredByFiles), ...coveredByCommand(task, commands)],
    looked: task.requirements.length + commands.length,
    unproved: unprovedOf(requirements, commands, delivery),
  };
}

/** Each missing path is said once, however often it is cited. What is to be made may well not be there. */
async function missingPaths(
  { brief }: TaskMaterial,
  look: PlanLook,
  said: ReadonlySet<string>,
): Promise<Found[]> {
  const found: Found[] = [];
  const seen = new Set(said);
  const lines = brief.split('\n');
  for (const { start, end, line } of readDocument(brief).statements) {
    const text = brief.slice(start, end);
    const makes = isMaking(text);
    for (const { 1: path = '', index } of text.matchAll(CITED)) {
      if (seen.has(path)) continue;
      seen.add(path);
      if (makes || (await look.hasPath(path)) !== false || (await look.near(path)) !== null) continue;
      const at = line + text.slice(0, index).split('\n').length - 1;
      found.push({
        key: `missing|${path}`,
        claim: `The brief cites ${path}, which does not exist in the project.`,
        evidence: [briefLine(at, lines[at - 1] ?? text)],
        tickets: [],
      });
    }
  }
  return found;
}

function asContradiction({ key, claim, places }: Contradiction): Found {
  return { key, claim, evidence: places.map(asEvidence), tickets: [] };
}

export function asEvidence({ path, line, quote }: Contradiction['places'][number]): EvidenceRef {
  return { kind: 'file', ref: path, line, ...(quote !== '' && { quote }) };
}

interface OpenPlace {
  line: number;
  text: string;
}

/** Marks of what is not decided: as people write them, not as code names them. */
const OPEN =
  /\b(?:TODO|TBD|FIXME)\b|\?\?\?|\b(?:is|are|remains?|still|yet) to be (?:defined|decided|determined|specified)\b/;

function openPlaces({ brief }: TaskMaterial): OpenPlace[] {
  return readDocument(brief)
    .statements.filter(({ prose }) => OPEN.test(prose))
    .map(({ line, text }) => ({ line, text: asWritten(text) }));
}

function asFinding({ line, text }: OpenPlace, { isPlanOnly }: TaskMaterial): Found {
  return {
    key: `open|${line}`,
    claim: `The ${isPlanOnly ? 'plan' : 'brief'} leaves something open on line ${line}: ${text.slice(0, 200)}`,
    evidence: [briefLine(line, text)],
    tickets: [],
  };
}

/** A plan for what is not decided cannot be right: in planning it blocks the approval. */
function asQuestion({ line, text }: OpenPlace, { phase, isPlanOnly }: TaskMaterial): RawQuestion {
  return {
    kind: 'decision',
    statement: `Line ${line} of the ${isPlanOnly ? 'plan' : 'brief'} is open: ${text.slice(0, 300)}`,
    evidenceChecked: `${isPlanOnly ? 'plan' : 'brief'}:${line}`,
    expectedForm: 'the decision, in one sentence',
    blocksApproval: phase === 'implementation-planning',
  };
}

/** Phases in which something is there to be run. */
export function isDelivered(phase: TaskPhase): boolean {
  return phase === 'final-verification' || phase === 'implementation';
}

async function runCommands({ brief }: TaskMaterial, { run }: AnalysisTools): Promise<RanCommand[]> {
  const ran: RanCommand[] = [];
  for (const command of provingCommands(brief)) ran.push({ command, ...(await run(command)) });
  return ran;
}

interface RanCommand extends CommandEnd {
  command: string;
}

function failed({ command, code, tail, isAbsent }: RanCommand, { requirements }: TaskMaterial): Found {
  const demanded = requirements.filter(({ raw }) => raw.includes(`\`${command}\``));
  return {
    key: `command|${command}`,
    claim: isAbsent
      ? `${command} cannot be run: the program is not here.`
      : `${command} ends with ${code ?? 'a signal'}.`,
    evidence: [
      { kind: 'command', ref: command, quote: tail.slice(-1_000) },
      ...demanded.map(({ line, text }) => briefLine(line, text)),
    ],
    tickets: [],
  };
}

function coveredByFiles({ requirement: { id }, files }: LookedRequirement): CoverageClaim[] {
  return files.map((ref) => ({ requirement: id, artifact: { kind: 'file' as const, ref } }));
}

/** A requirement that names a command is met by the command when it ends well, and had something to test. */
function coveredByCommand({ requirements }: TaskMaterial, ran: readonly RanCommand[]): CoverageClaim[] {
  return requirements.flatMap(({ id, raw }) =>
    ran
      .filter(
        ({ code, command, tail }) =>
          code === 0 && !ranNoTest(command, tail) && raw.includes(`\`${command}\``),
      )
      .map(({ command }) => ({ requirement: id, artifact: { kind: 'command' as const, ref: command } })),
  );
}

/** What a program shall do is shown by tests that ran and speak of it, not by its file. */
function unprovedOf(
  requirements: readonly LookedRequirement[],
  ran: readonly RanCommand[],
  { texts }: Delivery,
): string[] {
  const all = [...texts.values()];
  const hasTests = ran.some(({ code, command, tail }) => code === 0 && !ranNoTest(command, tail));
  return requirements
    .filter(({ requirement, files }) =>
      exampleIn(requirement.raw) !== null
        ? !hasTests || !isExampleTested(requirement.raw, all)
        : isBehaviour(requirement, files) && (!hasTests || !isTested(requirement, all)),
    )
    .map(({ requirement: { id } }) => id);
}

/** `LATE-7.1` may be looked for; `line 12` is no name of its own. */
function isIdentifier(id: string): boolean {
  return /\d/.test(id) && !/\s/.test(id);
}

function notDelivered({ requirement: { id, line, text }, lacks, evidence }: LookedRequirement): Found {
  return {
    // Sentences about two requirements differ in few words.
    key: `undelivered|${id}|${line}`,
    claim: `The requirement ${id} is not delivered: ${lacks}.`,
    evidence: [briefLine(line, text), ...evidence],
    tickets: [],
  };
}

function briefLine(line: number, text: string): EvidenceRef {
  return { kind: 'requirement', ref: 'brief', line, quote: text.trim().slice(0, 300) };
}
