import type { CriticView, PipelineFold } from '@design-jury/contracts/content/fold';
import type { CritiqueIssue } from '@design-jury/contracts/content/schema';
import { said, score, t } from '../../i18n/i18n.ts';
import { CellDetail } from '../CellDetail.tsx';
import type { CriticPlace } from './PipelineRounds.tsx';

interface PipelineCriticProps {
  fold: PipelineFold;
  place: CriticPlace;
  onClose: () => void;
}

/** What one critic said of one draft, in its own words. */
export function PipelineCritic({ fold, place: { round, advisorId }, onClose }: PipelineCriticProps) {
  const critic = fold.rounds.find(({ n }) => n === round)?.critics[advisorId];
  const member = fold.panel?.members.find((one) => one.advisorId === advisorId);
  if (critic === undefined || critic.state === 'reading' || member === undefined) return null;
  const title = `${said(member.name)} · ${t('critiqueTheater.round', { round })}`;
  return (
    <CellDetail title={title} onClose={onClose}>
      {critic.state === 'failed' ? (
        <p class="remark">{t('content.failedWhy', { error: said(critic.error) })}</p>
      ) : (
        <Words critic={critic} domain={said(member.domain ?? member.name)} />
      )}
    </CellDetail>
  );
}

function Words({ critic, domain }: { critic: Extract<CriticView, { state: 'scored' }>; domain: string }) {
  const { issues, pass } = critic;
  const isStrong = issues.every(({ severity }) => severity === 'low');
  return (
    <>
      <p>
        <span class="content-score">
          <b>{score(critic.score)}</b> {t('content.ofTen')}
        </span>{' '}
        · {t(`content.pass.${pass ? 'true' : 'false'}`)}
      </p>
      {isStrong && <p class="strength">✓ {t('content.strength', { domain })}</p>}
      {issues.length === 0 ? (
        <p>{t('content.noIssues')}</p>
      ) : (
        <ul class="issues">
          {issues.toSorted(bySeverity).map((issue, index) => (
            <li key={index}>
              <span class="tag" data-severity={issue.severity}>
                {t(`content.severity.${issue.severity}`)}
              </span>{' '}
              {said(issue.description)}
              {issue.suggestion !== '' && (
                <p class="small">
                  {t('content.suggestion')}: {said(issue.suggestion)}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const ORDER: Record<CritiqueIssue['severity'], number> = { high: 0, medium: 1, low: 2 };

function bySeverity(one: CritiqueIssue, other: CritiqueIssue): number {
  return ORDER[one.severity] - ORDER[other.severity];
}
