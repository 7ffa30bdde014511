import type { TrustLine as Line } from '@design-jury/contracts/trust/line';
import { number, score, t } from '../i18n/i18n.ts';

/** All five quantities, always in the same order; what nobody computed is not known. */
export function TrustLine({ line }: { line: Line }) {
  return (
    <details class="still-open">
      <summary>{t('trust.line')}</summary>
      <dl>
        {partsOf(line).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? t('trust.unknown')}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function partsOf({ coverage, recall, noise, effectiveVotes, heldOut }: Line): [string, string | null][] {
  return [
    [
      t('trust.coverage'),
      coverage &&
        t('trust.covered', {
          measured: coverage.measured,
          notMeasured: coverage.notMeasured,
          notMeasurable: coverage.notMeasurable,
        }),
    ],
    [
      t('trust.recall'),
      recall && `${recall.share.toFixed(2)} (${recall.low.toFixed(2)}–${recall.high.toFixed(2)})`,
    ],
    [t('trust.noise'), noise && `±${noise.floor.toFixed(2)}`],
    [
      t('trust.effective'),
      effectiveVotes && `${score(effectiveVotes.votes)} / ${number(effectiveVotes.judges)}`,
    ],
    [t('trust.heldOut'), heldOut && t(heldOut.passes ? 'trust.passes' : 'trust.fails')],
  ];
}
