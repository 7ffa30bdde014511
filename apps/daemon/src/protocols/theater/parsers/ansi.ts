/** Finds where a terminal escape sequence ends, across chunks. Sequences are skipped, never interpreted. */

export const ESCAPE = '\u001b';

/** A runaway string sequence (OSC, DCS) gives up here and its rest is text again. */
const MAX_STRING_SEQUENCE = 4096;

type AnsiState = 'none' | 'escape' | 'csi' | 'string' | 'string_escape';

export interface AnsiSkipper {
  readonly inside: boolean;
  /** Consumes from `from` while inside a sequence; returns the index of the first character after it. */
  skip(text: string, from: number): number;
  begin(): void;
}

export function createAnsiSkipper(): AnsiSkipper {
  let state: AnsiState = 'none';
  let length = 0;

  function step(code: number): boolean {
    switch (state) {
      case 'escape':
        if (code === 0x5b) state = 'csi';
        else if (code === 0x5d || code === 0x50 || code === 0x58 || code === 0x5e || code === 0x5f) {
          state = 'string';
          length = 0;
        } else if (code < 0x20 || code > 0x2f) {
          state = 'none';
          // A lone ESC before a control character or non-ASCII text consumes nothing else.
          return code >= 0x30 && code <= 0x7e;
        }
        return true;
      case 'csi':
        if (code >= 0x20 && code <= 0x3f) return true;
        state = 'none';
        return code >= 0x40 && code <= 0x7e;
      case 'string':
        length++;
        if (code === 0x1b) state = 'string_escape';
        else if (code === 0x07) state = 'none';
        else if (code === 0x0a || length > MAX_STRING_SEQUENCE) {
          state = 'none';
          return false;
        }
        return true;
      case 'string_escape':
        state = 'none';
        return code === 0x5c;
      case 'none':
        return false;
    }
  }

  return {
    get inside() {
      return state !== 'none';
    },
    begin() {
      state = 'escape';
    },
    skip(text, from) {
      let i = from;
      while (state !== 'none' && i < text.length) {
        if (!step(text.charCodeAt(i))) break;
        i++;
      }
      return i;
    },
  };
}
