/** Every defect that can be planted, by the panelist who should see it. */
import type { Operator } from '../mutation.ts';
import { A11Y_OPERATORS } from './a11y.ts';
import { BRAND_OPERATORS } from './brand.ts';
import { COPY_OPERATORS } from './copy.ts';
import { CRITIC_OPERATORS } from './critic.ts';

export const OPERATORS: readonly Operator[] = [
  ...CRITIC_OPERATORS,
  ...BRAND_OPERATORS,
  ...A11Y_OPERATORS,
  ...COPY_OPERATORS,
];
