/** Faults as GitLab's code quality report: a JSON list, one entry per open fault. Pure. */
import { createHash } from 'node:crypto';
import type { MustFixSeverity } from '@design-jury/contracts/theater/critique';
import type { CheckResult } from './check-result.ts';
import { clean } from './clean.ts';

const SEVERITIES: Record<MustFixSeverity, 'critical' | 'major' | 'minor'> = {
  critical: 'critical',
  major: 'major',
  minor: 'minor',
};

/** The fingerprint is of file and id, so that GitLab knows a fault again when its line moves. */
export function codeQuality({ files }: CheckResult): string {
  const entries = files.flatMap(({ file, faults }) =>
    faults
      .filter(({ standing }) => standing === 'open')
      .map(({ id, rule, severity, text, line }) => ({
        description: clean(text),
        check_name: rule,
        fingerprint: createHash('sha256').update(`${file}\0${id}`).digest('hex'),
        severity: SEVERITIES[severity],
        location: { path: file, lines: { begin: line } },
      })),
  );
  return `${JSON.stringify(entries, null, 2)}\n`;
}
