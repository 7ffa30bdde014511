/**
 * What `jury check` comes to: one function makes it from what the panel said of each file, and every format (text,
 * JSON, JUnit, SARIF, exit code) only renders it. Pure.
 */
import { EXIT, type ExitCode, exitOf, worstExit } from '@design-jury/contracts/exit-codes';
import type { MustFix, MustFixSeverity, PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { NOTHING_KNOWN, type TrustLine } from '@design-jury/contracts/trust/line';
import type { UnlockSet } from '@design-jury/contracts/trust/unlock';
import { clean } from './clean.ts';
import type { Comparison } from './compare.ts';
import { finalComposite, finalRound, noVoteOf, openOf } from './ending.ts';
import { fingerprintOf, type Gate } from './gate.ts';
import { whyNoneLine } from './result.ts';
import { count, ended, mustFixes, threshold as thresholdWord } from './words.ts';

export type CheckVerdict = 'passes' | 'fails' | 'inconclusive' | 'waits' | 'interrupted' | 'refused';

const EVIDENCE_LINE = /\bline (\d{1,7})\b/;

export interface CheckFault {
  /** The same for the same fault in every run: what a suppression, a baseline or `--apply` names. */
  id: string;
  rule: string;
  role: PanelistRole;
  severity: MustFixSeverity;
  text: string;
  /** 1-based, in the file. */
  line: number;
  target: string | null;
  evidence: string | null;
  /** `open` gates; the others were accepted, and say how. */
  standing: 'open' | 'known' | 'suppressed';
  /** Why it was suppressed. */
  reason: string | null;
}

/** What lowers a score without holding the file back. */
export interface CheckNote {
  role: PanelistRole;
  dim: string;
  score: number;
  /** What was counted, and the first place of each. */
  text: string;
  /** 1-based, of the first place; null where the note names none. */
  line: number | null;
}

export interface CheckedFile {
  file: string;
  verdict: CheckVerdict;
  /** The verdict in a sentence. */
  summary: string;
  composite: number | null;
  threshold: number | null;
  /** Faults that are open and not accepted. */
  mustFix: number;
  /** Roles that had nothing to judge in it. */
  noVote: PanelistRole[];
  faults: CheckFault[];
  notes: CheckNote[];
  /** The least that would make it pass; null where it passes, and without a verdict. */
  unlock: UnlockSet | null;
  /** How far the verdict can be believed. */
  trust: TrustLine;
  remarks: string[];
  durationMs: number;
  exit: ExitCode;
}

/** What a pull request changes about the rules it is judged by. */
export interface RuleChange {
  file: string;
  change: 'changed' | 'added' | 'removed';
}

export interface CheckResult {
  /** The first line a person reads. */
  summary: string;
  verdict: CheckVerdict;
  exit: ExitCode;
  /** Null: by the rules that lie beside the files. */
  base: { ref: string; commit: string; changes: RuleChange[] } | null;
  files: CheckedFile[];
  /** What changed against another state of the same files; absent where none was named. */
  against?: Comparison;
}

export type CheckInput = { file: string } & (
  | {
      kind: 'judged';
      state: CritiqueState;
      gate: Gate;
      durationMs: number;
      waits: boolean;
      unlock?: UnlockSet | null;
      trust?: TrustLine;
      /** Within the noise floor of the threshold, and held to be no verdict. */
      isNoise?: boolean;
      /** A check of a must-fix of the past fails. */
      isBroken?: boolean;
    }
  | { kind: 'refused'; message: string; exit: ExitCode }
);

export function checkResult(
  inputs: readonly CheckInput[],
  {
    base = null,
    stopped = false,
    unchangedSince = null,
  }: { base?: CheckResult['base']; stopped?: boolean; unchangedSince?: string | null } = {},
): CheckResult {
  if (inputs.length === 0 && unchangedSince !== null && !stopped)
    return {
      summary: `No page changed since ${clean(unchangedSince)}.`,
      verdict: 'passes',
      exit: EXIT.ships,
      base,
      files: [],
    };
  const files = inputs.map(checkedFile);
  const exits = files.map(({ exit }) => exit);
  // A list that was cut, or is empty, has proved nothing.
  const exit = stopped ? EXIT.interrupted : files.length === 0 ? EXIT.inconclusive : worstExit(exits);
  const verdict = verdictOf(exit);
  return { summary: summaryOf(files, verdict, base), verdict, exit, base, files };
}

function checkedFile(input: CheckInput): CheckedFile {
  const { file } = input;
  if (input.kind === 'refused')
    return {
      file,
      verdict: verdictOf(input.exit),
      summary: input.message,
      composite: null,
      threshold: null,
      mustFix: 0,
      noVote: [],
      faults: [],
      notes: [],
      unlock: null,
      trust: NOTHING_KNOWN,
      remarks: [],
      durationMs: 0,
      exit: input.exit,
    };
  const { state, gate, durationMs, waits } = input;
  const exit =
    input.isNoise === true
      ? EXIT.inconclusive
      : gate.passes
        ? input.isBroken === true
          ? EXIT.doesNotShip
          : EXIT.ships
        : waits
          ? EXIT.waitsForAnswer
          : exitOf({ protocol: 'theater', status: state.phase });
  const verdict = verdictOf(exit);
  const isVerdict = verdict === 'passes' || verdict === 'fails';
  const composite = isVerdict ? finalComposite(state) : null;
  const threshold = state.phase === 'idle' ? null : state.threshold;
  const mustFix = gate.fresh.length;
  const why = isVerdict ? whySo(composite, threshold, gate) : whyNone(state);
  return {
    file,
    verdict,
    summary: `${VERDICT_WORDS[verdict]}: ${why}`,
    composite,
    threshold,
    mustFix,
    noVote: noVoteOf(state).map(({ role }) => role),
    faults: [
      ...gate.fresh.map((entry) => faultOf(entry, 'open', null)),
      ...gate.known.map((entry) => faultOf(entry, 'known', null)),
      ...gate.suppressed.map(({ mustFix: entry, reason }) => faultOf(entry, 'suppressed', reason)),
    ],
    notes: notesOf(state),
    unlock: input.unlock ?? null,
    trust: input.trust ?? NOTHING_KNOWN,
    remarks: [...gate.remarks, ...openOf(state).map((question) => `Open: ${question}`)],
    durationMs,
    exit,
  };
}

/** A page may pass below the threshold: what holds it down was accepted, and is named as that. */
function whySo(composite: number | null, threshold: number | null, gate: Gate): string {
  const scored = composite === null ? 'no composite' : `composite ${composite.toFixed(2)}`;
  const open = `${mustFixes(gate.fresh.length)} open`;
  const accepted = gate.known.length + gate.suppressed.length;
  const isBelow = composite !== null && threshold !== null && composite < threshold;
  return gate.passes && isBelow
    ? `${open}, ${mustFixes(accepted)} accepted; ${scored} with the accepted ones`
    : `${scored} of at least ${threshold === null ? '?' : thresholdWord(threshold)}, ${open}`;
}

function notesOf(state: CritiqueState): CheckNote[] {
  if (state.phase === 'idle') return [];
  const round = state.rounds.find(({ n }) => n === finalRound(state)) ?? state.rounds.at(-1);
  return (round?.panelists ?? []).flatMap(({ role, dims }) =>
    dims.flatMap(({ name: dim, score, note }): CheckNote[] => {
      if (score === null || score >= state.scale || note === '') return [];
      const line = EVIDENCE_LINE.exec(note)?.[1];
      return [{ role, dim, score, text: note, line: line === undefined ? null : Number(line) }];
    }),
  );
}

/** What there is to say of it without the name of the reason, where its sentence says enough. */
function whyNone(state: CritiqueState): string {
  if (state.phase === 'degraded' && state.reason === 'no_usable_vote') return state.message;
  return whyNoneLine(state) ?? 'it has no verdict';
}

const VERDICT_WORDS: Record<CheckVerdict, string> = {
  passes: 'passes',
  fails: 'does not pass',
  inconclusive: 'inconclusive',
  waits: 'waits for an answer',
  interrupted: 'interrupted',
  refused: 'not checked',
};

const OF_SEVERAL: Record<CheckVerdict, string> = {
  passes: 'pass',
  fails: 'do not pass',
  inconclusive: 'are inconclusive',
  waits: 'wait for an answer',
  interrupted: 'were interrupted',
  refused: 'were not checked',
};

/** What one file does, and what several do. */
export function verdictOfSome(verdict: CheckVerdict): { one: string; many: string } {
  const one = OF_SEVERAL[verdict].replace(/^are /, 'is ').replace(/^were /, 'was ');
  const isVerb = verdict === 'passes' || verdict === 'fails' || verdict === 'waits';
  return { one: isVerb ? VERDICT_WORDS[verdict] : one, many: OF_SEVERAL[verdict] };
}

export function verdictWord(verdict: CheckVerdict): string {
  return VERDICT_WORDS[verdict];
}

function verdictOf(exit: ExitCode): CheckVerdict {
  switch (exit) {
    case EXIT.ships:
      return 'passes';
    case EXIT.doesNotShip:
      return 'fails';
    case EXIT.usage:
      return 'refused';
    case EXIT.inconclusive:
      return 'inconclusive';
    case EXIT.waitsForAnswer:
      return 'waits';
    case EXIT.interrupted:
      return 'interrupted';
  }
}

function summaryOf(files: readonly CheckedFile[], verdict: CheckVerdict, base: CheckResult['base']): string {
  const told =
    base === null
      ? ''
      : base.changes.length === 0
        ? ` Judged by the rules of ${base.ref}.`
        : ` Judged by the rules of ${base.ref}; this change alters ${base.changes.map(({ file }) => file).join(', ')}.`;
  const [only, ...more] = files;
  if (only !== undefined && more.length === 0) return clean(`${only.file} ${ended(only.summary)}${told}`);
  const of = (wanted: CheckVerdict): number => files.filter((one) => one.verdict === wanted).length;
  const left = files.length - of('passes') - of('fails');
  const counts = `${of('passes')} pass, ${of('fails')} fail, ${left} without a verdict`;
  return clean(`${headline(files.length, of(verdict), verdict)}: ${counts}.${told}`);
}

/** One file decides over all of them, and is not all of them. */
function headline(all: number, some: number, verdict: CheckVerdict): string {
  if (some === all) return `${count(all, 'file')} ${OF_SEVERAL[verdict]}`;
  // Stopped between two files: none of them is what was interrupted.
  if (some === 0) return `The check ${verdictOfSome(verdict).one} after ${count(all, 'file')}`;
  const { one, many } = verdictOfSome(verdict);
  return `${some} of ${count(all, 'file')} ${some === 1 ? one : many}`;
}

function faultOf(entry: MustFix, standing: CheckFault['standing'], reason: string | null): CheckFault {
  const { id, role, severity, text, target, evidence } = entry;
  return {
    id: fingerprintOf(entry) ?? id,
    rule: ruleOf(entry),
    role,
    severity,
    text,
    line: Math.max(1, Number(EVIDENCE_LINE.exec(evidence ?? '')?.[1] ?? 1)),
    target,
    evidence,
    standing,
    reason,
  };
}

/** The audit that found it, where one did. */
function ruleOf({ id, witness, role, synthetic }: MustFix): string {
  if (witness !== null) return witness.audit;
  if (synthetic) return id.startsWith('lint-') ? 'lint' : 'vote';
  const at = id.indexOf('@');
  return at > 0 ? id.slice(0, at) : `${role}-must-fix`;
}
