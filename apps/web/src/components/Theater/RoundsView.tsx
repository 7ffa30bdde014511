import type { PanelistRole } from '@design-jury/contracts/critique';
import type { CritiqueState } from '@design-jury/contracts/fold';
import { Fragment } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { DensityControl } from './DensityControl.tsx';
import { readDensity, saveDensity } from './density.ts';
import { PanelistLane } from './PanelistLane.tsx';
import { RoundDivider } from './RoundDivider.tsx';
import {
  activeRole,
  type Density,
  defaultRound,
  keptRound,
  laneForm,
  lanesOf,
  runOf,
} from './state/selectors.ts';

export interface RoundsViewProps {
  state: CritiqueState;
  /** The round the viewer chose; null follows the run. */
  chosen: number | null;
  onChoose: (round: number | null) => void;
  onTarget: (target: string | null) => void;
}

/** Dividers for every round, lanes for one of them. */
export function RoundsView({ state, chosen, onChoose, onTarget }: RoundsViewProps) {
  const [density, setDensity] = useState(readDensity);
  const [own, setOwn] = useState<Partial<Record<PanelistRole, boolean>>>({});
  const toggle = useCallback(
    (role: PanelistRole, open: boolean) => setOwn((before) => ({ ...before, [role]: open })),
    [],
  );
  const run = runOf(state);
  if (run === null) return null;
  const shown = chosen ?? defaultRound(state);
  const active = activeRole(state, shown);
  const kept = keptRound(state);
  const choose = (mode: Density): void => {
    setDensity(mode);
    saveDensity(mode);
    setOwn({});
  };
  const lanes = lanesOf(run, shown).map((lane) => {
    const form = laneForm(density, lane.role, active, own[lane.role]);
    return (
      <PanelistLane
        key={lane.role}
        lane={lane}
        form={form}
        scale={run.scale}
        onToggle={toggle}
        onTarget={onTarget}
      />
    );
  });
  return (
    <div class="rounds">
      <DensityControl density={density} onChoose={choose} />
      {run.rounds.map((round) => (
        <Fragment key={round.n}>
          <RoundDivider
            round={round}
            chosen={round.n === shown}
            kept={round.n === kept}
            onChoose={onChoose}
          />
          {round.n === shown && <div class="lanes">{lanes}</div>}
        </Fragment>
      ))}
      {!run.rounds.some(({ n }) => n === shown) && <div class="lanes">{lanes}</div>}
      {run.warnings.weak_debate !== undefined && <p class="remark">{t('critiqueTheater.weakDebate')}</p>}
    </div>
  );
}
