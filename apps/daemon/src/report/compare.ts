/** What a change does to files, from two results of the same engine: faults that are new, fixed and unchanged. Pure. */
import type { CheckedFile, CheckFault, CheckResult, CheckVerdict } from './check-result.ts';

export interface ComparedFile {
  file: string;
  /** Null where the file is new. */
  was: CheckVerdict | null;
  now: CheckVerdict;
  new: CheckFault[];
  fixed: CheckFault[];
  unchanged: number;
}

export interface Comparison {
  new: number;
  fixed: number;
  unchanged: number;
  files: ComparedFile[];
}

/** A fault is the same where file and id are: an id names rule and element, not line or wording. */
export function compareChecks(before: CheckResult, after: CheckResult): Comparison {
  const old = new Map(before.files.map((file) => [file.file, file]));
  const files = after.files.map((file) => compareFile(old.get(file.file) ?? null, file));
  const sum = (count: (file: ComparedFile) => number): number =>
    files.reduce((total, file) => total + count(file), 0);
  return {
    new: sum((file) => file.new.length),
    fixed: sum((file) => file.fixed.length),
    unchanged: sum((file) => file.unchanged),
    files,
  };
}

function compareFile(before: CheckedFile | null, after: CheckedFile): ComparedFile {
  const [was, now] = [openOf(before), openOf(after)];
  // What was not judged on one side says nothing of what is fixed or new.
  const isJudged = before === null || (isVerdict(before.verdict) && isVerdict(after.verdict));
  const fresh = [...now.values()].filter(({ id }) => !was.has(id));
  const gone = [...was.values()].filter(({ id }) => !now.has(id));
  return {
    file: after.file,
    was: before?.verdict ?? null,
    now: after.verdict,
    new: isJudged ? fresh : [],
    fixed: isJudged ? gone : [],
    unchanged: now.size - fresh.length,
  };
}

function isVerdict(verdict: CheckVerdict): boolean {
  return verdict === 'passes' || verdict === 'fails';
}

function openOf(file: CheckedFile | null): Map<string, CheckFault> {
  const open = (file?.faults ?? []).filter(({ standing }) => standing === 'open');
  return new Map(open.map((fault) => [fault.id, fault]));
}
