import type { DimView } from '@design-jury/contracts/fold';
import { score } from '../../i18n/i18n.ts';
import { Bar } from './Bar.tsx';

/** Every scored dimension with its sentence: the words are the critique. */
export function DimList({ dims, scale }: { dims: readonly DimView[]; scale: number }) {
  return (
    <dl class="dims">
      {dims.map((dim, index) => (
        // A dim may be scored twice in one turn; its place is its identity.
        <div class="dim" key={index}>
          <dt>
            <span class="dim-name">{dim.name}</span>
            <span class="dim-score">{dim.score === null ? '–' : score(dim.score)}</span>
          </dt>
          <dd>
            <Bar value={dim.score ?? 0} scale={scale} />
            {dim.note}
          </dd>
        </div>
      ))}
    </dl>
  );
}
