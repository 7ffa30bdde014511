/**
 * Asks any agent one question and gets a value of the caller's schema, or a typed reason why not. Never throws for
 * an agent that went wrong, and never makes up a value.
 *
 *     const asked = await askAgent(agent, {
 *       prompt: 'Does the plan cover the brief?',
 *       schema: z.object({ evidence: z.array(z.string()), covered: z.boolean() }),
 *       runId, workDir, signal,
 *     });
 *     if (!asked.ok) return inconclusive(asked.reason, asked.message);
 *     asked.value.covered
 *
 * - Fields come back in the order of the schema: put what was looked at before what is concluded from it. A verdict
 *   that is written first is defended afterwards.
 * - An agent that can be held to a schema is (`capabilities.structured`); any other is asked in words and its answer
 *   searched for the one JSON document in it (`json-answer.ts`). Both are checked against the schema here.
 * - An answer that does not fit is sent back once, with what is wrong with it. The second one counts or the question
 *   has failed, with the reason `malformed`.
 * - Failures are not asked again here: what may pass was retried by the agent. A missing answer is neither a yes nor
 *   a no; callers make it inconclusive.
 * - Prompts frame what others wrote as data: `framed` of contracts/material-frame.
 */
import { randomUUID } from 'node:crypto';
import { DEFAULT_RUN_LIMITS } from '@design-jury/contracts/defaults';
import type { AgentErrorKind } from '@design-jury/contracts/theater/critique';
import { z } from 'zod';
import { type AskDeadlines, listen, type Said } from './ask-turn.ts';
import { type Understood, understandJson } from './json-answer.ts';
import {
  type Agent,
  type AgentDelta,
  type AgentSession,
  AgentUnavailableError,
  type JsonSchema,
} from './session.ts';
import { type Budget, Spending, type Usage } from './spending.ts';

export type AskFailure = AgentErrorKind | 'unavailable' | 'interrupted' | 'budget_exceeded';

export type Asked<Value> =
  | { ok: true; value: Value; usage: Usage | null }
  | { ok: false; reason: AskFailure; message: string; usage: Usage | null };

export interface AskLimits extends AskDeadlines, Budget {
  /** Of one answer, where the agent's model can be held to it. */
  maxOutputTokens: number | null;
}

const DEFAULT_ASK_LIMITS: AskLimits = {
  firstByteTimeoutMs: DEFAULT_RUN_LIMITS.firstByteTimeoutMs,
  idleTimeoutMs: DEFAULT_RUN_LIMITS.idleTimeoutMs,
  totalTimeoutMs: 240_000,
  maxAnswerChars: 1_048_576,
  maxTokens: null,
  maxCostUsd: null,
  maxOutputTokens: null,
};

export interface AskQuestion {
  prompt: string;
  runId: string;
  /** Exists already: the run's own folder. */
  workDir: string;
  signal: AbortSignal;
  limits?: Partial<AskLimits>;
  /** Hears notices, thinking and usage as they come, for a screen or an event log. */
  onDelta?: (delta: AgentDelta) => void;
}

const MAX_REPEATED_CHARS = 4_000;

export async function askAgent<Value>(
  agent: Agent,
  question: AskQuestion & {
    schema: z.ZodType<Value>;
    /** The part of an answer that is meant. @default all of it */
    said?: (answer: string) => string;
    /** What is wrong with words around the document; null for what may be left out. @default they may be anything */
    beside?: (answer: string) => string | null;
  },
): Promise<Asked<Value>> {
  const shape = shapeOf(question.schema);
  const prompt = `${question.prompt}\n\n${shape.instruction}`;
  const read = (answer: string): Understood<Value> => {
    const said = question.said?.(answer) ?? answer;
    const message = question.beside?.(said) ?? null;
    return message === null ? understandJson(said, shape.reader) : { ok: false, message };
  };
  return withSession(agent, question, async (conversation) => {
    const first = await conversation.send(prompt, shape.json);
    if (!first.ok) return first;
    const once = read(first.value);
    if (once.ok) return once;
    const correction = `Your answer could not be used: ${once.message}\n\nAnswer the question again. ${shape.instruction}`;
    const again =
      agent.capabilities.turns === 'conversational'
        ? correction
        : `${prompt}\n\nYou were asked this before and answered:\n${quoted(first.value)}\n\n${correction}`;
    const second = await conversation.send(again, shape.json);
    if (!second.ok) return second;
    const corrected = read(second.value);
    return corrected.ok
      ? corrected
      : {
          ok: false,
          reason: 'malformed',
          message: `${agent.name} was asked twice and gave no usable answer: ${corrected.message}`,
        };
  });
}

