/**
 * `npm run check -- words`: sentences for people hold no word that docs/voice.md keeps off the screen. Only strings with a
 * space in them are sentences; names of events and values of enums stand alone in code, and may.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sourceFiles } from './files.ts';

/** Where sentences for people are written. */
const PLACES =
  /^apps\/daemon\/src\/(?:.*\/)?[\w-]+\.ts$|^packages\/contracts\/src\/.*\.ts$|^apps\/web\/src\/i18n\/(?:more-)?en\.json$/;
/** Tests, and a program for shells. */
const PASSED_OVER = /\.test\.ts$|\/test\/|\/completion\.ts$/;

/** Words we do not use on screen, each with what is said instead. docs/voice.md lists the same. */
const UNUSED: readonly { words: RegExp; instead: string }[] = [
  {
    words: /\b(?:below_threshold|timed_out|no_usable_vote|per_round_timeout|total_timeout|malformed_block)\b/,
    instead: 'the verdict in words: not shipped, timed out, no verdict',
  },
  {
    words:
      /\b(?:full-consensus|partial-consensus|worker-unique|blocked-by-disagreement|aborted-non-result)\b/,
    instead: 'all agree, most agree, one alone, does not pass, no result',
  },
  { words: /\bphase-\d/, instead: 'what is being done' },
  { words: /\w ==(?!=) \w/, instead: 'is, or no' },
  { words: /\bto be had\b/i, instead: 'there is, available' },
  // A design file's own token may be called that.
  { words: /(?<!-)\binks?\b(?!:)/i, instead: 'colour' },
  { words: /\bdressed\b/i, instead: 'styled' },
  { words: /\b(?:a|the|this|each|every|of) plays?\b/i, instead: 'run' },
  { words: /\b(?:[02-9]|[1-9]\d+) (?:must-fix|check|page|finding)\b(?!-)/, instead: 'the plural' },
  // Of a whole the plural stands after any figure: 0 of 1 checks.
  { words: /(?<!of )\b1 (?:must-fixes|checks|pages|findings)\b/, instead: 'the singular' },
];

/** Literal output that a protocol fixes. */
const LITERAL = /^PROGRESS: /;

/** Files in the words of a protocol: programs read them, and files keep them. */
const LITERAL_VIEWS =
  /\/(?:content-literal|converge\/view|cli\/loop-view|loop\/grammar|rounds-json|completion)\.ts$|\/(?:parsers|prompts?|host\/log)\b/;

/** Where a terminal or a report says how something stands, or how many there are. */
const SPEAKING =
  /^apps\/daemon\/src\/(?:(?:cli|report|host|trust)\/|protocols\/convergence\/(?:approval|plan-gate|plan-report)\.ts)/;

/** The value of an enum put into a sentence as it is: its name is not a word. A function of it may be. */
const ENUM_PUT_IN =
  /\$\{(?:\w+\??\.)*(?:outcome|state|decision|status|gate|classification|verdict|basis|result|contentType)(?: \?\? [\w.]+)?\}/g;
