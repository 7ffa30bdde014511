/** Server-sent events read with `fetch`: the resume header is ours to set, and every name arrives. */
import { createLineSplitter } from './line-splitter.ts';

export interface Frame {
  event: string;
  /** Null for events that describe the present and are never repeated. */
  id: number | null;
  data: string;
}

/** One frame larger than this is no event of ours. */
const MAX_BUFFER_CHARS = 32 * 1024 * 1024;

/** Cuts text into frames; comments keep the line open and carry nothing. */
export function createFrameReader(): (text: string) => Frame[] {
  const lines = createLineSplitter();
  let open = 0;
  let event = 'message';
  let id: Frame['id'] = null;
  let data: string[] = [];
  return (text) => {
    const frames: Frame[] = [];
    open += text.length;
    for (const line of lines(text)) {
      const value = line.replace(/^\w+: ?/, '');
      if (/^event:/.test(line)) event = value;
      if (/^id:/.test(line)) id = Number(value);
      if (/^data:/.test(line)) data.push(value);
      if (line) continue;
      if (data.length) frames.push({ event, id, data: data.join('\n') });
      event = 'message';
      id = null;
      data = [];
      open = 0;
    }
    if (open > MAX_BUFFER_CHARS) throw new Error('events not readable');
    return frames;
  };
}

/** Yields what each piece of the stream brought, possibly nothing: that too is a sign of life. */
export async function* readFrames(response: Response): AsyncGenerator<Frame[]> {
  const cut = createFrameReader();
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield cut(piece.value);
  } finally {
    await reader.cancel().catch(() => {});
  }
}
