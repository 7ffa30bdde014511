import type { PanelistRole } from '@design-jury/contracts/critique';
import type { CritiqueState } from '@design-jury/contracts/fold';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { locale, t } from '../../i18n/i18n.ts';
import { DensityControl } from './DensityControl.tsx';
import { readDensity, saveDensity } from './density.ts';
import { useRested } from './hooks/useRested.ts';
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
  const shown = chosen ?? defaultRound(state);
  const active = activeRole(state, shown);
  // A hand that moves over the timeline passes a panelist in a frame: lanes keep their place until it rests.
  const rested = useRested(`${shown} ${active}`) || chosen !== null;
  const control = useMemo(() => {
    const choose = (mode: Density): void => {
      setDensity(mode);
      saveDensity(mode);
      setOwn({});
    };
    return <DensityControl density={density} onChoose={choose} />;
  }, [density, locale()]);
  const run = runOf(state);
  if (run === null) return null;
  const kept = keptRound(state);
  const lanes = lanesOf(run, shown).map((lane) => {
    const form = laneForm(density, lane.role, rested ? active : null, own[lane.role]);
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
  const dividers = run.rounds.map((round) => (
    <RoundDivider
      key={round.n}
      round={round}
      chosen={round.n === shown}
      kept={round.n === kept}
      onChoose={onChoose}
    />
  ));
  const below = run.rounds.findIndex(({ n }) => n === shown) + 1 || dividers.length;
  return (
    <div class="rounds">
      {control}
      {/* One list: the lanes of the next round are the same nodes, one divider further down. */}
      {[
        ...dividers.slice(0, below),
        <div key="lanes" class="lanes">
          {lanes}
        </div>,
        ...dividers.slice(below),
      ]}
      {run.warnings.weak_debate !== undefined && <p class="remark">{t('critiqueTheater.weakDebate')}</p>}
    </div>
  );
}
