import type { WorkerView } from '@design-jury/contracts/convergence/fold';
import type { EvidenceRef, Finding } from '@design-jury/contracts/convergence/schema';
import { said, t } from '../../i18n/i18n.ts';
import { CellDetail } from '../CellDetail.tsx';
import { Verdict } from '../Verdict.tsx';
import { VOTE_TONES } from './WorkersTable.tsx';

interface FindingDetailProps {
  finding: Finding;
  workers: readonly WorkerView[];
  onClose: () => void;
}

/** One finding in full: what it rests on, and every vote of every round with what it rests on. */
export function FindingDetail({ finding, workers, onClose }: FindingDetailProps) {
  const { id, claim, originWorker, originEvidence, supplements, rounds } = finding;
  const nameOf = (worker: string): string => said(workers.find((one) => one.id === worker)?.name ?? worker);
  return (
    <CellDetail title={id} onClose={onClose}>
      <p>{said(claim)}</p>
      <p class="small">{t('conv.foundBy', { worker: nameOf(originWorker) })}</p>
      <EvidenceList list={originEvidence} />
      {rounds.map(({ round, votes }) => (
        <div key={round} class="pass-changes">
          <h3>{t('critiqueTheater.round', { round })}</h3>
          <ul>
            {Object.entries(votes).map(([worker, { verdict, disagreeBasis, rationale, evidence }]) => (
              <li key={worker}>
                <p>
                  <b>{nameOf(worker)}</b> <Verdict tone={VOTE_TONES[verdict]} word={`conv.vote.${verdict}`} />{' '}
                  {disagreeBasis !== null && <em class="tag">{t(`conv.basis.${disagreeBasis}`)}</em>}
                </p>
                {rationale !== '' && <p>{said(rationale)}</p>}
                <EvidenceList list={evidence} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {supplements.map(({ by, text }) => (
        <p key={`${by}${text}`}>
          <b>{nameOf(by)}</b> {text}
        </p>
      ))}
    </CellDetail>
  );
}

export function EvidenceList({ list }: { list: readonly EvidenceRef[] }) {
  if (list.length === 0) return null;
  return (
    <ul class="evidence">
      {list.map(({ kind, ref, line, quote }, index) => (
        <li key={index}>
          <em class="tag">{t(`conv.evidence.${kind}`)}</em>{' '}
          <code>{line === undefined ? ref : `${ref}:${line}`}</code>
          {quote !== undefined && quote !== '' && <q>{quote}</q>}
        </li>
      ))}
    </ul>
  );
}
