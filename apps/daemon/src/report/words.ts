/** Numbers and statuses as people read them. Pure. */
import type { FailedCause, PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import { thresholdWord } from '../protocols/theater/judgement.ts';

export { decisionWord } from '../outcome-words.ts';

export function score(value: number | null): string {
  return value === null ? '  - ' : value.toFixed(1).padStart(4);
}

export function composite(value: number): string {
  return value.toFixed(2);
}

const SECOND = 1000;
const MINUTE = 60;

/** `0.4 s`, `12.0 s`, `3 min 05 s`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / SECOND;
  if (seconds < MINUTE) return `${seconds.toFixed(1)} s`;
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / MINUTE)} min ${String(whole % MINUTE).padStart(2, '0')} s`;
}

const KIB = 1024;

export function bytes(count: number): string {
  if (count < KIB) return `${count} B`;
  if (count < KIB * KIB) return `${(count / KIB).toFixed(1)} KiB`;
  return `${(count / KIB / KIB).toFixed(1)} MiB`;
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** With the full stop that ends a sentence, where there is none yet. */
export function ended(text: string): string {
  return /[.!?…]["”)]?$/.test(text) ? text : `${text}.`;
}

/** As the reason of a round has it. */
export const threshold = thresholdWord;

/** The plural of "must-fix": one must-fix, three must-fixes. */
export function mustFixes(n: number): string {
  return count(n, 'must-fix', 'must-fixes');
}

type Phase = CritiqueState['phase'];

const PHASE_WORDS: Record<Phase, string> = {
  idle: 'WAITING',
  running: 'RUNNING',
  shipped: 'SHIPPED',
  below_threshold: 'NOT SHIPPED',
  timed_out: 'TIMED OUT',
  degraded: 'INCONCLUSIVE',
  interrupted: 'INTERRUPTED',
  failed: 'FAILED',
};

export function phaseWord(phase: Phase): string {
  return PHASE_WORDS[phase];
}

const ROLE_WORDS: Record<PanelistRole, string> = {
  designer: 'Designer',
  critic: 'Critic',
  brand: 'Brand',
  a11y: 'Accessibility',
  copy: 'Copy',
};

/** A panelist as the Theater calls it. */
export function roleWord(role: PanelistRole): string {
  return ROLE_WORDS[role];
}

/** A round's reason, or a warning about one, as people say it: the protocol counts without plurals. */
export function plainReason(reason: string): string {
  return reason.replace(/\b(\d+) (open )?must-fix\b(?!-|es)/g, (_, n, open = '') =>
    count(Number(n), `${open}must-fix`, `${open}must-fixes`),
  );
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const CAUSE_WORDS: Record<FailedCause, string> = {
  cli_exit_nonzero: 'the program of the agent ended with an error',
  per_round_timeout: 'a round took too long',
  total_timeout: 'the run took too long',
  first_byte_timeout: 'the agent did not begin to answer',
  idle_timeout: 'the agent stopped answering',
  budget_exceeded: 'the budget is used up',
  agent_unavailable: 'the agent cannot be used here',
  agent_error: 'the agent reported an error',
  storage_error: 'a file could not be written',
  orchestrator_internal: 'an error of ours',
};

/** Why a run failed, or ran out of time. */
export function causeWords(cause: FailedCause): string {
  return CAUSE_WORDS[cause];
}
