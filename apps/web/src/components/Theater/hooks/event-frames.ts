/** Server-sent events read with `fetch`: the resume header is ours to set, and every name arrives. */

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
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    if (rest.length > MAX_BUFFER_CHARS) throw new Error('the event stream is not readable');
    return blocks.flatMap((block) => frameOf(block) ?? []);
  };
}

function frameOf(block: string): Frame | null {
  const frame: Frame = { event: 'message', id: null, data: '' };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const value = line.slice(colon + 1).replace(/^ /, '');
    switch (line.slice(0, colon)) {
      case 'event':
        frame.event = value;
        break;
      case 'id':
        frame.id = Number(value);
        break;
      case 'data':
        data.push(value);
    }
  }
  return data.length === 0 ? null : { ...frame, data: data.join('\n') };
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
