/** Checks on the repository as a whole: nothing of one machine in it, a parser per version. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROTOCOL_VERSION } from '@design-jury/contracts/theater/panel-prompt';
import { ROOT, sourceFiles } from './files.ts';

const BINARY = /\.(png|jpg|jpeg|gif|webp|ico|woff2?|gz|pdf|zip)$/;
const LONG_FILE_LINES = 300;
const MAX_CHECKED_BYTES = 2_000_000;

const FOREIGN: readonly { pattern: RegExp; what: string }[] = [
  {
    pattern: /(?<![\w.])\/(?:root\/[\w.]|home\/\w+\/|Users\/\w+\/|work\/(?:main|shared)\b)/,
    what: 'a path of one machine',
  },
  {
    pattern: /"resolved":\s*"(https?|git\+|file:\/)/,
    what: 'a `resolved` address: set omit-lockfile-registry-resolved',
  },
  { pattern: /^\s*(@[\w-]+:)?registry\s*=/m, what: 'a registry host' },
  { pattern: /_authToken\s*=\s*\S/, what: 'a token' },
];

export function checkForeign(): string[] {
  const problems: string[] = [];
  for (const file of sourceFiles(/./)) {
    if (BINARY.test(file)) continue;
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (text.length > MAX_CHECKED_BYTES) continue;
    for (const { pattern, what } of FOREIGN) {
      const match = pattern.exec(text);
      if (match !== null)
        problems.push(
          `${file}:${text.slice(0, match.index).split('\n').length}: ${what} ("${match[0].trim()}")`,
        );
    }
  }
  return problems;
}

/** What the prompt asks for must be what a grammar reads. */
export function checkProtocolVersion(version: number = PROTOCOL_VERSION): string[] {
  const parser = `apps/daemon/src/protocols/theater/parsers/v${version}.ts`;
  return existsSync(join(ROOT, parser))
    ? []
    : [`PROTOCOL_VERSION is ${version} and ${parser} does not exist`];
}

/** Advice, not a rule: a long file is fine when it is one grammar or one table. */
export function longFiles(): string[] {
  return sourceFiles(/^(apps|packages|scripts|bench)\/.*\.(ts|tsx|mjs)$/)
    .map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > LONG_FILE_LINES)
    .sort((a, b) => b.lines - a.lines)
    .map(({ file, lines }) => `${file}: ${lines} lines`);
}
