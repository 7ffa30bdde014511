import { type MessageKey, t } from '../i18n/i18n.ts';

/** The sign beside the word: colour is never the only one to tell. */
const SIGNS = { good: '✓', bad: '✕', ask: '?', again: '↻', later: '…', none: '–', broken: '!' } as const;
export type Tone = keyof typeof SIGNS;

export function Verdict({ tone, word }: { tone: Tone; word: MessageKey }) {
  return (
    <span class="verdict" data-tone={tone}>
      <span aria-hidden="true">{SIGNS[tone]}</span> {t(word)}
    </span>
  );
}
