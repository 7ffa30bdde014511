/** What a scripted model is asked, and what it can do about it. */

export interface ModelMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  text: string;
}

/** A request of any dialect, as far as a script needs it. */
export interface ModelRequest {
  model: string;
  stream: boolean;
  /** In order; system text first. */
  messages: readonly ModelMessage[];
  /** Names of the tools the client offers. */
  tools: readonly string[];
  /** True where the client asks for JSON instead of prose. */
  wantsJson: boolean;
}

export type Act =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'tool_call'; name: string; input: Readonly<Record<string, unknown>> }
  /** The model's own no, in the place its API has for it. */
  | { type: 'refusal'; text: string }
  | { type: 'pause'; ms: number }
  /** Nothing more, ever; the client has to leave. */
  | { type: 'hang' }
  /** The connection is gone in the middle of the answer. */
  | { type: 'cut' }
  /** Only as the first act: an HTTP status instead of an answer. */
  | { type: 'status'; status: number; message: string; retryAfterS?: number }
  /** Only as the first act: a web page with status 200, as a network that asks to sign in answers. */
  | { type: 'page' };

/** `nth` counts the requests of this scenario on this server, from 1. */
export type Scenario = (request: ModelRequest, nth: number) => Iterable<Act>;

export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

/** A tokenizer nobody has to install: four characters to a token, always the same. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

export function promptText(request: ModelRequest): string {
  return request.messages.map(({ text }) => text).join('\n');
}
