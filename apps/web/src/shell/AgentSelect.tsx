import { said, t } from '../i18n/i18n.ts';
import { listAgents } from '../projects-api.ts';
import { Select } from './Select.tsx';
import { useAnswer } from './use-answer.ts';

interface AgentSelectProps {
  value: string;
  onChoose: (id: string) => void;
}

/** Who cannot be chosen is listed too, with the reason. */
export function AgentSelect({ value, onChoose }: AgentSelectProps) {
  const agents = useAnswer('agents', listAgents);
  const known =
    agents.state === 'here'
      ? agents.value
      : [{ id: value, name: t('shell.loading'), available: true, detail: null }];
  return (
    <Select
      label={t('shell.agent')}
      items={known.map(({ id, name, available, detail }) => [
        id,
        available || detail === null ? said(name) : `${name} (${said(detail)})`,
        !available,
      ])}
      value={value}
      onChoose={onChoose}
    />
  );
}
