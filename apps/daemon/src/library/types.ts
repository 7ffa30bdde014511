/**
 * What programs see of the jury. Nothing here is imported: these declarations are the package's, and must stand alone.
 * `npm run docs:library` writes docs/library-api.md from them, and `npm run check` says when the two differ.
 */

/** Text that is judged without lying anywhere. */
export interface PageText {
  content: string;
  /** What it is called in the report. @default 'page.html' */
  name?: string | undefined;
  /** @default 'text/html' */
  mime?: 'text/html' | 'text/markdown' | 'text/plain' | undefined;
  /** Where it would lie, as an absolute path: stylesheets and images beside it are read. */
  path?: string | undefined;
}

/** The path of a file, a folder or a pattern, a `file:` address, or text. */
export type JuryPage = string | URL | PageText;

/** A finding that does not count, and why. */
export interface Suppression {
  /** The id of an audit, as faults name it in `rule`. */
  audit: string;
  /** Only at this selector. */
  selector?: string | undefined;
  /** Only in pages whose name matches this pattern. */
  files?: string | undefined;
  reason: string;
}

export interface JuryOptions {
  /** Where runs are kept. @default a folder of its own below the system's temporary one, removed at the end */
  dataDir?: string | undefined;
  /** What relative paths are relative to. @default none: a relative path is refused */
  cwd?: string | undefined;
  /** Settings, keys of models and where programs are looked for; pass that of the process to use it. @default {} */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Learns of what is the jury's own fault and changes no verdict. @default nobody */
  onFault?: ((error: Error) => void) | undefined;
}

export interface JudgeOptions {
  /** Who judges. @default 'grounded', which measures and needs no model */
  agent?: string | undefined;
  model?: string | undefined;
  /** What the page is for. */
  brief?: string | undefined;
  /** The text of a DESIGN.md; null: none. @default the DESIGN.md beside each page */
  design?: string | null | undefined;
  /** When a browser measures too. @default 'auto' */
  browser?: 'auto' | 'always' | 'never' | undefined;
  /** What WCAG asks of the page. @default 'AA' */
  level?: 'AA' | 'AAA' | undefined;
  /** No verdict where something that blocks could not be measured. @default false */
  strict?: boolean | undefined;
  /** Composite the gate asks for. @default 8 */
  threshold?: number | undefined;
  suppress?: readonly Suppression[] | undefined;
  /** Ends what runs; the promise then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface ReviewOptions extends JudgeOptions {
  /** Rounds at most. @default 3 */
  maxRounds?: number | undefined;
}

export type Role = 'designer' | 'critic' | 'brand' | 'a11y' | 'copy';

export interface Fault {
  /** The same for the same fault in every run. */
  id: string;
  /** The audit that found it. */
  rule: string;
  role: Role;
  severity: string;
  text: string;
  /** 1-based. */
  line: number;
  /** A selector. */
  target: string | null;
  evidence: string | null;
  /** `open` counts; the others were accepted. */
  standing: 'open' | 'known' | 'suppressed';
  /** Why it was suppressed. */
  reason: string | null;
}

/** What lowers a score without holding the page back. */
export interface Note {
  role: Role;
  dim: string;
  score: number;
  text: string;
  /** 1-based; null where the note names no place. */
  line: number | null;
}

/** As the command line ends: 0 passes, 1 does not, 2 wrong usage, 3 not proved, 4 waits for an answer, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130;

export type Verdict = 'passes' | 'fails' | 'inconclusive' | 'waits' | 'interrupted' | 'refused';

export interface CheckedPage {
  file: string;
  verdict: Verdict;
  /** The verdict in a sentence. */
  summary: string;
  composite: number | null;
  threshold: number | null;
  /** Faults that are open and not accepted. */
  mustFix: number;
  /** Roles that had nothing to judge in it. */
  noVote: Role[];
  faults: Fault[];
  notes: Note[];
  remarks: string[];
  durationMs: number;
  exit: ExitCode;
}

export interface CheckReport {
  summary: string;
  /** `passes` only where every page does. */
  verdict: Verdict;
  exit: ExitCode;
  files: CheckedPage[];
}

/** The page as it was given, judged in the first round. */
export interface GivenPage {
  composite: number;
  mustFix: number;
  passes: boolean;
}

export interface ReviewedRound {
  n: number;
  composite: number;
  /** Faults open at its end. */
  mustFix: number;
  decision: 'continue' | 'ship';
}

export interface ReviewReport {
  /** What the page is as given, and what became of its copy, in a sentence. */
  summary: string;
  /** Whether the improved copy may go out. */
  ships: boolean;
  /** How the run ended. */
  status: string;
  composite: number | null;
  threshold: number;
  /** Null where nobody judged the page as it was given. */
  given: GivenPage | null;
  /** The page that is kept; null where there is none. */
  page: string | null;
  /** Whether it differs from what was given. */
  changed: boolean;
  /** From the given page to the kept one, as a unified diff; null where nothing changed. */
  diff: string | null;
  rounds: ReviewedRound[];
  /** Open in the kept page, and what was accepted of it. */
  faults: Fault[];
  /** Why there is no verdict; null where there is one. */
  message: string | null;
  durationMs: number;
  exit: ExitCode;
}

/** Something that happened in a run: its `type` says what, docs/http-api.md says which there are. */
export interface JuryEvent {
  /** The page it is about. */
  readonly page: string;
  readonly type: string;
  readonly runId: string;
  readonly [field: string]: unknown;
}

/** A promise of the result whose events can be read meanwhile: `for await (const event of running)`. */
export interface Running<Result> extends Promise<Result>, AsyncIterable<JuryEvent> {}

/** A jury that stays open for many pages. */
export interface OpenJury {
  /** Judges pages as they are; changes nothing. */
  check(pages: JuryPage | readonly JuryPage[], options?: JudgeOptions): Running<CheckReport>;
  /** Judges one page, corrects a copy, and says whether that may go out. */
  review(page: JuryPage, options?: ReviewOptions): Running<ReviewReport>;
  /** Ends what runs; resolves when nothing of it is left. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
