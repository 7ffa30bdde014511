/** What an agent says again after its model was cut off, as one process. */
import { describe, expect, test } from 'vitest';
import type { AgentDelta } from '../session.ts';
import { decodeClaude } from './claude-like.ts';
import { decodeCodex } from './codex.ts';
import { decodeCopilot } from './copilot.ts';
import type { CreateDecoder } from './decoder.ts';
import { decodeGemini } from './gemini.ts';
import { decodeOpencode } from './opencode.ts';
import { decodePi } from './pi.ts';

const HALF = '<CRITIQUE_RUN version="1" maxRounds="3" threshold="8"><ROUND n="1">one and';
const WHOLE = `${HALF} two</ROUND>`;
const EXIT = { code: 0, signal: null, stderrTail: '' };

function decode(createDecoder: CreateDecoder, lines: readonly object[]): AgentDelta[] {
  const decoder = createDecoder();
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return [...decoder.write(bytes), ...decoder.end(EXIT)];
}

/** What counts in the end. */
function standing(deltas: readonly AgentDelta[]): string {
  const from = deltas.findLastIndex(({ type }) => type === 'restart') + 1;
  return deltas
    .slice(from)
    .map((delta) => (delta.type === 'text' ? delta.text : ''))
    .join('');
}

const event = (event: object): object => ({ type: 'stream_event', parent_tool_use_id: null, event });
const start = (id: string): object => event({ type: 'message_start', message: { id } });
const delta = (text: string): object =>
  event({ type: 'content_block_delta', delta: { type: 'text_delta', text } });
const assistant = (id: string, text: string): object => ({
  type: 'assistant',
  message: { id, content: [{ type: 'text', text }] },
});
const retry = (data: object): object => ({ type: 'system', subtype: 'retry', data });
const RESULT = { type: 'result', subtype: 'success', result: '' };

/** The same words twice without anything that says so, as each shape tells them. */
const SILENT: readonly (readonly [string, CreateDecoder, readonly object[]])[] = [
  [
    'claude-like',
    decodeClaude,
    [start('a'), delta(HALF), delta(WHOLE), assistant('a', HALF + WHOLE), RESULT],
  ],
  [
    'gemini',
    decodeGemini,
    [
      { type: 'message', role: 'assistant', content: HALF, delta: true },
      { type: 'message', role: 'assistant', content: WHOLE, delta: true },
      { type: 'result', status: 'success' },
    ],
  ],
  [
    'codex',
    decodeCodex,
    [
      { type: 'item.completed', item: { id: '0', type: 'agent_message', text: HALF } },
      { type: 'item.completed', item: { id: '1', type: 'agent_message', text: WHOLE } },
      { type: 'turn.completed', usage: {} },
    ],
  ],
  [
    'pi',
    decodePi,
    [
      { type: 'message_update', assistantMessageEvent: { type: 'text_delta', delta: HALF } },
      { type: 'message_update', assistantMessageEvent: { type: 'text_delta', delta: WHOLE } },
      {
        type: 'message_end',
        message: { role: 'assistant', stopReason: 'stop', content: [{ type: 'text', text: HALF + WHOLE }] },
      },
      { type: 'agent_end' },
    ],
  ],
];

describe('an answer that is told again', () => {
  test.each(SILENT)('%s: without a word about it, the second telling counts', (_shape, decoder, lines) => {
    const deltas = decode(decoder, lines);
    expect(deltas.filter(({ type }) => type === 'restart')).toHaveLength(1);
    expect(standing(deltas)).toBe(WHOLE);
    expect(deltas.at(-1)).toEqual({ type: 'end' });
  });

  test('an answer that ends with the words it began with keeps them', () => {
    const opening = HALF.slice(0, 20);
    const deltas = decode(decodeClaude, [start('a'), delta(WHOLE), delta(opening), RESULT]);
    expect(standing(deltas)).toBe(WHOLE + opening);
    expect(deltas.at(-1)).toEqual({ type: 'end' });
  });
});

describe('a retry that qwen announces', () => {
  test('with its text kept, a model that goes on is heard through', () => {
    const deltas = decode(decodeClaude, [
      start('a'),
      delta(HALF),
      retry({ preserveText: true, discardedToolCalls: 0 }),
      delta(' two</ROUND>'),
      assistant('a', WHOLE),
      RESULT,
    ]);
    expect(deltas.map(({ type }) => type)).toEqual(['text', 'notice', 'text', 'end']);
    expect(standing(deltas)).toBe(WHOLE);
  });

  test('without, the message that was closed before it does not count', () => {
    const deltas = decode(decodeClaude, [
      start('a'),
      delta('Something else'),
      assistant('a', 'Something else'),
      retry({ preserveText: false, discardedToolCalls: 0 }),
      start('b'),
      delta(WHOLE),
      assistant('b', WHOLE),
      RESULT,
    ]);
    expect(standing(deltas)).toBe(WHOLE);
  });

  test('a message that a tool has answered stays: another one was cut', () => {
    const deltas = decode(decodeClaude, [
      start('a'),
      delta('First a look. '),
      assistant('a', 'First a look. '),
      { type: 'user', message: { content: [{ type: 'tool_result' }] } },
      retry({ preserveText: false, discardedToolCalls: 0 }),
      start('b'),
      delta(WHOLE),
      assistant('b', WHOLE),
      RESULT,
    ]);
    expect(standing(deltas)).toBe(`First a look. ${WHOLE}`);
  });
});

test.each([
  ['copilot', decodeCopilot, { type: 'assistant.turn_start' }, { type: 'result', exitCode: 0 }],
  ['opencode', decodeOpencode, { type: 'step_start' }, { type: 'step_finish', part: { reason: 'stop' } }],
])(
  'every further question of %s to its model is a step: nothing else tells of a loop',
  (_, decoder, turn, last) => {
    const steps = decode(decoder, [turn, turn, turn, last]);
    expect(steps.map((delta) => (delta.type === 'notice' ? delta.kind : delta.type))).toEqual([
      'progress',
      'progress',
      'end',
    ]);
  },
);
