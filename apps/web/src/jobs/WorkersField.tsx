import { t } from '../i18n/i18n.ts';
import { listAgents } from '../projects-api.ts';
import { useAnswer } from '../shell/use-answer.ts';

interface WorkersFieldProps {
  value: readonly string[];
  onChange: (workers: readonly string[]) => void;
}

/** Who works on it, each alone before they vote; `grounded` is the two that need no model. */
export function WorkersField({ value, onChange }: WorkersFieldProps) {
  const agents = useAnswer('agents', listAgents);
  const others =
    agents.state === 'here'
      ? agents.value.filter(
          ({ id, available, capabilities }) =>
            id !== 'grounded' && available && capabilities?.readsPrompt !== false,
        )
      : [];
  const items = [{ id: 'grounded', name: t('jobs.grounded') }, ...others];
  const toggle = (id: string): void =>
    onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id]);
  return (
    <fieldset class="workers">
      <legend>{t('conv.workers')}</legend>
      {items.map(({ id, name }) => (
        <label key={id}>
          <input type="checkbox" checked={value.includes(id)} onChange={() => toggle(id)} /> {name}
        </label>
      ))}
    </fieldset>
  );
}
