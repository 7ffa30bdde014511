/** `claude --input-format stream-json`: one line for each user turn, one `result` line for each answer. */
import { ClaudeShape } from '../decoders/claude-like.ts';
import type { LineManners } from './line-dialogue.ts';

export const CLAUDE_STREAM: LineManners = {
  createShape: () => new ClaudeShape(true),
  greeting: [],
  ask: (text) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text }] },
    parent_tool_use_id: null,
    session_id: '',
  }),
  cancel: (nth) => ({
    type: 'control_request',
    request_id: `interrupt-${nth}`,
    request: { subtype: 'interrupt' },
  }),
  /** Permissions and hooks. */
  refuse: ({ type, request_id }) =>
    type === 'control_request'
      ? { type: 'control_response', response: { subtype: 'error', request_id, error: 'not available here' } }
      : null,
  costIsTotal: true,
};
