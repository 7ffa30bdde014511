/**
 * Serves tools, and the tasks they become. The SDK's own registry knows no tasks: it would hold what a task is answered with to
 * the tool's output schema, and turn errors of the protocol into results.
 */

import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  INVALID_PARAMS,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type RequestStateCodec,
  type Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { issueSentence } from '../../issue-words.ts';
import { currentTrace, inTrace, parseTraceparent, type TraceContext } from '../../trace-context.ts';
import {
  type Asked,
  isAsked,
  type ServedTool,
  type Step,
  type ToolCall,
  ToolFault,
  textResult,
} from './served-tool.ts';
import type { TaskDesk } from './tasks/desk.ts';
import { detailedTask, TASKS_EXTENSION, taskInfo } from './tasks/record.ts';

/** Calls and tasks under way at once, of all clients of a process. */
const MOST_CALLS = 16;

export interface ToolService {
  tools: readonly ServedTool[];
  tasks: TaskDesk;
  /** Seals what a client carries for us between two calls. */
  state: RequestStateCodec;
  places: { taken: number };
}

export function serveTools(server: Server, service: ToolService): void {
  const listed = service.tools.map(listedTool);
  server.registerCapabilities({ tools: {}, extensions: { [TASKS_EXTENSION]: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: listed }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    inTrace(traceOf(context), () => callNamed(server, service, params, context)),
  );
  serveTasks(server, service.tasks);
}

/** The client names the trace of a call where it has one: a connection, and a request, may carry many. */
function traceOf({ mcpReq }: ServerContext): TraceContext | null {
  const named = mcpReq._meta?.traceparent;
  return parseTraceparent(typeof named === 'string' ? named : null) ?? currentTrace();
}

async function callNamed(
  server: Server,
  service: ToolService,
  params: { name: string; arguments?: Record<string, unknown> | undefined },
  context: ServerContext,
) {
  const tool = service.tools.find(({ name }) => name === params.name);
  if (tool === undefined)
    throw new ProtocolError(INVALID_PARAMS, `there is no tool ${JSON.stringify(params.name)}`);
  const client = capabilitiesOf(server, context);
  const asTask = wantsTask(tool, context);
  const input = tool.input.safeParse(params.arguments ?? {});
  if (!input.success)
    return textResult(
      `The arguments of ${tool.name} are wrong: ${input.error.issues.map(issueSentence).join('; ')}.`,
      true,
    );
  const carried = context.mcpReq.requestState<{ tool?: unknown; state?: unknown }>();
  if (carried !== undefined && carried.tool !== tool.name)
    throw new ProtocolError(INVALID_PARAMS, 'this state belongs to another tool');
  const step: Step = {
    input: input.data,
    state: carried?.state ?? null,
    responses: context.mcpReq.inputResponses ?? {},
    run: null,
  };
  const call: ToolCall = { ...step, ...callOf(context, client) };
  const missing = (await tool.before?.(call)) ?? null;
  if (missing !== null) return asking(service, tool, missing, context);
  if (service.places.taken + service.tasks.working >= MOST_CALLS)
    return textResult(`${MOST_CALLS} calls are under way; call ${tool.name} again in a moment.`, true);
  // The SDK's type of this result knows no tasks; its wire does.
  if (asTask) {
    const task = await service.tasks.create(tool, step, call.can);
    return { content: [], resultType: 'task', ...taskInfo(task) };
  }
  service.places.taken += 1;
  try {
    const outcome = await tool.call(call);
    return isAsked(outcome) ? asking(service, tool, outcome, context) : outcome;
  } catch (error) {
    if (error instanceof ToolFault) throw new ProtocolError(error.code, error.message, error.data);
    if (error instanceof ProtocolError) throw error;
    return textResult(error instanceof Error ? error.message : String(error), true);
  } finally {
    service.places.taken -= 1;
  }
}

async function asking(
  service: ToolService,
  { name }: ServedTool,
  { ask, state }: Asked,
  context: ServerContext,
) {
  const requestState = state === null ? null : await service.state.mint({ tool: name, state }, context);
  return inputRequired({ inputRequests: ask, ...(requestState !== null && { requestState }) });
}

const TaskParams = z.looseObject({ taskId: z.string().max(100) });

function serveTasks(server: Server, tasks: TaskDesk): void {
  const known = <Task>(task: Task | null): Task => {
    if (task === null) throw new ProtocolError(INVALID_PARAMS, 'there is no such task, or it is forgotten');
    return task;
  };
  server.setRequestHandler('tasks/get', { params: TaskParams }, async ({ taskId }, context) => {
    requireTasks(context);
    return detailedTask(known(await tasks.get(taskId)));
  });
  server.setRequestHandler('tasks/update', { params: TaskParams }, async ({ taskId }, context) => {
    requireTasks(context);
    // The SDK takes them out of the parameters of every request.
    known(await tasks.update(taskId, context.mcpReq.inputResponses ?? {}));
    return {};
  });
  server.setRequestHandler('tasks/cancel', { params: TaskParams }, async ({ taskId }, context) => {
    requireTasks(context);
    known(await tasks.cancel(taskId));
    return {};
  });
}

/** Of this request where it says so, else of the whole connection. */
function capabilitiesOf(server: Server, context: ServerContext): ClientCapabilities {
  return declaredWith(context) ?? server.getClientCapabilities() ?? {};
}

/** Only requests of 2026-07-28 say what their client can. */
function declaredWith({ mcpReq }: ServerContext): ClientCapabilities | undefined {
  // The SDK has checked it, and gives it a type without fields.
  const envelope = mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY];
}

/** A task is an answer of 2026-07-28: a client that declares the extension in a session of before would not know it. */
function knowsTasks(context: ServerContext): boolean {
  return declaredWith(context)?.extensions?.[TASKS_EXTENSION] !== undefined;
}

function wantsTask({ tasks }: ServedTool, context: ServerContext): boolean {
  if (tasks === 'required') requireTasks(context);
  return tasks !== 'never' && knowsTasks(context);
}

function requireTasks(context: ServerContext): void {
  if (!knowsTasks(context))
    throw new MissingRequiredClientCapabilityError(
      { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
      'this needs a client that declares the tasks extension',
    );
}

function callOf({ mcpReq }: ServerContext, client: ClientCapabilities): Omit<ToolCall, keyof Step> {
  const token = mcpReq._meta?.progressToken;
  let count = 0;
  return {
    signal: mcpReq.signal,
    can: new Set(
      (['elicitation', 'sampling', 'roots'] as const).filter((name) => client[name] !== undefined),
    ),
    tell(message, progress) {
      if (token === undefined) return;
      count += 1;
      const params = {
        progressToken: token,
        progress: progress?.at ?? count,
        ...(progress !== undefined && { total: progress.of }),
        message,
      };
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
    log: (message) => mcpReq.log('info', message),
    began: () => Promise.resolve(),
  };
}

function listedTool(tool: ServedTool): Tool {
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: schemaOf(tool.input, 'input'),
    ...(tool.title !== undefined && { title: tool.title }),
    ...(tool.output !== undefined && { outputSchema: schemaOf(tool.output, 'output') }),
    ...(tool.annotations !== undefined && { annotations: tool.annotations }),
    ...(tool.meta !== undefined && { _meta: tool.meta }),
  };
}

function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): Tool['inputSchema'] {
  return { ...z.toJSONSchema(schema, { io }), type: 'object' } as Tool['inputSchema'];
}
