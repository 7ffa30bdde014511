/** A command as a tool: begun, or gone on with after an answer or after its process died. */
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Shell } from '../shell.ts';
import { type CallContext, callCommand, confine, ToolAnswer } from './call-tool.ts';
import { askForRoots, rootsOf } from './client-roots.ts';
import { askOf, openQuestions, storeResponses, type UseEngine } from './questions.ts';
import type { ServedTool, ToolCall, ToolOutcome } from './served-tool.ts';
import type { Tool } from './tools.ts';
import { CARD_URI } from './verdict-card.ts';

export interface CommandHome {
  shell: Shell;
  root: string;
  use: UseEngine;
}

/** A run that asks is known by this until the answers are there. */
const Waiting = z.object({
  run: z.string(),
  asked: z.array(z.string()),
  clientRoots: z.array(z.string()).nullable(),
});
/** A run that ends its process for its time limit is gone on with; no run has more parts than this. */
const MOST_PARTS = 20;

export function commandTool(tool: Tool, home: CommandHome): ServedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    input: tool.input,
    output: ToolAnswer,
    annotations: { readOnlyHint: !tool.writes, destructiveHint: false, openWorldHint: false },
    ...(tool.card === true && { meta: { ui: { resourceUri: CARD_URI } } }),
    tasks: tool.long === undefined ? 'never' : 'offered',
    ...(tool.paths.length > 0 && { before: async (call) => askForRoots(call) }),
    call: (call) => callTool(tool, call, home),
  };
}

async function callTool(tool: Tool, call: ToolCall, { shell, root, use }: CommandHome): Promise<ToolOutcome> {
  const waiting = Waiting.safeParse(call.state);
  const clientRoots = waiting.success ? waiting.data.clientRoots : rootsOf(call.responses);
  const confined = await confine(tool, call.input, { root, clientRoots });
  if ('refused' in confined) return resultOf(confined.refused);
  const { input } = confined;
  let run = call.run;
  if (waiting.success) {
    run = waiting.data.run;
    await storeResponses(use, waiting.data.asked, call.responses);
  }
  const context: CallContext = {
    shell,
    root,
    signal: call.signal,
    onRemark: (line) => call.tell(line),
    onRun(id) {
      run = id;
      void call.began(id);
    },
  };
  const asks = call.can.has('elicitation');
  for (let part = 0; ; part += 1) {
    const resumed = run === null ? undefined : tool.long?.resume?.(run, input);
    const [command, argv] = resumed ?? [tool.command, tool.argv(input, asks)];
    const answer = await callCommand(command, argv, context);
    if (answer.exit !== EXIT.waitsForAnswer || run === null || call.signal.aborted) return resultOf(answer);
    const questions = await openQuestions(use, run);
    if (questions.length === 0 && part < MOST_PARTS) continue;
    if (questions.length === 0 || !asks) return resultOf(answer);
    return { ask: askOf(questions), state: { run, asked: questions.map(({ id }) => id), clientRoots } };
  }
}

function resultOf(answer: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(answer, null, 1) }],
    structuredContent: answer,
    isError: answer.exit === EXIT.usage,
  };
}
