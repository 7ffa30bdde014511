/** Fixture tools of the conformance suite that ask their client something before they answer. */
import { acceptedContent, type InputRequests, inputRequired } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type ServedTool, type ToolCall, type ToolOutcome, textResult } from '../../served-tool.ts';
import { tool } from './content-tools.ts';
import { DEFAULTS_FORM, ENUMS_FORM } from './forms.ts';

const form = (message: string, properties: Record<string, object>, required = Object.keys(properties)) =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required } as never });
const text = { type: 'string' };
const yes = { type: 'boolean' };
const sample = (words: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  });

const Said = z.object({ action: z.string(), content: z.unknown() });
const Sampled = z.looseObject({
  content: z.union([z.object({ text: z.string() }), z.array(z.object({ text: z.string() }))]),
});
const sampledText = (value: unknown): string => {
  const { content } = Sampled.parse(value);
  return Array.isArray(content) ? content.map((part) => part.text).join(' ') : content.text;
};
const Roots = z.object({ roots: z.array(z.object({ uri: z.string() })) });

/** Asks until every key is answered in a way that can be read. */
function asking(
  name: string,
  ask: (call: ToolCall) => InputRequests,
  done: (call: ToolCall) => ToolOutcome | null,
  more: { state?: unknown; input?: z.ZodObject } = {},
): ServedTool {
  const call = async (given: ToolCall): Promise<ToolOutcome> => {
    const isAnswered = Object.keys(given.responses).length > 0;
    return (isAnswered ? done(given) : null) ?? { ask: ask(given), state: more.state ?? null };
  };
  return tool(name, call, more.input === undefined ? {} : { input: more.input });
}

const accepted = ({ responses }: ToolCall, key: string) =>
  acceptedContent<Record<string, unknown>>(responses, key);
const nameForm = () => form('What is your name?', { name: text });

function said(key: string, words: string) {
  return ({ responses }: ToolCall): ToolOutcome | null => {
    const answer = Said.safeParse(responses[key]);
    if (!answer.success) return null;
    const { action, content } = answer.data;
    return textResult(`${words}: action=${action}, content=${JSON.stringify(content ?? {})}`);
  };
}

export const ASKING_TOOLS: readonly ServedTool[] = [
  asking(
    'test_sampling',
    ({ input }) => ({ answer: sample(String(input.prompt), 100) }),
    ({ responses }) => textResult(`LLM response: ${sampledText(responses.answer)}`),
    { input: z.object({ prompt: z.string() }) },
  ),
  asking(
    'test_elicitation',
    ({ input }) => ({
      answer: form(String(input.message), {
        username: { ...text, description: "User's response" },
        email: { ...text, description: "User's email address" },
      }),
    }),
    said('answer', 'User response'),
    { input: z.object({ message: z.string() }) },
  ),
  asking(
    'test_elicitation_sep1034_defaults',
    () => ({ answer: form('Please review the fields', DEFAULTS_FORM, []) }),
    said('answer', 'Elicitation completed'),
  ),
  asking(
    'test_elicitation_sep1330_enums',
    () => ({ answer: form('Please select options', ENUMS_FORM, []) }),
    said('answer', 'Elicitation completed'),
  ),
  asking(
    'test_streaming_elicitation',
    () => ({ answer: nameForm() }),
    said('answer', 'Elicitation completed'),
  ),
  asking(
    'test_input_required_result_elicitation',
    () => ({ user_name: nameForm() }),
    (call) => {
      const name = accepted(call, 'user_name')?.name;
      return typeof name === 'string' ? textResult(`Hello, ${name}!`) : null;
    },
  ),
  asking(
    'test_input_required_result_sampling',
    () => ({ capital_question: sample('What is the capital of France?', 100) }),
    ({ responses }) => textResult(sampledText(responses.capital_question)),
  ),
  asking(
    'test_input_required_result_list_roots',
    () => ({ client_roots: inputRequired.listRoots() }),
    ({ responses }) =>
      textResult(
        Roots.parse(responses.client_roots)
          .roots.map(({ uri }) => uri)
          .join(', '),
      ),
  ),
  asking(
    'test_input_required_result_request_state',
    () => ({ confirm: form('Please confirm', { ok: yes }) }),
    (call) => (call.state === 'asked' && accepted(call, 'confirm') ? textResult('state-ok') : null),
    { state: 'asked' },
  ),
  asking(
    'test_input_required_result_tampered_state',
    () => ({ confirm: form('Please confirm', { ok: yes }) }),
    (call) => (call.state === 'sealed' ? textResult('integrity-ok') : null),
    { state: 'sealed' },
  ),
  asking(
    'test_input_required_result_multiple_inputs',
    () => ({
      user_name: nameForm(),
      greeting: sample('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    }),
    ({ responses }) =>
      ['user_name', 'greeting', 'client_roots'].every((key) => Object.hasOwn(responses, key))
        ? textResult('all inputs are there')
        : null,
    { state: 'three' },
  ),
  asking(
    'test_input_required_result_capabilities',
    ({ can }) => ({
      ...(can.has('elicitation') && { user_name: nameForm() }),
      ...(can.has('sampling') && { greeting: sample('Generate a greeting', 50) }),
      ...(can.has('roots') && { client_roots: inputRequired.listRoots() }),
    }),
    () => textResult('done'),
  ),
  tool('test_input_required_result_multi_round', async (call) => {
    const { step, name } = z
      .object({ step: z.number(), name: z.string() })
      .catch({ step: 0, name: '' })
      .parse(call.state);
    if (step === 0)
      return {
        ask: { step1: form('Step 1: What is your name?', { name: text }) },
        state: { step: 1, name: '' },
      };
    if (step === 1)
      return {
        ask: { step2: form('Step 2: What is your favorite color?', { color: text }) },
        state: { step: 2, name: String(accepted(call, 'step1')?.name) },
      };
    return textResult(`${name} likes ${String(accepted(call, 'step2')?.color)}`);
  }),
];
