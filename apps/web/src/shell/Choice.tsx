export interface ChoiceProps<Id extends string> {
  label: string;
  /** The word for choosing nothing. */
  none: string;
  items: readonly (readonly [id: Id, name: string])[];
  value: Id | '';
  onChoose: (id: Id | '') => void;
}

/** One of some, or none of them. Nothing to choose from: nothing is asked. */
export function Choice<Id extends string>({ label, none, items, value, onChoose }: ChoiceProps<Id>) {
  if (items.length === 0) return null;
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={({ currentTarget }) =>
          onChoose(items.find(([id]) => id === currentTarget.value)?.[0] ?? '')
        }
      >
        <option value="">{none}</option>
        {items.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
