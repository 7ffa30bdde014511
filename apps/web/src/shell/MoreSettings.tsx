import type { Project } from '@design-jury/contracts/run';
import type { SkillInfo } from '@design-jury/contracts/skills';
import { said, t } from '../i18n/i18n.ts';
import { listDesignSystems, listSkills } from '../projects-api.ts';
import { Choice } from './Choice.tsx';
import { type Draft, nameOf } from './draft.ts';
import { PanelFields } from './PanelFields.tsx';
import { Select } from './Select.tsx';
import { useAnswer } from './use-answer.ts';

export interface MoreSettingsProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  projects: readonly Project[];
  /** The run belongs to the one project there is. */
  fixed: boolean;
}

/** What has a good default: project, skill, design system, and the rules of the jury. */
export function MoreSettings({ draft, onChange, projects, fixed }: MoreSettingsProps) {
  // A daemon without a library answers 404, and nothing is asked.
  const skills = useAnswer('skills', listSkills);
  const systems = useAnswer('design-systems', listDesignSystems);
  return (
    <div class="fields">
      {!fixed && (
        <Select
          label={t('shell.project')}
          items={[['', t('shell.newProject')], ...projects.map(({ id, name }) => [id, name] as const)]}
          value={draft.projectId}
          onChoose={(projectId) => onChange({ projectId })}
        />
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
      {skills.state === 'here' && (
        <Choice
          label={t('shell.skill')}
          none={t('shell.noChoice')}
          items={skills.value.skills.map(({ id, title }) => [id, said(title)])}
          value={draft.skill}
          onChoose={(skill) => onChange({ skill })}
        />
      )}
      {systems.state === 'here' && (
        <Choice
          label={t('shell.designSystem')}
          none={t('shell.noChoice')}
          items={systems.value.designSystems.map(({ id, name }) => [id, name])}
          value={draft.designSystem}
          onChoose={(designSystem) => onChange({ designSystem })}
        />
      )}
      {skills.state === 'here' && (
        <ExampleBrief draft={draft} skills={skills.value.skills} onTake={(brief) => onChange({ brief })} />
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
      <PanelFields draft={draft} onChange={onChange} />
    </div>
  );
}

interface ExampleBriefProps {
  draft: Draft;
  skills: readonly SkillInfo[];
  onTake: (brief: string) => void;
}

/** Offered while there is nothing it would replace. */
function ExampleBrief({ draft, skills, onTake }: ExampleBriefProps) {
  const example = skills.find(({ id }) => id === draft.skill)?.exampleBrief;
  if (example == null || draft.brief.trim() !== '') return null;
  return (
    <p class="wide">
      <button type="button" onClick={() => onTake(example)}>
        {t('form.exampleBrief')}
      </button>
    </p>
  );
}
