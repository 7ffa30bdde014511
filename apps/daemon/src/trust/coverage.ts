/** How much of what could be asked of a page was decided. Pure. */
import type { CoverageCounts, TrustLine } from '@design-jury/contracts/trust/line';
import type { AuditResult } from '../measure/finding.ts';

type Coverage = NonNullable<TrustLine['coverage']>;

export function coverageOf(results: readonly AuditResult[]): Coverage {
  const roles: Coverage['roles'] = {};
  const all = none();
  for (const { audit, state, checked, undecided = 0 } of results) {
    roles[audit.role] ??= none();
    const own = roles[audit.role] ?? none();
    const kind = kindOf(state, checked, undecided);
    own[kind] += 1;
    all[kind] += 1;
  }
  return { ...all, roles };
}

function none(): CoverageCounts {
  return { measured: 0, notMeasured: 0, notMeasurable: 0 };
}

/** A question with nothing on the page that it could be about is neither a pass nor a gap. */
function kindOf(state: AuditResult['state'], checked: number, undecided: number): keyof CoverageCounts {
  if (state === 'not_applicable') return 'notMeasurable';
  if (state === 'unmeasured' || undecided > 0) return 'notMeasured';
  return state === 'pass' && checked === 0 ? 'notMeasurable' : 'measured';
}
