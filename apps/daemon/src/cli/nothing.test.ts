/**
 * Nothing to prove is no yes: a table of inputs over all commands, each with the exit it must have. Somebody else wrote
 * it than those who wrote the commands. The commands run in this process; what they print is kept.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { COMMANDS } from './commands.ts';
import type { Shell } from './shell.ts';
import { recordingShell } from './test/recording-shell.ts';

const RowSchema = z.object({
  id: z.string(),
  kind: z.enum(['nothing', 'twin']),
  argv: z.tuple([z.literal('jury'), z.string()], z.string()),
  /** Null: a folder. */
  files: z.record(z.string(), z.union([z.string(), z.object({ base64: z.string() }), z.null()])),
  exit: z.union([z.int(), z.array(z.int())]),
  /** Exits that say no as well, though less exactly. */
  tolerated: z.array(z.int()),
  reason: z.string(),
});
type Row = z.infer<typeof RowSchema>;

const TABLE = new URL('./test/nothing-to-prove.jsonl', import.meta.url);
const ROWS = readFileSync(TABLE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => RowSchema.parse(JSON.parse(line)));

const root = mkdtempSync(join(tmpdir(), 'jury-nothing-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function lay(row: Row): string {
  const folder = join(root, row.id);
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(row.files)) {
    const path = join(folder, name);
    if (content === null) {
      mkdirSync(path, { recursive: true });
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : Buffer.from(content.base64, 'base64'));
  }
  return folder;
}

type Run = (argv: string[], shell: Shell) => Promise<number>;

async function ending(row: Row): Promise<{ exit: number; said: string }> {
  const folder = lay(row);
  const [, name, ...rest] = row.argv;
  const command = COMMANDS.find((one) => one.name === name);
  if (command === undefined) throw new Error(`there is no command ${name}`);
  const { run } = (await command.load()) as { run: Run };
  const recording = recordingShell(folder);
  const exit = await run(
    rest.map((word) => word.replace('{dir}', folder)),
    recording.shell,
  );
  return { exit, said: recording.errors() || recording.output() };
}

const nothing = ROWS.filter(({ kind }) => kind === 'nothing');
const twins = ROWS.filter(({ kind }) => kind === 'twin');

test('the table has at least 60 inputs, and every judging command is in it', () => {
  expect(nothing.length).toBeGreaterThanOrEqual(60);
  const named = new Set(nothing.map(({ argv }) => argv[1]));
  for (const name of [
    'review',
    'check',
    'run',
    'rejudge',
    'loop',
    'plan-check',
    'accept',
    'converge',
    'content',
    'drill',
  ])
    expect(named).toContain(name);
});

describe.concurrent('nothing to prove', () => {
  test.each(nothing)('$id: $reason', async (row) => {
    const { exit, said } = await ending(row);
    expect([row.exit, ...row.tolerated].flat(), said.slice(0, 400)).toContain(exit);
    expect(exit).not.toBe(0);
  });
});

describe.concurrent('an honest twin is judged', () => {
  test.each(twins)('$id: $reason', async (row) => {
    const { exit, said } = await ending(row);
    expect(exit, said.slice(0, 400)).not.toBe(3);
    expect([row.exit, ...row.tolerated].flat(), said.slice(0, 400)).toContain(exit);
  });
});
