import { Select, type SelectProps } from './Select.tsx';

interface ChoiceProps<Id extends string> extends SelectProps<Id | ''> {
  /** The word for choosing nothing. */
  none: string;
}

/** One of some, or none of them. Nothing to choose from: nothing is asked. */
export function Choice<Id extends string>({ none, items, ...select }: ChoiceProps<Id>) {
  return items.length === 0 ? null : <Select {...select} items={[['', none], ...items]} />;
}
