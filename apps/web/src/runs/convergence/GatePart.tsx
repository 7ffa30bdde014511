import type { ConvergenceFold, WorkerView } from '@design-jury/contracts/convergence/fold';
import type { Dissent, PlanItemClass, PlanVote } from '@design-jury/contracts/convergence/schema';
import { listOf, said, t } from '../../i18n/i18n.ts';
import { outcomeWord } from '../outcome-word.ts';
import { type Tone, Verdict } from '../Verdict.tsx';
import { VOTE_TONES, WorkersTable, workerName } from './WorkersTable.tsx';

const CLASS_TONES: Record<PlanItemClass, Tone> = {
  agreed: 'good',
  'dissent-isolated': 'ask',
  'majority-disagree': 'bad',
  undetermined: 'none',
};

interface GatePartProps {
  gate: NonNullable<ConvergenceFold['gate']>;
  workers: readonly WorkerView[];
}

/** The plan, item by item: how each worker voted, and what the gate made of it. */
export function GatePart({ gate: { result, gating, items, dissent }, workers }: GatePartProps) {
  return (
    <section class="run-part">
      <h2>
        {t('conv.gate')} <b>{outcomeWord(result)}</b> {!gating && <em class="tag">{t('conv.advice')}</em>}
      </h2>
      <WorkersTable label={t('conv.gate')} first={t('conv.item')} workers={workers}>
        {items.map(({ item, votes, class: kind }) => (
          <tr key={item.id}>
            <th scope="row">
              <code>{item.id}</code>
              <small>{said(item.text)}</small>
            </th>
            {workers.map(({ id }) => (
              <td key={id}>
                <ItemVote vote={votes[id]} />
              </td>
            ))}
            <td>
              <Verdict tone={CLASS_TONES[kind]} word={`conv.item.${kind}`} />
            </td>
          </tr>
        ))}
      </WorkersTable>
      {dissent.length > 0 && (
        <>
          <h3>{t('conv.dissent')}</h3>
          <ul class="plain-list">
            {together(dissent).map(({ itemId, voters, kind, reason }) => (
              <li key={`${itemId}${kind}${reason}`}>
                <code>{itemId}</code> <em class="tag">{t(`conv.breakage.${kindOf(kind)}`)}</em> {said(reason)}{' '}
                {voters.length < workers.length && (
                  <span class="small">({listOf(voters.map((voter) => workerName(workers, voter)))})</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** What several say in the same words is one line. */
function together(dissent: readonly Dissent[]) {
  const lines = new Map<string, Omit<Dissent, 'voter'> & { voters: string[] }>();
  for (const { voter, ...words } of dissent) {
    const key = JSON.stringify(words);
    const known = lines.get(key);
    if (known === undefined) lines.set(key, { ...words, voters: [voter] });
    else known.voters.push(voter);
  }
  return [...lines.values()];
}

function ItemVote({ vote }: { vote: PlanVote | undefined }) {
  const verdict = vote?.verdict ?? 'verification-error';
  return (
    <>
      <Verdict tone={VOTE_TONES[verdict]} word={`conv.vote.${verdict}`} />
      {vote?.verdict === 'disagree' && (
        <small>
          {kindsOf(vote)
            .map((kind) => t(`conv.breakage.${kind}`))
            .join(', ')}
        </small>
      )}
      {vote?.verdict === 'supplement' && <small>{said(vote.note)}</small>}
    </>
  );
}

/** A vote may name several; each kind is said once. */
function kindsOf({ kind, also = [] }: Extract<PlanVote, { verdict: 'disagree' }>) {
  return [...new Set([kind, ...also.map((other) => other.kind)])];
}

const KINDS = ['a', 'b', 'c', 'd', 'e'] as const;

function kindOf(kind: string): (typeof KINDS)[number] {
  return KINDS.find((known) => known === kind) ?? 'e';
}
