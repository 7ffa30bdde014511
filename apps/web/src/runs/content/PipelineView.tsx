import { EMPTY_PIPELINE, foldPipeline, type PipelineFold } from '@design-jury/contracts/content/fold';
import { standingOf } from '@design-jury/contracts/content/standing';
import { useState } from 'preact/hooks';
import { said, score, t } from '../../i18n/i18n.ts';
import { plural } from '../../i18n/plural.ts';
import type { RunViewProps } from '../run-view.ts';
import { useFold } from '../use-moment.ts';
import { contentTypeWord } from './content-type-word.ts';
import { PipelineCritic } from './PipelineCritic.tsx';
import { PipelineDeployment } from './PipelineDeployment.tsx';
import { PipelineDrafts } from './PipelineDrafts.tsx';
import { PipelineGuards } from './PipelineGuards.tsx';
import { PipelinePanel } from './PipelinePanel.tsx';
import { type CriticPlace, PipelineRounds } from './PipelineRounds.tsx';
import { PipelineStanding } from './PipelineStanding.tsx';
import { PipelineSteps } from './PipelineSteps.tsx';
import '../../styles/pipeline.css';

/** A run of the content pipeline: who writes, who was chosen to criticise, every round, every draft, the site. */
export function PipelineView({ run, held, events, moment }: RunViewProps) {
  const fold = useFold(foldPipeline, EMPTY_PIPELINE, events, moment.index);
  const [chosen, setChosen] = useState<CriticPlace | null>(null);
  const standing = standingOf(fold);
  const now = <PipelineStanding run={run} held={held} fold={fold} standing={standing} isNow={moment.isNow} />;
  if (fold.head === null) return moment.isNow ? now : <p class="empty boxed">{t('runs.nothingYet')}</p>;
  return (
    <>
      {now}
      <Meta head={fold.head} />
      <PipelineSteps fold={fold} />
      {fold.panel !== null && <PipelinePanel panel={fold.panel} />}
      <PipelineRounds
        fold={fold}
        isLive={moment.isNow && run.state === 'running'}
        chosen={chosen}
        onChoose={setChosen}
      />
      {chosen !== null && <PipelineCritic fold={fold} place={chosen} onClose={() => setChosen(null)} />}
      <PipelineGuards fold={fold} />
      <PipelineDrafts fold={fold} runId={run.id} />
      <PipelineDeployment fold={fold} />
      {fold.warnings.length > 0 && (
        <section class="run-part">
          <h2>{t('runs.warnings')}</h2>
          <ul class="plain-list">
            {fold.warnings.map(({ seq, message }) => (
              <li key={seq}>{said(message)}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Meta({ head }: { head: NonNullable<PipelineFold['head']> }) {
  const { contentType, author, agent, maxRounds: rounds, minScore } = head;
  const who = agent === 'grounded' ? t('content.grounded') : agent;
  const values = { type: contentTypeWord(contentType), author: said(author ?? '–'), agent: who, rounds };
  return (
    <p class="run-facts">
      {t(`content.meta.${plural(rounds)}`, values)}
      {minScore !== null && `, ${t('content.minimum', { score: score(minScore) })}`}
    </p>
  );
}
