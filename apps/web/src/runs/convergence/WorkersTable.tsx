import type { WorkerView } from '@design-jury/contracts/convergence/fold';
import type { ComponentChildren } from 'preact';
import { said, t } from '../../i18n/i18n.ts';
import type { Tone } from '../Verdict.tsx';
import { WideTable } from '../WideTable.tsx';

/** How each word of a vote looks, whatever is voted on. */
export const VOTE_TONES: Record<'agree' | 'disagree' | 'supplement' | 'verification-error', Tone> = {
  agree: 'good',
  disagree: 'bad',
  supplement: 'later',
  'verification-error': 'broken',
};

/** As the columns call them: an id is for the command line. */
export function workerName(workers: readonly WorkerView[], id: string): string {
  return said(workers.find((worker) => worker.id === id)?.name ?? id);
}

interface WorkersTableProps {
  label: string;
  /** What a row is. */
  first: string;
  workers: readonly WorkerView[];
  children: ComponentChildren;
}

/** A column for each worker, and one for what came of their votes. */
export function WorkersTable({ label, first, workers, children }: WorkersTableProps) {
  return (
    <WideTable label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {workers.map(({ id, name }) => (
            <th scope="col" key={id}>
              {said(name)}
            </th>
          ))}
          <th scope="col">{t('conv.class')}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </WideTable>
  );
}
