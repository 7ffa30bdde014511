/**
 * A data folder that 0.1 left, recorded with what 0.1 said of it (__fixtures__/data-0.1/README.md): it opens, every run in it
 * replays and is judged again to the same bytes, and the way back leaves what 0.1 had.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';
import type { Shell } from './shell.ts';
import { recordingShell } from './test/recording-shell.ts';

const FIXTURES = fileURLToPath(new URL('../../../../__fixtures__/data-0.1/', import.meta.url));

interface Recorded {
  file: string | null;
  args: string[];
  exit: number;
  stderr: string;
}

let folder: string;
let recorded: Recorded[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'jury-0.1-'));
  for (const name of ['data', 'expected'])
    execFileSync('tar', ['-xzf', join(FIXTURES, `${name}.tar.gz`), '-C', folder]);
  recorded = JSON.parse(readFileSync(join(folder, 'expected/commands.json'), 'utf8')) as Recorded[];
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is said today beside the words of 0.1: it told neither of a page nobody judged nor of a transcript cut short. */
const SAID_SINCE = [
  / The page of round \d+ was written and\n {2}not judged; jury serve shows it\./g,
  /\n {2}The transcript is partial: it ends before the answer did\./g,
];

/** Keys that JSON has since, beside those of 0.1. */
const KEYS_SINCE = ['without', 'unlock'];

function asSaidThen(text: string, isJson: boolean): string {
  if (!isJson) return SAID_SINCE.reduce((left, words) => left.replace(words, ''), text);
  const said = Object.entries(JSON.parse(text) as object).filter(([key]) => !KEYS_SINCE.includes(key));
  return `${JSON.stringify(Object.fromEntries(said), null, 2)}\n`;
}

/** Recorded before recovery: those commands only read. */
function commandsOf(part: string): Recorded[] {
  return recorded.filter(
    ({ file, args }) => file?.startsWith(part) === true && args.includes('/srv/demo/data'),
  );
}

async function said({ args }: Recorded): Promise<{ exit: number; out: string }> {
  const [name = '', ...rest] = args.map((arg) => (arg === '/srv/demo/data' ? join(folder, 'data') : arg));
  const { shell, output } = recordingShell(folder);
  const command = COMMANDS.find((one) => one.name === name);
  const module = (await command?.load()) as { run(argv: string[], shell: Shell): Promise<number> };
  return { exit: await module.run(rest, shell), out: output() };
}

describe('a data folder of 0.1', () => {
  it.each(['theater/replay', 'theater/rejudge', 'plays/replay'])(
    '%s: every answer is the one 0.1 gave, byte for byte',
    async (part) => {
      const commands = commandsOf(part);
      expect(commands.length).toBeGreaterThan(20);
      const differing: string[] = [];
      for (const command of commands) {
        const { exit, out } = await said(command);
        const kept = readFileSync(join(folder, 'expected', command.file ?? ''));
        const expected = (command.file?.endsWith('.gz') ? gunzipSync(kept) : kept).toString('utf8');
        const isJson = command.file?.endsWith('.json') === true;
        if (exit !== command.exit || asSaidThen(out, isJson) !== expected)
          differing.push(`${command.file}: ${exit}`);
      }
      expect(differing).toEqual([]);
    },
  );
});
