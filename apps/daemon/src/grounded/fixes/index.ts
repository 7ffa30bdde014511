/** Which fix belongs to which audit, in the order they may be tried. Later stages have the last word. */
import { fixContrast } from './contrast.ts';
import type { Fixer } from './proposal.ts';

type Stage = ReadonlyMap<string, Fixer>;

const contrast: Stage = new Map([['contrast-text', fixContrast]]);

export const FIX_STAGES: readonly Stage[] = [contrast];
