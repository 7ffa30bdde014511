/** What runs ask a person, put to the client: as a form that its user answers, and as tools where it has none. */

import type { OperatorQuestion } from '@design-jury/contracts/questions';
import { type InputRequests, inputRequired } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { juryCommand } from '../../command-name.ts';
import type { Engine } from '../../engine.ts';
import { count } from '../../report/words.ts';
import { type Responses, type ServedTool, textResult } from './served-tool.ts';

/** Opens what holds runs and questions for as long as the work lasts. */
export type UseEngine = <Result>(work: (engine: Engine) => Promise<Result>) => Promise<Result>;

const SKIP = 'skip';
const BY = 'mcp';
const now = (): string => new Date().toISOString();

export async function openQuestions(use: UseEngine, runId?: string): Promise<OperatorQuestion[]> {
  return use(async ({ questions }) => {
    await questions.expire(now());
    return questions.list({ status: 'open', ...(runId !== undefined && { runId }) });
  });
}

/** One form per question: its options by their number, Skip, and room for a note. */
export function askOf(questions: readonly OperatorQuestion[]): InputRequests {
  return Object.fromEntries(
    questions.map((question) => [
      question.id,
      inputRequired.elicit({
        message: [question.question, question.issue, question.why].filter((line) => line !== '').join('\n\n'),
        requestedSchema: {
          type: 'object',
          properties: {
            choice: {
              type: 'string',
              title: 'Answer',
              oneOf: [
                ...question.options.map(({ label, description }, index) => ({
                  const: String(index + 1),
                  title: description === '' ? label : `${label}: ${description}`,
                })),
                { const: SKIP, title: 'Skip: leave it open' },
              ],
            },
            note: { type: 'string', title: 'Note', maxLength: 4_000 },
          },
          required: ['choice'],
        },
      }),
    ]),
  );
}

const Response = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.object({ choice: z.string(), note: z.string().max(4_000).default('') }).optional(),
});

/** Stores what was answered; what cannot be read, or was declined, is skipped: the run goes on and says so. */
export async function storeResponses(
  use: UseEngine,
  asked: readonly string[],
  responses: Responses,
): Promise<void> {
  await use(async ({ questions }) => {
    for (const id of asked) {
      const question = await questions.get(id);
      if (question?.status !== 'open') continue;
      const said = Response.safeParse(responses[id]);
      const content = said.success && said.data.action === 'accept' ? said.data.content : undefined;
      const choice = choiceOf(content?.choice, question.options.length);
      const note = content?.note ?? 'not answered by the client';
      await questions.answer(id, { choice, note }, BY, now());
    }
  });
}

function choiceOf(text: string | undefined, options: number): number | 'skip' {
  const number = text !== undefined && /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= options ? number : SKIP;
}

const Listed = z.object({
  questions: z.array(
    z.object({
      id: z.string(),
      run: z.string(),
      question: z.string(),
      issue: z.string(),
      why: z.string(),
      options: z.array(z.string()),
    }),
  ),
});

/** For clients that cannot show a form: a model reads the questions to its user. */
export function questionTools(use: UseEngine): ServedTool[] {
  return [
    {
      name: 'questions',
      title: 'What runs ask',
      description: 'Lists the questions that runs wait for. Put them to your user; never answer for them.',
      input: z.object({ run: z.string().max(100).optional() }),
      output: Listed,
      annotations: { readOnlyHint: true, openWorldHint: false },
      tasks: 'never',
      async call({ input }) {
        const open = await openQuestions(use, input.run === undefined ? undefined : String(input.run));
        const questions = open.map(({ id, runId, question, issue, why, options }) => ({
          id,
          run: runId,
          question,
          issue,
          why,
          options: options.map(({ label }, index) => `${index + 1}: ${label}`),
        }));
        return { ...textResult(JSON.stringify({ questions }, null, 1)), structuredContent: { questions } };
      },
    },
    {
      name: 'answer_question',
      title: 'Answer what a run asks',
      description:
        "Stores your user's answer. The run goes on when its tool is called again, or by `jury … --resume`.",
      input: z.object({
        id: z.string().min(1).max(200),
        choice: z
          .union([z.int().min(1).max(20), z.literal(SKIP)])
          .describe('the number of an option, or skip'),
        note: z.string().max(4_000).optional(),
      }),
      output: z.object({ stored: z.boolean() }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
      tasks: 'never',
      call: ({ input }) => use(({ questions }) => answer(questions, input)),
    },
  ];
}

async function answer(questions: Engine['questions'], input: Readonly<Record<string, unknown>>) {
  const {
    id,
    choice,
    note = '',
  } = z
    .object({ id: z.string(), choice: z.union([z.number(), z.literal(SKIP)]), note: z.string().optional() })
    .parse(input);
  const question = await questions.get(id);
  if (question === null) return textResult(`There is no question ${JSON.stringify(id)}.`, true);
  if (question.retry !== null)
    return textResult(
      `Whether a run is tried again is answered in the web page (${juryCommand()} open).`,
      true,
    );
  if (choice !== SKIP && choice > question.options.length)
    return textResult(`It has ${count(question.options.length, 'option')}.`, true);
  const { won } = await questions.answer(id, { choice, note }, BY, now());
  const text = won ? 'The answer is stored.' : 'It was answered before.';
  return { ...textResult(text), structuredContent: { stored: won } };
}
