/** Fixture tools of the conformance suite that answer at once: the names, words and shapes are the suite's. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type ServedTool, ToolFault, textResult } from '../../served-tool.ts';

/** One red pixel. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A sound without samples. */
const SOUND = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
const MISSING_CAPABILITY = -32021;
const PAUSE_MS = 50;

export function tool(name: string, call: ServedTool['call'], more: Partial<ServedTool> = {}): ServedTool {
  return {
    name,
    description: `${name}, for the conformance suite`,
    input: z.object({}),
    tasks: 'never',
    call,
    ...more,
  };
}

const image = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const;

export const CONTENT_TOOLS: readonly ServedTool[] = [
  tool('test_simple_text', async () => textResult('This is a simple text response for testing.')),
  tool('test_image_content', async () => ({ content: [image] })),
  tool('test_audio_content', async () => ({
    content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }],
  })),
  tool('test_embedded_resource', async () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  })),
  tool('test_multiple_content_types', async () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      },
    ],
  })),
  tool('test_error_handling', () =>
    Promise.reject(new Error('This tool intentionally returns an error for testing')),
  ),
  tool('test_tool_with_progress', async ({ tell }) => {
    for (const at of [0, 50, 100]) {
      tell(`Completed step ${at} of 100`, { at, of: 100 });
      await delay(PAUSE_MS);
    }
    return textResult('done');
  }),
  tool('test_tool_with_logging', async ({ log }) => {
    for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await log(line);
      await delay(PAUSE_MS);
    }
    return textResult('done');
  }),
  tool('test_logging_tool', async ({ log }) => {
    await log('nobody asked for this');
    return textResult('done');
  }),
  tool('test_missing_capability', async ({ can }) => {
    if (!can.has('sampling'))
      throw new ToolFault(MISSING_CAPABILITY, 'this needs sampling', {
        requiredCapabilities: { sampling: {} },
      });
    return textResult('done');
  }),
];
