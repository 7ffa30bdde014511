import type { FleetReport } from '@design-jury/contracts/ops';
import { number, t } from '../i18n/i18n.ts';
import { dateTime } from '../i18n/moments.ts';
import { WideTable } from '../runs/WideTable.tsx';

/** The processes of a fleet, and what waits for them. */
export function NodeTable({ fleet: { nodes, queue } }: { fleet: FleetReport }) {
  return (
    <section class="run-part" aria-labelledby="ops-nodes">
      <h2 id="ops-nodes">{t('ops.nodes')}</h2>
      <p>{t('ops.queue', { waiting: number(queue.waiting), active: number(queue.active) })}</p>
      {queue.blocked.length > 0 && <p>{t('ops.blocked', { projects: queue.blocked.join(', ') })}</p>}
      <WideTable label={t('ops.nodes')}>
        <thead>
          <tr>
            <th scope="col">{t('ops.node')}</th>
            <th scope="col">{t('ops.nodeState')}</th>
            <th scope="col">{t('ops.nodeRuns')}</th>
            <th scope="col">{t('ops.agent')}</th>
            <th scope="col">{t('ops.nodeSeen')}</th>
          </tr>
        </thead>
        <tbody>
          {nodes.map(({ id, kind, state, running, concurrency, agents, seenAt }) => (
            <tr key={id}>
              <th scope="row">{`${id} (${t(`ops.nodeKind.${kind}`)})`}</th>
              <td>{t(`ops.state.${state}`)}</td>
              <td>{`${number(running)} / ${number(concurrency)}`}</td>
              <td>{agents.join(', ')}</td>
              <td>{dateTime(seenAt)}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </section>
  );
}
