import type { PanelistRole } from '@design-jury/contracts/theater/critique';
import type { CritiqueState, RoundView } from '@design-jury/contracts/theater/fold';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { locale, t } from '../../i18n/i18n.ts';
import { DensityControl } from './DensityControl.tsx';
import { readDensity, saveDensity } from './density.ts';
import { useRested } from './hooks/useRested.ts';
import { PanelistLane } from './PanelistLane.tsx';
import { RoundDividers } from './RoundDivider.tsx';
import {
  activeRole,
  type Density,
  defaultRound,
  keptRound,
  laneForm,
  lanesOf,
  runOf,
} from './state/selectors.ts';
import { type Turn, TurnTaker } from './TurnTaker.tsx';

export interface RoundsViewProps {
  state: CritiqueState;
  turn: Turn;
  /** The round the viewer chose; null follows the run. */
  chosen: number | null;
  onChoose: (round: number | null) => void;
  onTarget: (target: string | null) => void;
}

/** Dividers for every round, lanes for one of them. */
export function RoundsView({ state, turn, chosen, onChoose, onTarget }: RoundsViewProps) {
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
  const choose = useCallback(
    (round: number) => {
      onChoose(round);
      // A round from below the lanes has its divider above them now, a new button: the focus goes with it.
      setTimeout(() => document.querySelector<HTMLElement>('.round-divider[aria-expanded=true]')?.focus());
    },
    [onChoose],
  );
  const run = runOf(state);
  if (run === null) return null;
  const kept = keptRound(state);
  const below = run.rounds.findIndex(({ n }) => n === shown) + 1 || run.rounds.length;
  const dividers = (rounds: readonly RoundView[], above: boolean) => (
    <TurnTaker
      turn={turn}
      part="dividers"
      draw={() => <RoundDividers {...{ rounds, above, shown, kept }} onChoose={choose} />}
    />
  );
  const lanes = () =>
    lanesOf(run, shown).map((lane) => (
      <PanelistLane
        key={lane.role}
        lane={lane}
        form={laneForm(density, lane.role, rested ? active : null, own[lane.role])}
        scale={run.scale}
        sweeping={turn !== 'all'}
        onToggle={toggle}
        onTarget={onTarget}
      />
    ));
  return (
    <div class="rounds">
      {control}
      {dividers(run.rounds.slice(0, below), true)}
      <div class="lanes">
        <TurnTaker turn={turn} part="lanes" draw={lanes} />
      </div>
      {dividers(run.rounds.slice(below), false)}
      {run.warnings.weak_debate !== undefined && <p class="remark">{t('critiqueTheater.weakDebate')}</p>}
    </div>
  );
}
