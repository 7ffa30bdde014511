/** Every defect that can be planted, by the panelist who should see it. */
import type { Mutation } from '../mutation.ts';
import { A11Y_MUTATIONS } from './a11y.ts';
import { BRAND_MUTATIONS } from './brand.ts';
import { COPY_MUTATIONS } from './copy.ts';
import { CRITIC_MUTATIONS } from './critic.ts';

export const MUTATIONS: readonly Mutation[] = [
  ...CRITIC_MUTATIONS,
  ...BRAND_MUTATIONS,
  ...A11Y_MUTATIONS,
  ...COPY_MUTATIONS,
];
