import { GIVEN_LIMITS, GIVEN_PHASES, type GivenKind } from '@design-jury/contracts/given-limits';
import { t } from '../i18n/i18n.ts';
import { AgentSelect } from '../shell/AgentSelect.tsx';
import { Select } from '../shell/Select.tsx';
import { DocumentsField } from './DocumentsField.tsx';
import { type JobDraft, nameOf } from './job-draft.ts';
import { CRITERIA } from './jobs.ts';
import { WorkersField } from './WorkersField.tsx';

export interface JobFieldsProps {
  draft: JobDraft;
  onChange: (change: Partial<JobDraft>) => void;
}

/** What each job asks for; what would change nothing is not asked. */
export function JobFields({ kind, ...fields }: JobFieldsProps & { kind: GivenKind }) {
  switch (kind) {
    case 'loop':
      return <LoopFields {...fields} />;
    case 'plan-check':
      return <PlanFields {...fields} />;
    case 'converge':
      return <ConvergeFields {...fields} />;
    case 'accept':
      return <AcceptFields {...fields} />;
  }
}

function LoopFields({ draft, onChange }: JobFieldsProps) {
  return (
    <>
      <DocumentsField
        one
        label={t('jobs.document')}
        hint={t('jobs.documentHint')}
        value={draft.document}
        onChange={(document) => onChange({ document })}
      />
      <Select
        label={t('jobs.criteria')}
        items={[
          ...CRITERIA.map((id) => [id, t(`jobs.criteria.${id}`)] as const),
          ['', t('jobs.criteria.own')] as const,
        ]}
        value={draft.command ?? ''}
        onChoose={(command) => onChange({ command: command === '' ? null : command })}
      />
      {draft.command === null && (
        <DocumentsField
          one
          label={t('jobs.ownCriteria')}
          hint={t('jobs.ownCriteriaHint')}
          value={draft.criteria}
          onChange={(criteria) => onChange({ criteria })}
        />
      )}
      <div class="fields">
        <AgentSelect value={draft.agent} onChoose={(agent) => onChange({ agent })} />
        <Rounds label={t('jobs.passes')} max={50} draft={draft} onChange={onChange} />
      </div>
    </>
  );
}

function PlanFields({ draft, onChange }: JobFieldsProps) {
  return (
    <>
      <DocumentsField
        one
        label={t('jobs.plan.document')}
        hint={t('jobs.documentHint')}
        value={draft.document}
        onChange={(document) => onChange({ document })}
      />
      <DocumentsField
        label={t('jobs.plan.project')}
        hint={t('jobs.plan.projectHint')}
        value={draft.documents}
        onChange={(documents) => onChange({ documents })}
      />
      <WorkersField value={draft.workers} onChange={(workers) => onChange({ workers })} />
    </>
  );
}

function ConvergeFields({ draft, onChange }: JobFieldsProps) {
  return (
    <>
      <Select
        label={t('jobs.phase')}
        items={GIVEN_PHASES.map((id) => [id, t(`jobs.phase.${id}`)] as const)}
        value={draft.phase}
        onChoose={(phase) => onChange({ phase })}
      />
      <Brief label={t('jobs.task')} hint={t('jobs.taskHint')} draft={draft} onChange={onChange} />
      <DocumentsField
        label={t('jobs.documents')}
        hint={t('jobs.documentsHint')}
        value={draft.documents}
        onChange={(documents) => onChange({ documents })}
      />
      {draft.phase === 'implementation-planning' && (
        <DocumentsField
          one
          label={t('jobs.planIfAny')}
          hint={t('jobs.documentHint')}
          value={draft.plan}
          onChange={(plan) => onChange({ plan })}
        />
      )}
      <WorkersField value={draft.workers} onChange={(workers) => onChange({ workers })} />
      <div class="fields">
        <Name draft={draft} onChange={onChange} />
        <Rounds label={t('shell.maxRounds')} max={3} draft={draft} onChange={onChange} />
      </div>
    </>
  );
}

function AcceptFields({ draft, onChange }: JobFieldsProps) {
  return (
    <>
      <Brief label={t('jobs.asked')} hint={t('jobs.askedHint')} draft={draft} onChange={onChange} />
      <DocumentsField
        label={t('jobs.delivered')}
        hint={t('jobs.documentsHint')}
        value={draft.documents}
        onChange={(documents) => onChange({ documents })}
      />
      <WorkersField value={draft.workers} onChange={(workers) => onChange({ workers })} />
      <Name draft={draft} onChange={onChange} />
    </>
  );
}

function Brief({ label, hint, draft, onChange }: JobFieldsProps & { label: string; hint: string }) {
  return (
    <label>
      {label}
      <textarea
        rows={5}
        maxLength={GIVEN_LIMITS.briefChars}
        value={draft.brief}
        placeholder={hint}
        onInput={({ currentTarget }) => onChange({ brief: currentTarget.value })}
      />
    </label>
  );
}

function Name({ draft, onChange }: JobFieldsProps) {
  return (
    <label>
      {t('jobs.name')}
      <input
        value={draft.name}
        maxLength={120}
        placeholder={nameOf({ ...draft, name: '' })}
        onInput={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
    </label>
  );
}

function Rounds({ label, max, draft, onChange }: JobFieldsProps & { label: string; max: number }) {
  return (
    <label>
      {label}
      <input
        type="number"
        min={1}
        max={max}
        value={draft.cap}
        placeholder={t('jobs.asUsual')}
        onInput={({ currentTarget }) => onChange({ cap: currentTarget.value })}
      />
    </label>
  );
}
