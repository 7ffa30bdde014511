import type { ProtocolId } from '@design-jury/contracts/run';
import { type MessageKey, t } from '../i18n/i18n.ts';

/** As `PROTOCOL_IDS` of the contracts, whose file would bring zod into the browser. */
export const PROTOCOL_WORDS: Record<ProtocolId, MessageKey> = {
  theater: 'runs.protocol.theater',
  loop: 'runs.protocol.loop',
  convergence: 'runs.protocol.convergence',
  content: 'runs.protocol.content',
};

/** One of a newer daemon is told by its own name. */
export function protocolWord(protocol: string): string {
  return Object.hasOwn(PROTOCOL_WORDS, protocol) ? t(PROTOCOL_WORDS[protocol as ProtocolId]) : protocol;
}

/** A cross-check of a plan and one of a delivery have forms, and names, of their own; its title tells which it is. */
const KINDS: readonly [title: RegExp, word: MessageKey][] = [
  [/: implementation-planning$/, 'runs.kind.plan'],
  [/: final-verification$/, 'runs.kind.accept'],
];

export function kindWord({ protocol, title }: { protocol: string; title: string }): string {
  const own = protocol === 'convergence' ? KINDS.find(([pattern]) => pattern.test(title)) : undefined;
  return own === undefined ? protocolWord(protocol) : t(own[1]);
}
