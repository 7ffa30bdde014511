import type { CritiqueState } from '@design-jury/contracts/theater/fold';
import type { CheckedClaim, Grounding, RoleGrounding } from '@design-jury/contracts/theater/grounding';
import { t } from '../i18n/i18n.ts';

/** A role that scores itself this much above the measurement is worth a line. */
const NOTABLE = 0.5;

interface GroundingNotesProps {
  state: CritiqueState;
  round: number | undefined;
}

/** What instruments say about the page of a round, and about what was said of it; nothing where nobody measured. */
export function GroundingNotes({ state, round }: GroundingNotesProps) {
  const grounding = state.phase === 'idle' ? undefined : state.rounds.find(({ n }) => n === round)?.grounding;
  return grounding === undefined ? null : <Notes grounding={grounding} />;
}

function Notes({ grounding }: { grounding: Grounding }) {
  const { mode, roles, claims, blocking, unmeasured } = grounding;
  const inflated = roles.filter(({ inflation }) => (inflation ?? 0) >= NOTABLE);
  const refutedFirst = claims.toSorted(
    (a, b) => Number(a.verdict !== 'refuted') - Number(b.verdict !== 'refuted'),
  );
  return (
    <section class="grounding" aria-label={t('grounding.title')}>
      <h2>{t('grounding.title')}</h2>
      <p>
        {unmeasured !== null
          ? t('grounding.unmeasured', { reason: unmeasured })
          : blocking === 0
            ? t('grounding.none')
            : t(mode === 'gate' ? 'grounding.blocking' : 'grounding.advised', { count: blocking })}
      </p>
      <ul>
        {refutedFirst.map((claim) => (
          <Claim key={`${claim.role}${claim.claim}${claim.measured}`} claim={claim} />
        ))}
        {inflated.map((role) => (
          <li key={role.role}>{inflationWords(role)}</li>
        ))}
      </ul>
    </section>
  );
}

function Claim({ claim: { role, claim, verdict, measured } }: { claim: CheckedClaim }) {
  return (
    <li class={verdict === 'refuted' ? 'remark' : undefined}>
      <b>{t(`grounding.${verdict}`)}</b>{' '}
      {t('grounding.said', { role: t(`critiqueTheater.role.${role}`), claim })}
      <br />
      {measured}
    </li>
  );
}

function inflationWords({ role, claimed, measured, inflation }: RoleGrounding): string {
  return t('grounding.inflated', {
    role: t(`critiqueTheater.role.${role}`),
    claimed: claimed ?? 0,
    measured: measured ?? 0,
    inflation: inflation ?? 0,
  });
}
