import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import { t } from '../../i18n/i18n.ts';

/** One letter each, the same in every language; W is the copywriter's word. */
export const ROLE_LETTER: Record<PanelistRole, string> = {
  designer: 'D',
  critic: 'C',
  brand: 'B',
  a11y: 'A',
  copy: 'W',
};

export function roleName(role: PanelistRole): string {
  return t(`critiqueTheater.role.${role}`);
}