/** The same without a schema: the whole answer as text. */
export async function askText(agent: Agent, question: AskQuestion): Promise<Asked<string>> {
  return withSession(agent, question, async (conversation) => {
    const said = await conversation.send(question.prompt, null);
    if (!said.ok || said.value.trim() !== '') return said;
    return { ok: false, reason: 'malformed', message: `${agent.name} gave an empty answer` };
  });
}

interface Conversation {
  send(prompt: string, schema: JsonSchema | null): Promise<Said>;
}

type Result<Value> = { ok: true; value: Value } | { ok: false; reason: AskFailure; message: string };

/** Opens what is needed, and leaves nothing running. */
async function withSession<Value>(
  agent: Agent,
  question: AskQuestion,
  work: (conversation: Conversation) => Promise<Result<Value>>,
): Promise<Asked<Value>> {
  const limits: AskLimits = { ...DEFAULT_ASK_LIMITS, ...question.limits };
  const spending = new Spending(limits, agent.capabilities.usage);
  const deadline = Date.now() + limits.totalTimeoutMs;
  let session: AgentSession | null = null;
  const conversation: Conversation = {
    async send(prompt, schema) {
      // A one-shot session takes one turn.
      if (session === null || agent.capabilities.turns === 'one-shot') {
        await session?.close();
        session = null;
        session = await agent.open(
          {
            // Several may be asked at once for one run; the end of one must not end the others.
            runId: `${question.runId}.${randomUUID()}`,
            subject: { kind: 'brief', text: question.prompt },
            workDir: question.workDir,
          },
          question.signal,
        );
      }
      const native = schema !== null && agent.capabilities.structured === 'native';
      return listen(
        session,
        {
          kind: 'ask',
          prompt,
          ...(native && { schema }),
          ...(limits.maxOutputTokens !== null && { maxOutputTokens: limits.maxOutputTokens }),
        },
        { ...question, name: agent.name, limits, spending, deadline },
      );
    },
  };
  try {
    return { ...(await work(conversation)), usage: spending.total };
  } catch (error) {
    if (!(error instanceof AgentUnavailableError)) throw error;
    const reason = question.signal.aborted ? 'interrupted' : 'unavailable';
    return { ok: false, reason, message: error.message, usage: spending.total };
  } finally {
    await closed(session);
  }
}

async function closed(session: AgentSession | null): Promise<void> {
  session?.interrupt();
  await session?.close();
}

interface Shape<Value> {
  json: JsonSchema;
  reader: z.ZodType<Value>;
  instruction: string;
}

/** Providers take only objects at the root, so anything else travels as the one field of an object. */
function shapeOf<Value>(schema: z.ZodType<Value>): Shape<Value> {
  const own = jsonSchemaOf(schema);
  const isObject = own.type === 'object' && own.properties !== undefined;
  const json = isObject ? own : jsonSchemaOf(z.object({ answer: schema }));
  const reader = isObject ? schema : z.object({ answer: schema }).transform(({ answer }) => answer as Value);
  return {
    json,
    reader,
    instruction: [
      'Answer with one JSON document and nothing else: no words around it, no code fence. It meets this JSON Schema; fill its fields in the order in which they stand there.',
      JSON.stringify(json),
    ].join('\n'),
  };
}

function jsonSchemaOf(schema: z.ZodType): Omit<z.core.JSONSchema.BaseSchema, '$schema'> {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Also where a reader looks at fields nobody asked for: nobody is asked for them.
      if (jsonSchema.type === 'object' && jsonSchema.properties !== undefined && allowsAnything(jsonSchema))
        jsonSchema.additionalProperties = false;
    },
  });
  return json;
}

function allowsAnything({ additionalProperties: others }: z.core.JSONSchema.BaseSchema): boolean {
  return others === undefined || (typeof others === 'object' && Object.keys(others).length === 0);
}

function quoted(answer: string): string {
  const cut = answer.length > MAX_REPEATED_CHARS ? `${answer.slice(0, MAX_REPEATED_CHARS)}…` : answer;
  return cut === '' ? '(nothing)' : cut;
}
