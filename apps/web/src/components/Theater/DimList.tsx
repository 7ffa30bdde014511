import type { DimView } from '@design-jury/contracts/theater/fold';
import { said, score } from '../../i18n/i18n.ts';

/** Every scored dimension with its sentence: the words are the critique. */
export function DimList({ dims, scale }: { dims: readonly DimView[]; scale: number }) {
  return (
    <dl class="dims">
      {dims.map((dim, index) => (
        // A dim may be scored twice in one turn; its place is its identity.
        <div class="dim" key={index}>
          <dt>
            <span class="dim-name">{said(dim.name)}</span>
            <span class="dim-score">{dim.score === null ? '–' : score(dim.score)}</span>
          </dt>
          <dd>
            <span class="bar" aria-hidden="true">
              <span class="bar-fill" style={{ width: `${percent(dim.score ?? 0, scale)}%` }} />
            </span>
            {said(dim.note)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function percent(value: number, scale: number): number {
  return scale > 0 ? Math.min(100, (value / scale) * 100) : 0;
}
