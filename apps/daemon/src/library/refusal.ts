/** A sentence for whoever asked instead of a stack: what is wrong, where, and what to do. */
import { EXIT } from '@design-jury/contracts/exit-codes';
import { clean } from '../report/clean.ts';
import type { ExitCode } from './types.ts';

export class Refusal extends Error {
  override readonly name: string = 'Refusal';
  /** The exit code the command line ends with: 2 for what was asked wrongly, 3 for what cannot be judged. */
  readonly exit: ExitCode;

  constructor(message: string, options: ErrorOptions & { exit?: ExitCode } = {}) {
    // It may quote a sentence that ended already.
    super(message.replace(/(?<![.])[.]{2}$/, '.'), options);
    this.exit = options.exit ?? EXIT.usage;
  }
}

const LONGEST_ECHO = 80;

/** A user's own text inside a sentence: quoted, bounded, without control characters. */
export function quoted(text: string): string {
  const shown = clean(text);
  return JSON.stringify(shown.length > LONGEST_ECHO ? `${shown.slice(0, LONGEST_ECHO)}…` : shown);
}
