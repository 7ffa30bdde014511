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

export function hasSentences(path: string): boolean {
  return PLACES.test(path) && !PASSED_OVER.test(path);
}

export function checkWords(): string[] {
  return sourceFiles(PLACES)
    .filter(hasSentences)
    .flatMap((file) =>
      unusedWords(readFileSync(join(ROOT, file), 'utf8')).map((problem) => `${file}:${problem}`),
    );
}
