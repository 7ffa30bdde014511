import type { PipelineFold } from '@design-jury/contracts/content/fold';
import { type DeployStepView, deploymentOf } from '@design-jury/contracts/content/standing';
import { t } from '../../i18n/i18n.ts';
import { type Tone, Verdict } from '../Verdict.tsx';

/** As `DEPLOY_STEPS` of the contracts, whose file is no part of this chunk. */
const STEPS = [
  'design_brand',
  'assemble_site_files',
  'validate_code',
  'create_repo',
  'push_files',
  'deploy',
] as const;

const TONES: Record<DeployStepView['status'], Tone> = {
  done: 'good',
  running: 'later',
  pending: 'none',
  failed: 'broken',
  skipped: 'none',
};
/** What the step is about; one of a newer daemon is told by its own name. */
function stepWord(name: string): string {
  const key = STEPS.find((step) => step === name);
  return key === undefined ? name : t(`content.deploy.step.${key}`);
}

/** Enough to find a commit by. */
const SHORT_COMMIT = 12;

/** From the approved text to a page, step by step, each with what it made. */
export function PipelineDeployment({ fold }: { fold: PipelineFold }) {
  const steps = deploymentOf(fold);
  if (steps === null) return null;
  return (
    <section class="run-part">
      <h2>{t('content.step.deploy')}</h2>
      <ol class="deploy-steps">
        {steps.map(({ name, status, detail }) => (
          <li key={name}>
            <b>{stepWord(name)}</b>
            <Verdict tone={TONES[status]} word={`content.deploy.${status}`} />
            <span class="small">{detail}</span>
          </li>
        ))}
      </ol>
      {fold.site?.ok === true && <Site site={fold.site} />}
    </section>
  );
}

function Site({ site }: { site: Extract<NonNullable<PipelineFold['site']>, { ok: true }> }) {
  const { place, commit, pushed } = site;
  // A folder on the machine of the daemon is no address.
  const isServed = /^\/sites\/[a-z0-9-]+\/$/.test(place);
  return (
    <p class="site-line">
      {isServed ? (
        <a href={place} target="_blank" rel="noreferrer">
          {t('content.site')} <code>{place}</code>
        </a>
      ) : (
        <span>{t('content.place', { place })}</span>
      )}
      <span class="small">
        {t('content.commit')} <code title={commit}>{commit.slice(0, SHORT_COMMIT)}</code>
      </span>
      {pushed !== null && <span class="small">{t('content.pushed', { remote: pushed })}</span>}
    </p>
  );
}
