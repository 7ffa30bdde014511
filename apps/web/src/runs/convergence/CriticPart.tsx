import type { ConvergenceFold } from '@design-jury/contracts/convergence/fold';
import { said, t } from '../../i18n/i18n.ts';
import { plural } from '../../i18n/plural.ts';

interface CriticPartProps {
  critic: NonNullable<ConvergenceFold['critic']>;
  words: readonly string[];
  dropped: ConvergenceFold['dropped'];
}

/** What the critic raised and what became of it. One looks for gaps, the other argues against acceptance. */
export function CriticPart({ critic, words, dropped }: CriticPartProps) {
  const { provider, mode, gapsProposed = 0, gapsMerged = 0 } = critic;
  const { candidatesProposed = 0, confirmedBlockers = 0, downgradedToResidual = 0 } = critic;
  return (
    <section class="run-part">
      <h2>{t(mode === undefined ? 'conv.critic' : 'conv.acceptanceCritic')}</h2>
      <p>
        {mode === undefined
          ? t('conv.criticDid', { provider, proposed: gapsProposed, merged: gapsMerged })
          : t(`conv.acceptanceCriticDid.${plural(candidatesProposed)}`, {
              provider,
              proposed: candidatesProposed,
              confirmed: confirmedBlockers,
              risks: downgradedToResidual,
            })}
      </p>
      {dropped.length > 0 && (
        <ul class="plain-list">
          {dropped.map(({ id, claim }) => (
            <li key={id}>
              <code>{id}</code> {said(claim)} <em class="tag">{t('conv.dropped')}</em>
            </li>
          ))}
        </ul>
      )}
      {words.length > 0 && (
        <details class="critic-said">
          <summary>{t('conv.criticSaid', { count: words.length })}</summary>
          <ul class="plain-list">
            {words.map((text, index) => (
              <li key={index}>{said(text)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
