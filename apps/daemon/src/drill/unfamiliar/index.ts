/** Every defect that was written without knowing the audits. Read AGENTS.md here before you look at one. */
import { A11Y } from './a11y.ts';
import { BRAND } from './brand.ts';
import { COPY } from './copy.ts';
import { CRITIC } from './critic.ts';
import type { Operator } from './operator.ts';

/** The day the pool was written: another pool is another figure, and no stored one is taken for it. */
export const POOL = '2026-11-17';

export const UNFAMILIAR: readonly Operator[] = [...CRITIC, ...BRAND, ...A11Y, ...COPY];
