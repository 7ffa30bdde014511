/** Every bound of the measurement, once. A page beyond a bound is measured up to it, and says so. */

/** Bytes of one page. Larger ones are refused with a sentence. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;

/**
 * Elements that are measured unless the caller allows more. Time grows with their number and no faster (about
 * half a millisecond each), and so does memory (20 kB each, and two pages are held): this bounds both.
 */
export const MAX_ELEMENTS = 10_000;

/** Markdown that is read; the rest of a longer text is not, and that is said. A novel has about this much. */
export const MAX_MARKDOWN_CHARACTERS = 512 * 1024;

/** Browsers flatten what is nested deeper (Blink's limit); so do we. */
export const MAX_DEPTH = 512;

/** Local stylesheets: how many, how deep `@import` may go, and how large all of them together may be. */
export const MAX_STYLESHEETS = 64;
export const MAX_IMPORT_DEPTH = 8;
export const MAX_CSS_BYTES = 4 * 1024 * 1024;

/**
 * Rules that may match something on the page, and the elements they have to be asked of, all together. The largest
 * framework has 4,000 that matter; beyond these bounds styles are not measured, and that is said.
 */
export const MAX_RULES = 10_000;
export const MAX_RULE_CANDIDATES = 1_000_000;

/** Work of all audits of one page, and of one of them, in CPU time. What is left then is not measured, and said. */
export const MAX_AUDITS_CPU_MS = 18_000;
export const MAX_AUDIT_CPU_MS = 6_000;

/** Findings kept for one audit; the count goes on. */
export const MAX_FINDINGS_PER_AUDIT = 200;

/** Characters of evidence or of a quoted text. */
export const MAX_QUOTE = 120;

/** Full measurements one revision may cost: the page is re-measured to accept or reject its fixes. */
export const MAX_MEASUREMENTS_PER_REVISION = 12;

/** Looks in a browser that fixes of what only it sees may cost; each takes a second or more. */
export const MAX_LOOKS_PER_REVISION = 8;

/** Looks at a page as its scripts build it, that fixes of it may cost. */
export const MAX_BUILT_LOOKS = 4;

/** By the clock, since the first look of a round: none at what scripts build begins after it, so that the round can end in time. */
export const MAX_BUILT_LOOKING_MS = 25_000;

/** By the clock, since a look waits for another program: half of a round's time. No look begins after it. */
export const MAX_LOOKING_MS = 45_000;

/** What all revisions of a run may compute, in CPU time: fixes that are left then are not tried, and that is said. */
export const MAX_REVISION_CPU_MS = 12_000;

/** On pages larger than this, a revision may re-measure only a few times. */
export const LARGE_PAGE_ELEMENTS = 3_000;
export const LARGE_PAGE_CHARACTERS = 2 * 1024 * 1024;
export const MAX_MEASUREMENTS_LARGE = 3;

/** Hits of one word audit, and fixes tried in one stage: beyond this a page is broken in a way no list helps with. */
export const MAX_HITS = 1_000;
export const MAX_PROPOSALS = 500;

/** One page in the browser, all of it: loading, settling, measuring, two pictures. */
export const MAX_BROWSER_MS = 30_000;
export const MAX_BROWSER_LOAD_MS = 10_000;
export const MAX_BROWSER_LAUNCH_MS = 20_000;

/** All processes of the browser together; beyond it the browser is ended, and the page is not measured in it. */
export const MAX_BROWSER_BYTES = 2 * 1024 ** 3;
export const MAX_BROWSER_FILE_BYTES = 32 * 1024 * 1024;
export const MAX_BROWSER_REQUESTS = 1_000;

/** Pixels of height in a picture; Chromium draws no surface taller than 16,384. */
export const MAX_PICTURE_HEIGHT = 12_000;

/**
 * Per cent of the pixels that a round's fixes may change, against the page as it was given. On the 66 pages of
 * the development corpus 64 stay below 23 %, line heights and paddings that move the rest of a page included;
 * beyond it were a brand colour across a third of the page and a moved hero, which are a person's to decide.
 */
export const MAX_PIXEL_CHANGE_PERCENT = 25;

/** An unused browser ends after this long. */
export const BROWSER_IDLE_MS = 30_000;

/** An unused measuring thread ends after this long. */
export const THREAD_IDLE_MS = 10_000;

/** A thread that was asked to stop has this long to come to its next step; then it is ended. */
export const THREAD_GRACE_MS = 500;

/** One page, one answer of a thread, in processor time: longer than the largest page takes. */
export const MAX_THREAD_CALL_MS = 30_000;

/** What the largest page takes, twice over: the page as it was and as it would be. A page that needs more has no verdict. */
export const MAX_THREAD_HEAP_MB = 704;

/** New objects of a thread, which mostly die young: more room for them is less work, and no more memory in the end. */
export const THREAD_YOUNG_MB = 48;

/** Characters of a page that the one page of a command may have to be measured in the command's own thread. */
export const MAX_MEASURED_HERE = 256 * 1024;
