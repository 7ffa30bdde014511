import { describe, expect, test } from 'vitest';
import { readUpdate, UsageReader } from './acp-updates.ts';
import { BrokenFrameError } from './dialogue.ts';

const read = (update: object) => readUpdate({ sessionId: 's', update }, 's')?.update;

describe('updates', () => {
  test.each([
    [{ sessionUpdate: 'tool_call', title: 'ls' }, [{ type: 'notice', kind: 'progress', message: 'uses ls' }]],
    [{ sessionUpdate: 'tool_call' }, [{ type: 'notice', kind: 'progress', message: 'uses a tool' }]],
    [
      { sessionUpdate: 'notice', severity: 'info', message: 'm' },
      [{ type: 'notice', kind: 'progress', message: 'm' }],
    ],
    [{ sessionUpdate: 'notice' }, []],
    [{ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: '' } }, []],
    [{ sessionUpdate: 'plan', entries: [] }, []],
    [{ sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'the prompt again' } }, []],
  ])('%o', (update, deltas) => {
    expect(read(update)).toEqual({ type: 'deltas', deltas });
  });

  test('a picture in the answer is no text', () => {
    const update = {
      sessionUpdate: 'agent_message_chunk',
      content: { type: 'image', data: 'x' },
      messageId: 'm',
    };
    expect(read(update)).toEqual({ type: 'text', text: '', messageId: 'm' });
  });

  test('an update that is none breaks the protocol', () => {
    expect(() => readUpdate({ sessionId: 's' }, 's')).toThrow(BrokenFrameError);
  });
});

describe('what was used', () => {
  const usage = { inputTokens: 11, outputTokens: 7, totalTokens: 18 };
  const delta = { type: 'usage', inputTokens: 11, outputTokens: 7, costUsd: null };
  const quota = { _meta: { quota: { token_count: { input_tokens: 11, output_tokens: 7 } } } };

  test.each([
    ['response', { usage }, [delta]],
    ['response', {}, []],
    ['response-quota', quota, [delta]],
    ['response-quota', {}, []],
    ['chunk-meta', { usage }, []],
    ['none', { usage }, []],
  ] as const)('%s, at the end of a turn', (where, answer, deltas) => {
    expect(new UsageReader(where).ofResponse(answer)).toEqual(deltas);
  });

  test('a total is counted by its growth', () => {
    const reader = new UsageReader('response-total');
    expect(reader.ofResponse({ usage })).toEqual([delta]);
    expect(reader.ofResponse({ usage: { inputTokens: 22, outputTokens: 14 } })).toEqual([delta]);
    expect(reader.ofResponse({ usage: { inputTokens: 5, outputTokens: 5 } })).toEqual([
      { ...delta, inputTokens: 0, outputTokens: 0 },
    ]);
  });

  test('with a chunk', () => {
    expect(new UsageReader('chunk-meta').ofChunk({ _meta: { usage } })).toEqual([delta]);
    expect(new UsageReader('chunk-meta').ofChunk({})).toEqual([]);
    expect(new UsageReader('response').ofChunk({ _meta: { usage } })).toEqual([]);
  });
});
