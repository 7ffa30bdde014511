/** How a command prints: for people at a screen, or in the literal grammar that programs and files have. */
import { oneOf } from './panel-flags.ts';
import type { Shell } from './shell.ts';

export type OutputFormat = 'screen' | 'literal';

/** Whoever pipes the output reads the grammar; whoever looks at it reads words. */
export function outputFormat(given: string | undefined, { outIsTty }: Pick<Shell, 'outIsTty'>): OutputFormat {
  return oneOf('format', given, ['screen', 'literal']) ?? (outIsTty ? 'screen' : 'literal');
}
