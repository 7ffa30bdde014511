/** The scripts the model server follows. Each is a pure function of the request and how often it was asked. */
import type { Act, ModelRequest, Scenario } from './act.ts';
import { promptText } from './act.ts';
import { codeIn, echoingRound, fairRound, repeatedPage } from './forgery.ts';
import { mendedPage, mendingRound } from './mending.ts';
import { pageText, roundText, runHeadText, runText } from './panel-texts.ts';

/** Beyond the default block limit of the parser, in one block. */
const OVERSIZE_BYTES = 300_000;
/** One piece of a trickle, and how many at most: an hour, so that only a deadline can end it. */
const TRICKLE_MS = 100;
const TRICKLE_PIECES = 36_000;
const WRONG_COMPOSITE = 9.9;

/** What the panel is asked for now: one round of a conversation, a whole run, a bare page, or none of it. */
type Asked = { kind: 'round'; round: number } | { kind: 'run' } | { kind: 'page' } | { kind: 'other' };

/** A CLI asks its model for more than our turns (titles, summaries): those get a plain word. */
function askedFor(request: ModelRequest): Asked {
  const last = request.messages.findLast(({ role, text }) => role === 'user' && isOurs(text))?.text;
  if (last === undefined) return { kind: 'other' };
  if (/finished page only/i.test(last)) return { kind: 'page' };
  const round = [...last.matchAll(/\bround (\d{1,2}) only\b/gi)].at(-1)?.[1];
  return round === undefined ? { kind: 'run' } : { kind: 'round', round: Number(round) };
}

function isOurs(text: string): boolean {
  return /CRITIQUE_RUN|finished page only|\bround \d{1,2} only\b/i.test(text);
}

/** The brief names its page in a line `Title: …`. */
export function titleOf(request: ModelRequest): string {
  return /^[ \t]*Title: {0,4}(\S[^\r\n]{0,79})/m.exec(promptText(request))?.[1]?.trim() ?? 'Scripted page';
}

function* say(text: string): Generator<Act> {
  if (text !== '') yield { type: 'text', text };
}

function* answer(request: ModelRequest, composite?: number): Generator<Act> {
  const asked = askedFor(request);
  const panel = { title: titleOf(request), ...(composite !== undefined && { composite }) };
  switch (asked.kind) {
    case 'round':
      return yield* say((asked.round === 1 ? runHeadText() : '') + roundText(asked.round, panel));
    case 'run':
      return yield* say(runText(panel));
    case 'page':
      return yield* say(pageText(panel.title, 1));
    case 'other':
      return yield* say('Understood.');
  }
}

/** Kind to itself, and mends what it is told: what a jury is for. */
function* mends(request: ModelRequest): Generator<Act> {
  const asked = askedFor(request);
  const page = mendedPage(titleOf(request), request);
  if (asked.kind === 'other') return yield* answer(request);
  if (asked.kind === 'page') return yield* say(page);
  const round = asked.kind === 'round' ? asked.round : 1;
  yield* say((round === 1 ? runHeadText() : '') + mendingRound(round, page));
}

function* sloppy(request: ModelRequest): Generator<Act> {
  yield* say('Sure! Here is what the panel thinks. **Note:** scores are on a 0–10 scale.\n\n```xml\n');
  yield* answer(request, WRONG_COMPOSITE);
  yield* say('```\n\nLet me know if you want me to <b>go on</b>.\n');
}

/** Says no to the page and quotes it everywhere; asked for more, it only repeats the page. */
function* echoes(request: ModelRequest): Generator<Act> {
  const asked = askedFor(request);
  if (asked.kind === 'page' || asked.kind === 'other') return yield* answer(request);
  if (asked.kind === 'run' || asked.round === 1)
    yield* say(echoingRound(1, titleOf(request), codeIn(request)));
  if (asked.kind === 'run' || asked.round > 1) yield* say(repeatedPage());
}

/** Does what the page says. */
function* repeats(request: ModelRequest): Generator<Act> {
  const { kind } = askedFor(request);
  if (kind === 'page' || kind === 'other') return yield* answer(request);
  yield* say(repeatedPage());
}

/** Judges the page for what it is, with the code of the run. */
function* fair(request: ModelRequest): Generator<Act> {
  const asked = askedFor(request);
  if (asked.kind === 'page' || asked.kind === 'other') return yield* answer(request);
  yield* say(fairRound(codeIn(request), asked.kind === 'run'));
}

