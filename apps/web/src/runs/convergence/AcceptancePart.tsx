import type { WorkerView } from '@design-jury/contracts/convergence/fold';
import type { Acceptance, AcceptanceVerdict } from '@design-jury/contracts/convergence/schema';
import { type MessageKey, said, t } from '../../i18n/i18n.ts';
import { type Tone, Verdict } from '../Verdict.tsx';
import { EvidenceList } from './FindingDetail.tsx';
import { workerName } from './WorkersTable.tsx';

const TONES: Record<AcceptanceVerdict, Tone> = {
  accepted: 'good',
  'conditional-accept': 'ask',
  blocked: 'bad',
  unproved: 'none',
};

const SEVERITIES = ['critical', 'major', 'minor'] as const;

/** A risk has a word of its worker; one we know is told in the reader's language. */
function severityWord(severity: string): string {
  const known = SEVERITIES.find((one) => one === severity);
  return known === undefined ? severity : t(`critiqueTheater.severity.${known}`);
}

interface AcceptancePartProps {
  acceptance: Acceptance;
  workers: readonly WorkerView[];
}

/** Whether delivered work may go out: what stands in its way, what is left as a risk, what covers what was asked. */
export function AcceptancePart({ acceptance, workers }: AcceptancePartProps) {
  const { verdict, blockers, risks, requirements, workerVerdicts } = acceptance;
  // Conditions that are requirements are no acceptance: the exit code says so, too.
  const isLate = verdict === 'conditional-accept' && requirements.some(({ blocker }) => blocker !== null);
  const word: MessageKey = isLate ? 'outcome.undelivered' : `conv.accept.${verdict}`;
  const isSplit = new Set(workerVerdicts.flatMap(({ verdict: own }) => own ?? [])).size > 1;
  return (
    <section class="run-part">
      <h2>
        {t('conv.acceptance')} <Verdict tone={isLate ? 'bad' : TONES[verdict]} word={word} />
      </h2>
      {isSplit && <p class="remark">{t('conv.verdictsDiffer')}</p>}
      {workerVerdicts.length > 0 && (
        <>
          <h3>{t('conv.verdicts')}</h3>
          <ul class="plain-list">
            {workerVerdicts.map(({ worker, verdict: own, supports }) => (
              <li key={worker}>
                {workerName(workers, worker)}{' '}
                {own === null ? (
                  <Verdict tone="none" word="conv.noResult" />
                ) : (
                  <Verdict tone={TONES[own]} word={`conv.accept.${own}`} />
                )}{' '}
                <span class="small nowrap">{supports.join(', ')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {blockers.length > 0 && <h3>{t('conv.blockers', { count: blockers.length })}</h3>}
      <ul class="plain-list">
        {blockers.map(({ id, severity, statement, evidence, followUpPhase }) => (
          <li key={id}>
            <p>
              <code>{id}</code> <em class="tag">{severityWord(severity)}</em> {said(statement)}
            </p>
            {followUpPhase !== null && (
              <p class="small">{t('conv.followUp', { phase: t(`conv.phase.${followUpPhase}`) })}</p>
            )}
            <EvidenceList list={evidence} />
          </li>
        ))}
      </ul>
      {risks.length > 0 && <h3>{t('conv.risks', { count: risks.length })}</h3>}
      <ul class="plain-list">
        {risks.map(({ statement, severity, evidence, escalationTrigger }) => (
          <li key={statement}>
            <p>
              <em class="tag">{severityWord(severity)}</em> {said(statement)}
            </p>
            <p class="small">{t('conv.trigger', { trigger: said(escalationTrigger) })}</p>
            <EvidenceList list={evidence} />
          </li>
        ))}
      </ul>
      {requirements.length > 0 && <h3>{t('conv.requirements')}</h3>}
      <ul class="plain-list">
        {requirements.map(({ id, text, artifacts, blocker }) => (
          <li key={id}>
            <p>
              <code>{id}</code>{' '}
              <Verdict
                tone={blocker === null ? 'good' : 'bad'}
                word={blocker === null ? 'conv.covered' : 'conv.uncovered'}
              />{' '}
              {text}
            </p>
            <EvidenceList list={artifacts.map(({ ref }) => ref)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
