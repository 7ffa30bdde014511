import type { LoopFold, LoopPassView } from '@design-jury/contracts/loop/fold';
import type { CriticVerdict, PassOutcome } from '@design-jury/contracts/loop/schema';
import { type MessageKey, said, t } from '../../i18n/i18n.ts';
import { type Tone, Verdict } from '../Verdict.tsx';
import { WideTable } from '../WideTable.tsx';
import { criterionName } from './criterion-name.ts';
import { ADVERSARIAL, type Place } from './LoopCell.tsx';

/** How a pass ended, by the protocol's word for it. */
const PASS_WORDS: Record<PassOutcome, MessageKey> = {
  CONVERGED: 'loop.passed',
  CONTINUE: 'loop.continued',
  ESCALATE: 'loop.asked',
  'SAFETY CAP': 'loop.limit',
};
const TONES: Record<CriticVerdict, Tone> = { PASS: 'good', FAIL: 'bad', ESCALATE: 'ask', DEFER: 'later' };

interface LoopTableProps {
  loop: LoopFold;
  chosen: Place | null;
  onChoose: (place: Place | null) => void;
}

/** Criteria as rows, passes as columns: a row is the history of one verdict. */
export function LoopTable({ loop: { criteria, passes }, chosen, onChoose }: LoopTableProps) {
  const rows = [...criteria, { id: ADVERSARIAL, question: t('loop.adversarialQuestion') }];
  return (
    <WideTable label={t('loop.table')}>
      <thead>
        <tr>
          <th scope="col">{t('loop.criterion')}</th>
          {passes.map(({ n, outcome }) => (
            <th scope="col" key={n} data-running={outcome === null}>
              {t('loop.pass', { pass: n })}{' '}
              <small>{outcome === null ? t('critiqueTheater.roundOpen') : t(PASS_WORDS[outcome])}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, question }) => (
          <tr key={id}>
            <th scope="row">
              {/* Read out, and copied, as two. */}
              {said(question)} <small>{id === ADVERSARIAL ? t('loop.adversarial') : criterionName(id)}</small>
            </th>
            {passes.map((pass) => (
              <td key={pass.n}>
                <Cell
                  pass={pass}
                  id={id}
                  isChosen={chosen?.n === pass.n && chosen.id === id}
                  onChoose={onChoose}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}

interface CellProps {
  pass: LoopPassView;
  id: string;
  isChosen: boolean;
  onChoose: LoopTableProps['onChoose'];
}

function Cell({ pass, id, isChosen, onChoose }: CellProps) {
  const shown = id === ADVERSARIAL ? adversarialVerdict(pass) : criterionVerdict(pass, id);
  if (shown === null)
    return (
      <span class="verdict" data-tone="none">
        –<span class="offscreen"> {t('loop.notYet')}</span>
      </span>
    );
  const changes = pass.changes.filter(({ criterionId, kind }) => criterionId === id && kind !== 'failed');
  return (
    <button
      type="button"
      class="cell"
      aria-expanded={isChosen}
      onClick={() => onChoose(isChosen ? null : { n: pass.n, id })}
    >
      {shown}
      {changes.length > 0 && <small>{t('loop.changed')}</small>}
    </button>
  );
}

function criterionVerdict(pass: LoopPassView, id: string) {
  if (pass.invalid[id] !== undefined) return <Verdict tone="broken" word={'loop.invalid'} />;
  const verdict = pass.results[id]?.verdict;
  if (verdict !== undefined) return <Verdict tone={TONES[verdict]} word={`loop.verdict.${verdict}`} />;
  // A pass that waits for an answer has no verdicts yet, but what it asks is known.
  if (pass.escalations.some(({ criterionId }) => criterionId === id))
    return <Verdict tone="ask" word={'loop.verdict.ESCALATE'} />;
  return null;
}

function adversarialVerdict({ adversarial }: LoopPassView) {
  if (adversarial.length === 0) return null;
  // The burden is on "unrealistic": what nobody could judge counts as real.
  const isReal = adversarial.some(({ realistic }) => realistic !== false);
  return isReal ? (
    <Verdict tone="bad" word={'loop.realistic'} />
  ) : (
    <Verdict tone="good" word={'loop.unrealistic'} />
  );
}
