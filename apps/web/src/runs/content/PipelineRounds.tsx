import type { ContentRoundView, CriticView, PipelineFold } from '@design-jury/contracts/content/fold';
import { useNow } from '../../components/Theater/hooks/useNow.ts';
import { duration, said, score, t } from '../../i18n/i18n.ts';
import { Verdict } from '../Verdict.tsx';
import { WideTable } from '../WideTable.tsx';

export interface CriticPlace {
  round: number;
  advisorId: string;
}

interface PipelineRoundsProps {
  fold: PipelineFold;
  /** True while somebody is at work on it now. */
  isLive: boolean;
  chosen: CriticPlace | null;
  onChoose: (place: CriticPlace | null) => void;
}

/** Critics as rows, rounds as columns, and below them what the editor's rules made of each round. */
export function PipelineRounds({ fold, isLive, chosen, onChoose }: PipelineRoundsProps) {
  const { panel, rounds, pause } = fold;
  // Whoever was reading when the run was broken off will be asked again.
  const isBroken = pause?.kind === 'paused';
  const members = panel?.members ?? [];
  if (rounds.length === 0 || members.length === 0) return null;
  return (
    <section class="run-part">
      <h2>{t('content.rounds')}</h2>
      <WideTable label={t('content.rounds')}>
        <thead>
          <tr>
            <th scope="col">{t('content.critic')}</th>
            {rounds.map(({ n, decision }) => (
              <th scope="col" key={n} data-running={decision === null}>
                {t('critiqueTheater.round', { round: n })}
                <small>{t('content.draft', { draft: n })}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map(({ advisorId, name, domain }) => (
            <tr key={advisorId}>
              <th scope="row">
                {said(name)}
                {domain !== undefined && <small>{said(domain)}</small>}
              </th>
              {rounds.map(({ n, critics }) => {
                const isChosen = chosen?.round === n && chosen.advisorId === advisorId;
                return (
                  <td key={n}>
                    <Cell
                      critic={isBroken ? answered(critics[advisorId]) : critics[advisorId]}
                      resumedAt={pause?.at ?? ''}
                      isLive={isLive}
                      isChosen={isChosen}
                      onChoose={() => onChoose(isChosen ? null : { round: n, advisorId })}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
          <tr>
            <th scope="row">{t('content.average')}</th>
            {rounds.map((round) => (
              <td key={round.n}>
                <Average round={round} />
              </td>
            ))}
          </tr>
          <tr>
            <th scope="row">
              {t('content.step.decide')}
              <small>{t('content.editorRule')}</small>
            </th>
            {rounds.map((round) => (
              <td key={round.n}>
                <Decision round={round} />
              </td>
            ))}
          </tr>
        </tbody>
      </WideTable>
    </section>
  );
}

interface CellProps {
  critic: CriticView | undefined;
  resumedAt: string;
  isLive: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function Cell({ critic, resumedAt, isLive, isChosen, onChoose }: CellProps) {
  if (critic === undefined) return <Verdict tone="none" word={'content.waiting'} />;
  if (critic.state === 'reading')
    return (
      <>
        <Verdict tone="later" word={'content.reading'} />
        {critic.attempt > 1 && <small>{t('content.attempt', { attempt: critic.attempt })}</small>}
        {isLive && <Reading since={critic.since > resumedAt ? critic.since : resumedAt} />}
      </>
    );
  return (
    <button type="button" class="cell" aria-expanded={isChosen} onClick={onChoose}>
      {critic.state === 'failed' ? (
        <>
          <Verdict tone="broken" word={'content.failed'} />
          <small>{t('content.noCount')}</small>
        </>
      ) : (
        <>
          <span class="content-score">
            <b>{score(critic.score)}</b> {t('content.ofTen')}
          </span>
          <small>{issueWords(critic)}</small>
        </>
      )}
    </button>
  );
}

function answered(critic: CriticView | undefined): CriticView | undefined {
  return critic?.state === 'reading' ? undefined : critic;
}

function Reading({ since }: { since: string }) {
  return <small>{duration(useNow(true) - Date.parse(since))}</small>;
}

function issueWords({ issues }: Extract<CriticView, { state: 'scored' }>): string {
  if (issues.length === 0) return t('content.noIssues');
  const high = issues.filter(({ severity }) => severity === 'high').length;
  const all = t('content.issuesCount', { count: issues.length });
  return high === 0 ? all : `${all} · ${t('content.severity.high')}: ${high}`;
}

function Average({ round: { decision } }: { round: ContentRoundView }) {
  if (decision === null) return <Nothing />;
  if (decision.avgScore === null) return <>{t('content.nobodyScored')}</>;
  return (
    <span class="content-score">
      <b>{score(decision.avgScore)}</b> {t('content.ofTen')}
    </span>
  );
}

function Decision({ round: { decision } }: { round: ContentRoundView }) {
  if (decision === null) return <Nothing />;
  return (
    <>
      <Verdict
        tone={decision.decision === 'approve' ? 'good' : 'again'}
        word={`content.decision.${decision.decision}`}
      />
      <small>{t(`content.basis.${decision.basis}`, { high: decision.highIssueCount })}</small>
    </>
  );
}

function Nothing() {
  return (
    <span class="verdict" data-tone="none">
      –<span class="offscreen"> {t('content.undecided')}</span>
    </span>
  );
}
