import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { Project } from '@design-jury/contracts/run';
import { listDesignSystems, listSkills } from '../api.ts';
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
  // A daemon without a library answers 404, and nothing is asked.
  const skills = useAnswer('skills', listSkills);
  const systems = useAnswer('design-systems', listDesignSystems);
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
        {skills.state === 'here' && (
          <Choice
            label={t('shell.skill')}
            items={skills.value.skills.map(({ id, title }) => [id, title])}
            value={draft.skill}
            onChoose={(skill) => onChange({ skill })}
          />
        )}
        {systems.state === 'here' && (
          <Choice
            label={t('shell.designSystem')}
            items={systems.value.designSystems.map(({ id, name }) => [id, name])}
            value={draft.designSystem}
            onChoose={(designSystem) => onChange({ designSystem })}
          />
        )}
        {draft.designSystem === '' && (
          <label class="wide">
            {t('shell.design')}
            <textarea
              class="source-field"
              rows={3}
              value={draft.design}
              onInput={({ currentTarget }) => onChange({ design: currentTarget.value })}
            />
          </label>
        )}
      </div>
    </details>
  );
}

interface ChoiceProps {
  label: string;
  items: readonly (readonly [id: string, name: string])[];
  value: string;
  onChoose: (id: string) => void;
}

function Choice({ label, items, value, onChoose }: ChoiceProps) {
  if (items.length === 0) return null;
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        <option value="">{t('shell.noChoice')}</option>
        {items.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
