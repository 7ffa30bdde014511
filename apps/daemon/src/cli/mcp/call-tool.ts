/** Runs a tool: paths held to the folder, the command called, its document and exit code handed back. */
import { EXIT_MEANINGS } from '@design-jury/contracts/exit-codes';
import { z } from 'zod';
import { COMMANDS } from '../commands.ts';
import type { Shell } from '../shell.ts';
import { allowedPath, PathRefused } from './allowed-path.ts';
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
}

const REFUSED = 2;

export async function callTool(
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
  { shell: from, root, signal, onRemark }: CallContext,
): Promise<ToolAnswer> {
  const confined = { ...input };
  try {
    for (const name of tool.paths) {
      const value = confined[name];
      if (value === undefined) continue;
      confined[name] = Array.isArray(value)
        ? value.map((part) => allowedPath(root, String(part)))
        : allowedPath(root, String(value));
    }
  } catch (error) {
    if (!(error instanceof PathRefused)) throw error;
    return { ...answerOf(REFUSED), remarks: [error.message] };
  }
  const command = COMMANDS.find(({ name }) => name === tool.command);
  if (command === undefined) throw new Error(`${tool.command} is no command`);
  const captured = captureShell({ from, cwd: root, signal, ...(onRemark !== undefined && { onRemark }) });
  const { run } = await command.load();
  const exit = await run(tool.argv(confined), captured.shell);
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
