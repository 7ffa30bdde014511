/** Audits of degree: signs that somebody decided how the page looks. Each that is missing tells what would raise the score. */
import type { Audit } from '../finding.ts';
import type { Page } from '../model/page.ts';

export interface Sign {
  met: boolean;
  /** What would make it so, beginning with a verb. */
  raise: string;
}

interface SignAudit extends Omit<Audit, 'run' | 'role' | 'tier' | 'severity'> {
  /** Null where the page has too little to show one. */
  signs(page: Page): readonly Sign[] | null;
}

/** Of a page without any of the signs: plain is not broken, and the other audits of the dim still speak. */
export const LEAST_GRADE = 0.2;

/** A missing sign is no fault of a place: it is no finding, it only keeps the score from its end. */
export function signAudit({ signs, ...audit }: SignAudit): Audit {
  return {
    ...audit,
    role: 'critic',
    severity: 'minor',
    tier: 'report',
    run(page) {
      if (page.gaps.style !== null) return { checked: 0, found: [], unmeasured: page.gaps.style };
      const all = signs(page);
      if (all === null) return { checked: 0, found: [] };
      const raise = all.filter(({ met }) => !met).map((sign) => sign.raise);
      const value = 1 - (1 - LEAST_GRADE) * (raise.length / all.length);
      return { checked: all.length, found: [], grade: { value, raise } };
    },
  };
}
