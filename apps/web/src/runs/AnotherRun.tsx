import type { RunRecord } from '@design-jury/contracts/run';
import { t } from '../i18n/i18n.ts';
import { jobPath } from '../jobs/jobs.ts';
import { pathOf } from '../router.ts';
import { kindWord } from './protocols.ts';

/**
 * Where a run that is over is begun anew: at its form, with its documents as they are now. A run of old documents would say again
 * what it has said.
 */
export function AnotherRun({ run }: { run: RunRecord }) {
  if (run.endedAt === null) return null;
  const href = formOf(run);
  return href === null ? null : (
    <p class="small">
      <a href={href} data-link>
        {t('runs.another', { kind: kindWord(run) })}
      </a>
    </p>
  );
}

function formOf({ protocol, title }: RunRecord): string | null {
  if (protocol === 'content') return pathOf('ideas', {});
  if (protocol === 'loop') return jobPath('loop');
  if (protocol !== 'convergence') return null;
  if (title.endsWith(': implementation-planning')) return jobPath('plan-check');
  return jobPath(title.endsWith(': final-verification') ? 'accept' : 'converge');
}
