import type { UnlockStep } from '@design-jury/contracts/trust/unlock';
import { commas } from '../i18n/commas.ts';
import { locale, said, score, t } from '../i18n/i18n.ts';

/** The least that would ship a run the gate refused. */
export function NextSteps({ steps, unseen }: { steps: readonly UnlockStep[]; unseen?: true | undefined }) {
  if (steps.length === 0) return null;
  const open = steps.filter(({ kind }) => kind === 'must_fix').length;
  return (
    <section class="still-open" aria-labelledby="next-steps">
      <h3 id="next-steps">{t('trust.next')}</h3>
      <ul>
        {open > 0 && <li>{t('trust.meet', { count: open })}</li>}
        {steps.map((step) => {
          const words = wordsOf(step);
          return words === null ? null : <li key={words}>{words}</li>;
        })}
      </ul>
      <p class="small">{t(unseen === true ? 'trust.unseen' : 'trust.least')}</p>
    </section>
  );
}

/** Must-fixes stand with their places above, and are only counted here. */
function wordsOf(step: UnlockStep): string | null {
  switch (step.kind) {
    case 'must_fix':
      return null;
    case 'page':
      return t('trust.bring');
    case 'vote':
      return t('trust.vote', { role: t(`critiqueTheater.role.${step.role}`), score: score(step.atLeast) });
    case 'raise': {
      const { from, to, dims } = step;
      const role = t(`critiqueTheater.role.${step.role}`);
      const low = commas(dims.map((dim) => `${said(dim.name)} ${score(dim.score)}`));
      const rise = t('trust.raise', { role, from: score(from), to: score(to) });
      const between = /^(?:ja|zh)/.test(locale()) ? '' : ' ';
      return low === '' ? rise : `${rise}${between}${t('trust.lowest', { dims: low })}`;
    }
  }
}
