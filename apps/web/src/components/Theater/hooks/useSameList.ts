import { useRef } from 'preact/hooks';

/** The fold keeps what did not change; a list of the same things is the same list. */
export function useSameList<Item>(list: readonly Item[]): readonly Item[] {
  const kept = useRef(list);
  if (list.length !== kept.current.length || list.some((item, at) => item !== kept.current[at]))
    kept.current = list;
  return kept.current;
}
