import { type ConvergenceFold, lastVote, type WorkerView } from '@design-jury/contracts/convergence/fold';
import type { Finding, FindingClass } from '@design-jury/contracts/convergence/schema';
import { useState } from 'preact/hooks';
import { said, t } from '../../i18n/i18n.ts';
import { type Tone, Verdict } from '../Verdict.tsx';
import { FindingDetail } from './FindingDetail.tsx';
import { VOTE_TONES, WorkersTable } from './WorkersTable.tsx';

const CLASS_TONES: Record<FindingClass, Tone> = {
  'full-consensus': 'good',
  'partial-consensus': 'good',
  contested: 'bad',
  'worker-unique': 'ask',
};

interface FindingsTableProps {
  fold: ConvergenceFold;
}

/** Findings as rows, workers as columns: the last word of each, and how the class changed over the rounds. */
export function FindingsTable({ fold }: FindingsTableProps) {
  const [open, setOpen] = useState<string | null>(null);
  const { workers, history, queue, findings } = fold;
  const shown = findings.find(({ id }) => id === open);
  if (findings.length === 0)
    return <p class="empty boxed">{t(fold.end === null ? 'conv.noneYet' : 'conv.none')}</p>;
  return (
    <>
      <WorkersTable label={t('conv.findings')} first={t('conv.findings')} workers={workers}>
        {findings.map((finding) => (
          <tr key={finding.id}>
            <th scope="row">
              <button
                type="button"
                class="cell row-title"
                aria-expanded={open === finding.id}
                onClick={() => setOpen(open === finding.id ? null : finding.id)}
              >
                <code>{finding.id}</code>
                <span>{said(finding.claim)}</span>
              </button>
            </th>
            {workers.map((worker) => (
              <td key={worker.id}>
                <WorkerWord finding={finding} worker={worker} />
              </td>
            ))}
            <td>
              <ClassWord
                finding={finding}
                history={history[finding.id] ?? []}
                isOpen={queue.includes(finding.id)}
              />
            </td>
          </tr>
        ))}
      </WorkersTable>
      {shown !== undefined && (
        <FindingDetail finding={shown} workers={workers} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function WorkerWord({ finding, worker: { id } }: { finding: Finding; worker: WorkerView }) {
  if (finding.notAsked.includes(id)) return <Verdict tone="none" word={'conv.notAsked'} />;
  const last = lastVote(finding, id);
  const earlier = finding.rounds.filter(
    ({ round, votes }) => votes[id] !== undefined && round !== last?.round,
  );
  return (
    <>
      {finding.discoveredBy.includes(id) && <Verdict tone="good" word={'conv.foundIt'} />}
      {last !== null && (
        <Verdict tone={VOTE_TONES[last.vote.verdict]} word={`conv.vote.${last.vote.verdict}`} />
      )}
      {last !== null && (
        <small>
          {t('critiqueTheater.round', { round: last.round })}
          {earlier.map(({ round, votes }) => (
            <span key={round}>
              {' '}
              ← {t(`conv.vote.${votes[id]?.verdict ?? 'agree'}`)} ({t('critiqueTheater.round', { round })})
            </span>
          ))}
        </small>
      )}
      {last === null && !finding.discoveredBy.includes(id) && (
        <span class="verdict" data-tone="none">
          –<span class="offscreen"> {t('conv.silent')}</span>
        </span>
      )}
    </>
  );
}

interface ClassWordProps {
  finding: Finding;
  history: readonly (FindingClass | null)[];
  isOpen: boolean;
}

function ClassWord({ finding, history, isOpen }: ClassWordProps) {
  const { classification, disputed, unverified, source } = finding;
  const changes = history.filter((one, index) => one !== null && one !== history[index - 1]);
  return (
    <>
      {classification === null ? (
        <Verdict tone="none" word={isOpen ? 'conv.open' : 'conv.unsettled'} />
      ) : (
        <Verdict tone={CLASS_TONES[classification]} word={`conv.class.${classification}`} />
      )}
      {changes.length > 1 && (
        <small>
          {changes
            .slice(0, -1)
            .map((one) => (one === null ? '' : t(`conv.class.${one}`)))
            .join(' → ')}{' '}
          → {t('conv.thisClass')}
        </small>
      )}
      {source === 'critic' && <em class="tag">{t('conv.critic')}</em>}
      {disputed && <em class="tag">{t('conv.disputed')}</em>}
      {unverified && <em class="tag">{t('conv.unverified')}</em>}
    </>
  );
}
