import { useEffect, useRef } from 'preact/hooks';

export interface TheaterKeys {
  onEscape?: () => void;
  /** `[` `K` back, `]` `J` on. */
  onStep?: (direction: 1 | -1) => void;
}

/** Keys of the whole page. A field, a dialog or a held modifier keeps its own. */
export function useTheaterKeys(keys: TheaterKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element | null;
      if (target?.closest('dialog, textarea, select, [contenteditable], input:not([type=range])')) return;
      const action = actionFor(event.key, latest.current);
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

function actionFor(key: string, { onEscape, onStep }: TheaterKeys): (() => void) | undefined {
  if (key === 'Escape') return onEscape;
  if (onStep === undefined) return undefined;
  if (key === ']' || key === 'j' || key === 'J') return () => onStep(1);
  if (key === '[' || key === 'k' || key === 'K') return () => onStep(-1);
  return undefined;
}
