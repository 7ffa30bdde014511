/** Fixture tools of the conformance suite that become tasks. */
import { setTimeout as delay } from 'node:timers/promises';
import { acceptedContent, inputRequired } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type ServedTool, ToolFault, textResult } from '../../served-tool.ts';
import { tool } from './content-tools.ts';

const confirm = (message: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] },
  });
const INTERNAL_ERROR = -32603;
const MOST_SECONDS = 120;

export const TASK_TOOLS: readonly ServedTool[] = [
  tool('greet', async ({ input }) => textResult(`Hello, ${String(input.name)}!`), {
    input: z.object({ name: z.string() }),
  }),
  tool(
    'slow_compute',
    async ({ input, signal }) => {
      await delay(Number(input.seconds) * 1000, undefined, { signal });
      return textResult(`computed ${String(input.label ?? '')}`);
    },
    {
      tasks: 'offered',
      input: z.object({ seconds: z.number().max(MOST_SECONDS), label: z.string().optional() }),
    },
  ),
  tool('failing_job', async () => textResult('this job always fails', true), { tasks: 'required' }),
  tool('protocol_error_job', () => Promise.reject(new ToolFault(INTERNAL_ERROR, 'the protocol fails')), {
    tasks: 'offered',
  }),
  tool(
    'confirm_delete',
    async ({ input, responses }) =>
      'confirm' in responses
        ? textResult(`deleted ${String(input.filename)}`)
        : { ask: { confirm: confirm(`Delete ${String(input.filename)}?`) }, state: null },
    { tasks: 'offered', input: z.object({ filename: z.string() }) },
  ),
  tool(
    'multi_input',
    async ({ responses }) =>
      Object.keys(responses).length === 2
        ? textResult('both are answered')
        : { ask: { first: confirm('First?'), second: confirm('Second?') }, state: null },
    { tasks: 'offered' },
  ),
  tool(
    'test_tool_with_task',
    async ({ responses }) =>
      textResult(`Hello, ${acceptedContent<{ name: string }>(responses, 'user_name')?.name ?? 'nobody'}!`),
    {
      tasks: 'required',
      async before({ responses }) {
        if ('user_name' in responses) return null;
        const requestedSchema = {
          type: 'object' as const,
          properties: { name: { type: 'string' as const } },
          required: ['name'],
        };
        return {
          ask: { user_name: inputRequired.elicit({ message: 'Who?', requestedSchema }) },
          state: null,
        };
      },
    },
  ),
];
