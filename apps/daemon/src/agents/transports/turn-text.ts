/**
 * What a turn has said so far, where an agent may ask its model again behind our back. A whole message is
 * authoritative over the deltas that announced it; text that turns out not to count is withdrawn with a `restart`.
 */
import type { AgentDelta } from '../session.ts';

interface Part {
  id: string;
  pieces: string[];
  whole: boolean;
}

export class TurnText {
  #parts: Part[] = [];

  get isEmpty(): boolean {
    return this.#parts.every(({ pieces }) => pieces.length === 0);
  }

  clear(): void {
    this.#parts = [];
  }

  append(id: string, text: string): AgentDelta[] {
    if (text === '') return [];
    const last = this.#parts.at(-1);
    if (last?.id === id && !last.whole) last.pieces.push(text);
    else this.#parts.push({ id, pieces: [text], whole: false });
    return [{ type: 'text', text }];
  }

  /** The agent's last word on a message. `message` says why, should text have to be withdrawn. */
  whole(id: string, text: string, message: string): AgentDelta[] {
    const index = this.#parts.findLastIndex((part) => part.id === id);
    const part = this.#parts[index];
    if (part === undefined) {
      const deltas = this.append(id, text);
      const added = this.#parts.at(-1);
      if (added?.id === id) added.whole = true;
      return deltas;
    }
    part.whole = true;
    const said = part.pieces.join('');
    if (said === text) return [];
    part.pieces = text === '' ? [] : [text];
    const isLast = index === this.#parts.length - 1;
    if (isLast && text.startsWith(said)) return [{ type: 'text', text: text.slice(said.length) }];
    return this.#again(message);
  }

  /** Whatever was announced and never came whole does not count: the agent asks its model again. */
  withdrawUnfinished(message: string): AgentDelta[] {
    const kept = this.#parts.filter(({ whole }) => whole);
    if (kept.length === this.#parts.length) return [];
    this.#parts = kept;
    return this.#again(message);
  }

  /** Parts whose id begins so do not count, whole or not. */
  withdraw(prefix: string, message: string): AgentDelta[] {
    const kept = this.#parts.filter(({ id }) => !id.startsWith(prefix));
    if (kept.length === this.#parts.length) return [];
    this.#parts = kept;
    return this.#again(message);
  }

  /** Nothing of it counts. */
  withdrawAll(message: string): AgentDelta[] {
    if (this.isEmpty) return [];
    this.#parts = [];
    return this.#again(message);
  }

  #again(message: string): AgentDelta[] {
    const text = this.#parts.map(({ pieces }) => pieces.join('')).join('');
    return [{ type: 'restart', message }, ...(text === '' ? [] : [{ type: 'text', text } as const])];
  }
}