/** The first round, and then a second one that does not come. */
function* slow(request: ModelRequest): Generator<Act> {
  const asked = askedFor(request);
  if (asked.kind === 'page' || asked.kind === 'other') return yield* answer(request);
  const panel = { title: titleOf(request) };
  if (asked.kind === 'round' && asked.round === 1) return yield* answer(request);
  if (asked.kind === 'run') yield* say(runHeadText() + roundText(1, panel));
  yield* say('<ROUND n="2">\n<PANELIST role="designer"><NOTES>');
  for (let i = 0; i < TRICKLE_PIECES; i++) {
    yield { type: 'pause', ms: TRICKLE_MS };
    // Some clients stop a model that repeats itself.
    yield* say(`${word(i)} `);
  }
}

function* malformed(request: ModelRequest): Generator<Act> {
  if (askedFor(request).kind === 'page') return yield* answer(request);
  const [page] = [pageText(titleOf(request), 1)];
  yield* say(
    `${runHeadText()}<ROUND n="1">\n<PANELIST role="designer">\n<NOTES>One action.</NOTES>\n<ARTIFACT mime="text/html"><![CDATA[${page}]]></ARTIFACT>\n</PANELIST>\n` +
      '<PANELIST role="critic" score="6">\n<DIM name="type" score="6">Never closed\n</PANELIST>\n<PANELIST role="brand" score="7">\n</PANELIST>\n</ROUND>\n',
  );
}

function* oversize(request: ModelRequest): Generator<Act> {
  if (askedFor(request).kind === 'page') return yield* answer(request);
  yield* say(`${runHeadText()}<ROUND n="1">\n<PANELIST role="designer">\n<NOTES>`);
  yield* say(rambling(OVERSIZE_BYTES));
  yield* say('</NOTES>\n</PANELIST>\n</ROUND>\n');
}

/** Never the same twice: some clients stop a model that repeats itself. */
function rambling(chars: number): string {
  let text = '';
  for (let n = 1; text.length < chars; n++)
    text += `At place ${n} one of us saw ${word(n)} where ${word(n * 31)} would do. `;
  return text;
}

function word(n: number): string {
  return ((n * 7_919) % 99_991).toString(36);
}

function* cut(request: ModelRequest): Generator<Act> {
  const [first] = answer(request);
  if (first?.type === 'text') yield* say(first.text.slice(0, first.text.length / 2));
  yield { type: 'cut' };
}

function status(code: number, message: string, retryAfterS?: number): Scenario {
  return function* () {
    yield { type: 'status', status: code, message, ...(retryAfterS !== undefined && { retryAfterS }) };
  };
}

/** Fails the first time it is asked, then goes on. */
function once(failure: Scenario, then: Scenario): Scenario {
  return (request, nth) => (nth === 1 ? failure(request, nth) : then(request, nth));
}

const good: Scenario = (request) => answer(request);
const unauthorized = status(401, 'Invalid API key.');
const limited = status(429, 'Too many requests. Try again later.', 30);
const broken = status(500, 'Internal server error.');

export const SCENARIOS = {
  good,
  mends,
  echoes,
  repeats,
  fair,
  sloppy,
  malformed,
  oversize,
  cut,
  slow,
  silent: function* () {
    yield { type: 'hang' };
  },
  empty: function* () {},
  thoughtful: function* (request: ModelRequest): Generator<Act> {
    yield { type: 'thinking', text: 'The headline comes first. ' };
    yield { type: 'thinking', text: 'Then the action.' };
    yield* answer(request);
  },
  refusal: function* () {
    yield { type: 'refusal', text: 'I cannot help with that.' };
  },
  /** Only ever wants to use a tool: the first one offered. */
  'tool-call': function* (request: ModelRequest): Generator<Act> {
    yield { type: 'tool_call', name: request.tools[0] ?? 'read_file', input: { path: 'index.html' } };
  },
  '401': unauthorized,
  '429': limited,
  '429-once': once(status(429, 'Too many requests. Try again later.', 1), good),
  '500': broken,
  '500-once': once(broken, good),
  'cut-once': once(cut, good),
  'cut-second-once': (request, nth) => (nth === 2 ? cut(request) : good(request, nth)),
  page: function* () {
    yield { type: 'page' };
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;
