import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { phaseWord } from '../../i18n/phase-word.ts';
import type { Connection } from '../../stream/follow-run.ts';
import type { EndNotesProps } from './EndNotes.tsx';
import { useNow } from './hooks/useNow.ts';
import { useTheaterKeys } from './hooks/useTheaterKeys.ts';
import { InterruptButton } from './InterruptButton.tsx';
import { LiveStatus } from './LiveStatus.tsx';
import { RoundsView } from './RoundsView.tsx';
import { RunMeta } from './RunMeta.tsx';
import { ScoreTicker } from './ScoreTicker.tsx';
import { ShipRule } from './ShipRule.tsx';
import { StageEnd } from './StageEnd.tsx';
import { StillOpen } from './StillOpen.tsx';
import type { StopQuestionProps } from './StopQuestion.tsx';
import { isOver, phaseOf, type TheaterState } from './state/reducer.ts';
import { compositeOf, defaultRound, runOf } from './state/selectors.ts';
import { type Turn, TurnTaker } from './TurnTaker.tsx';

export interface TheaterStageProps {
  state: TheaterState;
  /** A replay shows the rounds at once and offers nothing that would touch the run. */
  replaying: boolean;
  /** In a replay: the part that is drawn now. */
  turn?: Turn;
  connection: Connection;
  heardAt: number | null;
  problem: string | null;
  chosenRound: number | null;
  onChooseRound: (round: number | null) => void;
  onTarget: (target: string | null) => void;
  onInterrupt: () => void;
  onRetry: () => void;
  onReplay: () => void;
  /** What is said of an end beyond its badge; loaded by whoever shows the stage. */
  ended: (end: EndNotesProps) => ComponentChildren;
  /** What is asked before a run is stopped; loaded likewise. */
  asked: (question: StopQuestionProps) => ComponentChildren;
}

/** The rail: exactly one phase at a time, live and in replay alike. */
export function TheaterStage(props: TheaterStageProps) {
  const { state, replaying, chosenRound, onChooseRound, turn = 'all' } = props;
  const { critique } = state;
  const [asking, setAsking] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const phase = phaseOf(state);
  const run = runOf(critique);
  const over = isOver(critique);
  const stoppable = !replaying && (phase === 'running' || phase === 'queued');
  const ended = run?.rounds.filter(({ end }) => end !== null).length ?? 0;
  const now = useNow(!over && !replaying);

  const step = (direction: 1 | -1): void => {
    const next = (chosenRound ?? defaultRound(critique)) + direction;
    if (run?.rounds.some(({ n }) => n === next)) onChooseRound(next);
  };
  // A replay has keys of its own.
  useTheaterKeys(replaying ? {} : { onStep: step, ...(stoppable && { onEscape: () => setAsking(true) }) });

  const above = () => (
    <>
      <header class="theater-head">
        <h2 id="theater-title">{t('critiqueTheater.userFacingName')}</h2>
        <span class="phase" data-phase={phase}>
          {phaseWord(phase, compositeOf(critique), run?.threshold ?? 0)}
        </span>
        {!replaying && !over && phase !== 'idle' && (
          <InterruptButton
            interrupting={phase === 'interrupting'}
            asking={asking && stoppable}
            onAsk={setAsking}
            onInterrupt={props.onInterrupt}
            asked={props.asked}
          />
        )}
      </header>
      <LiveStatus state={critique} />
      {props.problem !== null && <p class="remark">{props.problem}</p>}
      {props.connection === 'lost' && <p class="remark">{t('critiqueTheater.reconnecting')}</p>}
      {phase === 'idle' && <p class="empty">{t('critiqueTheater.idle')}</p>}
      {phase === 'queued' && (
        <p class="empty">{t('critiqueTheater.queuePosition', { position: state.queuePosition ?? 1 })}</p>
      )}
      {run !== null && (
        <>
          <RunMeta
            run={run}
            running={!over}
            now={replaying ? Date.parse(run.updatedAt) : now}
            heardAt={props.heardAt}
          />
          {over ? (
            <>
              <StageEnd state={critique} />
              {props.ended({ state: critique, onRetry: replaying ? null : props.onRetry })}
            </>
          ) : (
            run.scale > 0 && <ScoreTicker run={run} composite={compositeOf(critique)} headline />
          )}
          <ShipRule state={critique} />
          {over && run.scale > 0 && ended > 0 && <ScoreTicker run={run} composite={null} headline={false} />}
          {over && !replaying && (
            <p class="actions">
              {run.rounds.length > 0 && (
                <button type="button" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
                  {unfolded ? t('critiqueTheater.collapse') : t('critiqueTheater.expand')}
                </button>
              )}
              <button type="button" onClick={props.onReplay}>
                {t('critiqueTheater.replay')}
              </button>
            </p>
          )}
        </>
      )}
    </>
  );
  return (
    <section class="theater" data-phase={phase} data-replaying={replaying} aria-labelledby="theater-title">
      <TurnTaker turn={turn} part="above" draw={above} />
      {run !== null &&
        (!over || unfolded || replaying ? (
          <RoundsView
            state={critique}
            turn={turn}
            chosen={chosenRound}
            onChoose={onChooseRound}
            onTarget={props.onTarget}
          />
        ) : (
          <StillOpen run={run} round={defaultRound(critique)} onTarget={props.onTarget} />
        ))}
    </section>
  );
}
