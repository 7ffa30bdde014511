/** Runs a tool: paths held to the folder, the command called, its document and exit code handed back. */
import { EXIT_MEANINGS } from '@design-jury/contracts/exit-codes';
import { z } from 'zod';
import type { CommandName } from '../command-flags.ts';
import { COMMANDS } from '../commands.ts';
import type { Shell } from '../shell.ts';
import { allowedFile, allowedFiles, PathRefused } from './allowed-path.ts';
import { captureShell } from './captured-shell.ts';
import type { Tool } from './tools.ts';

export const ToolAnswer = z.object({
  exit: z.number().int().describe('0 passes, 1 does not, 2 wrong usage, 3 not proved, 4 waits for an answer'),
  meaning: z.string(),
  result: z.unknown().describe("the command's JSON document; null where there is none"),
  remarks: z.array(z.string()).describe('what a person would have read beside it'),
});
export type ToolAnswer = z.infer<typeof ToolAnswer>;

export interface CallContext {
  shell: Shell;
  root: string;
  signal: AbortSignal;
  onRemark?: (line: string) => void;
  onRun?: (id: string) => void;
}

const REFUSED = 2;

/** The input with its paths in full; or an answer, for what may not be named. */
export async function confine(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  { root, clientRoots }: { root: string; clientRoots: readonly string[] | null },
): Promise<{ input: Record<string, unknown> } | { refused: ToolAnswer }> {
  const confined = { ...input };
  try {
    for (const name of tool.paths) {
      const value = confined[name];
      if (value === undefined) continue;
      if (!Array.isArray(value)) confined[name] = allowedFile(root, String(value), clientRoots);
      else {
        const files = value.map((part) => allowedFiles(root, String(part), clientRoots));
        confined[name] = (await Promise.all(files)).flat();
      }
    }
    return { input: confined };
  } catch (error) {
    if (!(error instanceof PathRefused)) throw error;
    return { refused: { ...answerOf(REFUSED), remarks: [error.message] } };
  }
}

export async function callCommand(
  name: CommandName,
  argv: string[],
  { shell: from, root, signal, onRemark, onRun }: CallContext,
): Promise<ToolAnswer> {
  const command = COMMANDS.find((known) => known.name === name);
  if (command === undefined) throw new Error(`${name} is no command`);
  const captured = captureShell({
    from,
    cwd: root,
    signal,
    ...(onRemark !== undefined && { onRemark }),
    ...(onRun !== undefined && { onRun }),
  });
  const { run } = await command.load();
  const exit = await run(argv, captured.shell);
  return { ...answerOf(exit), result: documentOf(captured.output()), remarks: captured.remarks() };
}

function answerOf(exit: number): ToolAnswer {
  const meaning = EXIT_MEANINGS.find(({ code }) => code === exit)?.short ?? 'ended';
  return { exit, meaning, result: null, remarks: [] };
}

function documentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim() === '' ? null : text;
  }
}
