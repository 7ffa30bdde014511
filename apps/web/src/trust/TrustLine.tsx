import type { TrustLine as Line, Recalls } from '@design-jury/contracts/trust/line';
import { number, score, t } from '../i18n/i18n.ts';

/** All six quantities, always in the same order; what nobody computed is not known. */
export function TrustLine({ line }: { line: Line }) {
  return (
    <details class="still-open">
      <summary>{t('trust.line')}</summary>
      <Quantities parts={partsOf(line)} />
    </details>
  );
}

/** The recalls alone, for where there is no verdict to speak of. */
export function RecallLines({ recalls }: { recalls: Recalls }) {
  return <Quantities parts={recallParts(recalls)} />;
}

type Part = [name: string, value: string | null];

function Quantities({ parts }: { parts: readonly Part[] }) {
  return (
    <dl>
      {parts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? t('trust.unknown')}</dd>
        </div>
      ))}
    </dl>
  );
}

function partsOf({ coverage, noise, effectiveVotes, heldOut, ...recalls }: Line): Part[] {
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
    ...recallParts(recalls),
    [t('trust.noise'), noise && `±${noise.floor.toFixed(2)}`],
    [
      t('trust.effective'),
      effectiveVotes && `${score(effectiveVotes.votes)} / ${number(effectiveVotes.judges)}`,
    ],
    [t('trust.heldOut'), heldOut && t(heldOut.passes ? 'trust.passes' : 'trust.fails')],
  ];
}

function recallParts({ recall, knownRecall }: Recalls): Part[] {
  return [
    [
      t('trust.recall'),
      recall && t('trust.recallSeen', { ...seen(recall), mustFix: number(recall.mustFix) }),
    ],
    [t('trust.knownRecall'), knownRecall && t('trust.knownSeen', seen(knownRecall))],
  ];
}

function seen({ share, low, high, caught, planted }: NonNullable<Recalls['knownRecall']>) {
  return {
    share: share.toFixed(2),
    low: low.toFixed(2),
    high: high.toFixed(2),
    caught: number(caught),
    planted: number(planted),
  };
}
