import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { Project } from '@design-jury/contracts/run';
import { listSkills } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { type Draft, nameOf } from './draft.ts';
import { useAnswer } from './use-answer.ts';

interface MoreSettingsProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  projects: readonly Project[];
  /** The run belongs to the one project there is. */
  fixed: boolean;
}

/** What has a good default: project, threshold, rounds, skill, design system. */
export function MoreSettings({ draft, onChange, projects, fixed }: MoreSettingsProps) {
  const skills = useAnswer('skills', listSkills);
  return (
    <details class="more">
      <summary>{t('shell.more')}</summary>
      <div class="fields">
        {!fixed && (
          <label>
            {t('shell.project')}
            <select
              value={draft.projectId}
              onChange={({ currentTarget }) => onChange({ projectId: currentTarget.value })}
            >
              <option value="">{t('shell.newProject')}</option>
              {projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        {draft.projectId === '' && (
          <label>
            {t('shell.projectName')}
            <input
              value={draft.projectName}
              placeholder={nameOf(draft)}
              onInput={({ currentTarget }) => onChange({ projectName: currentTarget.value })}
            />
          </label>
        )}
        <label>
          {t('shell.threshold')}
          <input
            type="number"
            min={0}
            step={0.1}
            value={draft.threshold}
            placeholder={String(DEFAULT_CRITIQUE_CONFIG.scoreThreshold)}
            onInput={({ currentTarget }) => onChange({ threshold: currentTarget.value })}
          />
        </label>
        <label>
          {t('shell.maxRounds')}
          <input
            type="number"
            min={1}
            max={20}
            value={draft.maxRounds}
            placeholder={String(DEFAULT_CRITIQUE_CONFIG.maxRounds)}
            onInput={({ currentTarget }) => onChange({ maxRounds: currentTarget.value })}
          />
        </label>
        {skills.state === 'here' && skills.value.skills.length > 0 && (
          <label>
            {t('shell.skill')}
            <select
              value={draft.skill}
              onChange={({ currentTarget }) => onChange({ skill: currentTarget.value })}
            >
              <option value="">{t('shell.noChoice')}</option>
              {skills.value.skills.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="wide">
          {t('shell.design')}
          <textarea
            class="source-field"
            rows={3}
            value={draft.design}
            onInput={({ currentTarget }) => onChange({ design: currentTarget.value })}
          />
        </label>
      </div>
    </details>
  );
}
