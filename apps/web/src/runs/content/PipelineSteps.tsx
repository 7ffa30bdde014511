import type { PipelineFold } from '@design-jury/contracts/content/fold';
import { type StepView, stepsOf } from '@design-jury/contracts/content/standing';
import { t } from '../../i18n/i18n.ts';

const SIGNS: Record<StepView['status'], string> = {
  pending: '○',
  running: '●',
  complete: '✓',
  error: '✗',
  skipped: '–',
};

/** The way of a text, as the terminal draws it: what is done, what runs, what is to come. */
export function PipelineSteps({ fold }: { fold: PipelineFold }) {
  return (
    <ol class="content-steps" aria-label={t('content.steps')}>
      {stepsOf(fold).map(({ name, status }) => (
        <li key={name} data-status={status} aria-current={status === 'running' ? 'step' : undefined}>
          <span aria-hidden="true">{SIGNS[status]}</span> {t(`content.step.${name}`)}
          <span class="offscreen">: {t(`content.is.${status}`)}</span>
        </li>
      ))}
    </ol>
  );
}
