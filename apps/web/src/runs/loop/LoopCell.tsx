import type { LoopFold, LoopPassView } from '@design-jury/contracts/loop/fold';
import { said, t } from '../../i18n/i18n.ts';
import { CellDetail } from '../CellDetail.tsx';
import { Reason } from '../Reason.tsx';
import { criterionName } from './criterion-name.ts';

/** The row of the failure scenario. No criterion can have this id: they have no lower-case letters. */
export const ADVERSARIAL = 'adversarial';

export interface Place {
  n: number;
  id: string;
}

interface LoopCellProps {
  loop: LoopFold;
  place: Place;
  onClose: () => void;
}

/** One verdict in full: the answer with its figures, what was found, what would mend it. */
export function LoopCell({ loop, place: { n, id }, onClose }: LoopCellProps) {
  const pass = loop.passes.find((one) => one.n === n);
  if (pass === undefined) return null;
  const name = id === ADVERSARIAL ? t('loop.adversarial') : criterionName(id);
  return (
    <CellDetail title={`${name} · ${t('loop.pass', { pass: n })}`} onClose={onClose}>
      {id === ADVERSARIAL ? <Scenarios pass={pass} /> : <Result pass={pass} id={id} />}
    </CellDetail>
  );
}

function Result({ pass, id }: { pass: LoopPassView; id: string }) {
  const result = pass.results[id];
  const problem = pass.invalid[id];
  // What a tool showed may be the very words of the answer or of a concern.
  const evidence = result?.evidence?.filter(
    (shown) => shown !== result.answer && !result.concerns.some(({ text }) => text === shown),
  );
  const asked = pass.escalations.filter(({ criterionId }) => criterionId === id);
  return (
    <>
      {problem !== undefined && <p class="remark">{t('loop.invalidWhy', { problem })}</p>}
      {result !== undefined && <Answer text={result.answer} />}
      {result !== undefined && result.concerns.length > 0 && (
        <ul class="plain-list">
          {result.concerns.map(({ key, text }) => (
            <li key={key}>
              {said(text)} {pass.newConcerns.includes(key) && <em class="tag">{t('loop.new')}</em>}
            </li>
          ))}
        </ul>
      )}
      <dl class="reasons">
        <Reason name={t('loop.fix')}>{said(result?.fix ?? '')}</Reason>
        <Reason name={t('loop.reason')}>{said(result?.reason ?? '')}</Reason>
        <Reason name={t('loop.evidence')}>{evidence?.map(said).join('; ')}</Reason>
        {asked.map(({ question, issue }) => (
          <Reason key={question} name={said(question)}>
            {said(issue)}
          </Reason>
        ))}
      </dl>
    </>
  );
}

/** "3 of 4 sections have content; …": what was counted, one below the other; an answer in prose stays whole. */
function Answer({ text }: { text: string }) {
  const counts = text.split('; ');
  if (counts.length < 2 || !counts.every((count) => /^\d+ of \d+ /.test(count))) return <p>{said(text)}</p>;
  return (
    <ul class="plain-list">
      {counts.map((count) => (
        <li key={count}>{said(count)}</li>
      ))}
    </ul>
  );
}

function Scenarios({ pass: { adversarial } }: { pass: LoopPassView }) {
  return (
    <>
      {adversarial.map(({ scenario, realistic, rationale, perspective }) => (
        <dl class="reasons" key={scenario}>
          <Reason name={perspective ?? t('loop.scenario')}>{said(scenario)}</Reason>
          <Reason name={realistic === false ? t('loop.unrealistic') : t('loop.realistic')}>
            {said(rationale)}
          </Reason>
        </dl>
      ))}
    </>
  );
}
