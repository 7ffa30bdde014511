import type { Hunk } from '../shell/diff-lines.ts';

const SIGNS: Record<Hunk['kind'], string> = { same: ' ', gone: '-', added: '+' };

/** Hunks as one text for `Patch`. The blank after the sign keeps a line of dashes from looking like a head. */
export function patchOf(hunks: readonly Hunk[], skippedWords: (count: number) => string): string {
  return hunks
    .flatMap(({ kind, lines, skipped }) => [
      ...(skipped > 0 ? [`@@ ${skippedWords(skipped)}`] : []),
      ...lines.map((line) => `${SIGNS[kind]} ${line}`),
    ])
    .join('\n');
}
