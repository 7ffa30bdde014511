import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { run as accept } from './accept.ts';
import { run as converge } from './converge.ts';
import { run as loop } from './loop.ts';
import { run as planCheck } from './plan-check.ts';
import { recordingShell } from './test/recording-shell.ts';

const RowSchema = z.object({
  id: z.string(),
  kind: z.enum(['nothing', 'twin']),
  argv: z.array(z.string()),
  files: z.record(z.string(), z.union([z.string(), z.object({ base64: z.string() }), z.null()])),
  exit: z.union([z.int(), z.array(z.int())]),
  tolerated: z.array(z.int()),
  reason: z.string(),
});

const ROWS = (
  await readFile(new URL('../../../../bench/evals/documents/nothing.jsonl', import.meta.url), 'utf8')
)
  .trim()
  .split('\n')
  .map((line) => RowSchema.parse(JSON.parse(line)));
const COMMANDS = new Map([
  ['accept', accept],
  ['converge', converge],
  ['loop', loop],
  ['plan-check', planCheck],
]);

test.each(ROWS.filter(({ argv }) => COMMANDS.has(argv[1] ?? '')))(
  'nothing to prove is never a yes, and its twin is judged: $id ($reason)',
  async ({ argv, files, exit, tolerated }) => {
    const folder = await mkdtemp(join(tmpdir(), 'jury-nothing-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    for (const [path, content] of Object.entries(files)) {
      const place = join(folder, path);
      await mkdir(path.endsWith('/') ? place : dirname(place), { recursive: true });
      if (content !== null)
        await writeFile(place, typeof content === 'string' ? content : Buffer.from(content.base64, 'base64'));
    }
    const { shell, errors } = recordingShell(folder);
    const [, command = '', ...rest] = argv.map((word) => word.replaceAll('{dir}', folder));
    const ended = await COMMANDS.get(command)?.(rest, shell);
    expect([exit, tolerated].flat(), errors()).toContain(ended);
  },
);
