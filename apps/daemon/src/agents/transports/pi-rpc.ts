/** `pi --mode rpc`: commands and events, one per line. What it asks its user it has to do without. */
import { textAt } from '../decoders/json.ts';
import { PiShape } from '../decoders/pi.ts';
import type { LineManners } from './line-dialogue.ts';

export const PI_RPC: LineManners = {
  createShape: () => new PiShape(),
  greeting: [
    // Retries are ours.
    { type: 'set_auto_retry', enabled: false },
    { type: 'set_auto_compaction', enabled: false },
  ],
  ask: (message) => ({ type: 'prompt', message }),
  cancel: () => ({ type: 'abort' }),
  refuse: ({ type, id }) =>
    type === 'extension_ui_request' && typeof id === 'string'
      ? { type: 'extension_ui_response', id, cancelled: true }
      : null,
  rejected: (frame) =>
    frame.type === 'response' && frame.command === 'prompt' && frame.success === false
      ? (textAt(frame, 'error') ?? 'the prompt was refused')
      : null,
  isLast: ({ type, willRetry }) => type === 'agent_end' && willRetry !== true,
  costIsTotal: false,
};
