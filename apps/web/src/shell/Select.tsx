export interface SelectProps<Id extends string | number> {
  label: string;
  items: readonly (readonly [id: Id, name: string, isDisabled?: boolean])[];
  value: Id;
  onChoose: (id: Id) => void;
}

export function Select<Id extends string | number>({ label, items, value, onChoose }: SelectProps<Id>) {
  return (
    <label>
      {label}{' '}
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const [chosen] = items[currentTarget.selectedIndex] ?? [];
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {items.map(([id, name, isDisabled = false]) => (
          <option key={id} value={id} disabled={isDisabled}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