/** Numbers of HTTP, and exit codes. */
const NUMBERS = /\b(?:HTTP|answers|answered|redirect \(|answers with) ?\$\{/;

const NOUNS =
  'runs|rounds|pages|checks|findings|must-fixes|files|lines|events|projects|nodes|questions|options|passes|changes|items|defects|days|requests|tokens|reasons|issues|problems|faults|copies|steps|elements|texts|critics|judges|votes';
const OF_THEM = 'open |more |other |serious |high |planted |earlier |waiting |independent ';
/** A count before a plural: of a whole the plural stands after any figure, and a limit in capitals is never one. */
const COUNTED = new RegExp(
  `(?<!\\bof )\\$\\{(?![A-Z][A-Z_]+\\})[^{}]*\\} (?:${OF_THEM})?(?:${NOUNS})\\b`,
  'g',
);
/** Never one, or no count at all. */
const PASSED: readonly RegExp[] = [
  // Told after half a year only.
  /\$\{days\} days ago/,
  // Limits of hundreds.
  /\$\{most(?:Others)?\} (?:pages, stylesheets|files lie)/,
  // A run that is over has its start and its end.
  /\$\{run\.eventCount\} events were written/,
  // Two counts.
  /\+\$\{added\} −\$\{removed\} lines/,
  // A fifth of all checks.
  /\$\{part\.audits\} checks the author/,
  // Lines for people, not an enum.
  /\$\{one\.page\.verdict\}/,
];
/** More than a limit, tokens by the thousand, and judges that are compared with each other. */
const NEVER_ONE_MESSAGES: ReadonlySet<string> = new Set([
  'jobs.tooMany',
  'critiqueTheater.tokens',
  'cost.expected',
  'trust.votes',
]);
/** The other branch says the one. */
const BRANCH = /=== 1\s*\?[^:]*:\s*$/;

/** Comments are matched so that they can be passed over. */
const STRINGS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

export function unusedWords(source: string): string[] {
  const problems: string[] = [];
  for (const { 0: found, index } of source.matchAll(STRINGS)) {
    // What is put into a template is code.
    const text = found.slice(1, -1).replace(/\$\{[^{}]*\}/g, '…');
    if (/^\/[/*]/.test(found) || !/\s/.test(text.trim()) || LITERAL.test(text)) continue;
    for (const { words, instead } of UNUSED) {
      const hit = words.exec(text)?.[0];
      const line = source.slice(0, index).split('\n').length;
      if (hit !== undefined) problems.push(`${line}: "${hit}" is not said on screen; say ${instead}`);
    }
  }
  return problems;
}

/** Enums and counts that a template puts into a sentence as they are. */
export function putIn(source: string): string[] {
  const problems: string[] = [];
  const at = (index: number): string => `${source.slice(0, index).split('\n').length}: `;
  for (const { 0: found, index } of source.matchAll(STRINGS)) {
    if (PASSED.some((pattern) => pattern.test(found))) continue;
    if (!found.startsWith('`') || !/\s/.test(found.replace(/\$\{[^{}]*\}/g, ''))) continue;
    if (!NUMBERS.test(found))
      for (const [value] of found.matchAll(ENUM_PUT_IN))
        problems.push(`${at(index)}"${value}" puts the name of a value into a sentence; say it in words`);
    if (BRANCH.test(source.slice(0, index))) continue;
    for (const [counted] of found.matchAll(COUNTED))
      problems.push(`${at(index)}"${counted}" has no singular; say it with count()`);
  }
  return problems;
}

/** Messages of the interface that count something and have no form for one. */
export function countedMessages(messages: Readonly<Record<string, string>>): string[] {
  const counted = new RegExp(`(?<!\\bof )\\{(\\w+)\\} (?:${OF_THEM})?(?:${NOUNS})\\b`);
  return Object.entries(messages).flatMap(([key, message]) => {
    const hit = counted.exec(message)?.[0];
    if (hit === undefined || NEVER_ONE_MESSAGES.has(key)) return [];
    const base = key.replace(/\.(?:one|other)$/, '');
    return base !== key && messages[`${base}.one`] !== undefined
      ? []
      : [`${key}: "${hit}" has no form for one; write ${base}.one and ${base}.other`];
  });
}

export function hasSentences(path: string): boolean {
  return PLACES.test(path) && !PASSED_OVER.test(path);
}

export function checkWords(): string[] {
  return sourceFiles(PLACES)
    .filter(hasSentences)
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const problems = file.endsWith('.json')
        ? [...unusedWords(text), ...countedMessages(JSON.parse(text))]
        : [...unusedWords(text), ...(SPEAKING.test(file) && !LITERAL_VIEWS.test(file) ? putIn(text) : [])];
      return problems.map((problem) => `${file}:${problem}`);
    });
}
