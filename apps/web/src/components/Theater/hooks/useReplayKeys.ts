import { useEffect, useRef } from 'preact/hooks';

export interface ReplayKeys {
  /** Space. */
  onToggle: () => void;
  /** The arrows to the left and right. */
  onMove: (direction: 1 | -1) => void;
}

/** Keys of a replay beside those of `useTheaterKeys`. What has the focus keeps what it does by itself. */
export function useReplayKeys(keys: ReplayKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element | null;
      if (target?.closest('dialog, textarea, select, [contenteditable], input:not([type=range])')) return;
      if (event.key === ' ' && !target?.closest('button, a, summary')) latest.current.onToggle();
      else if (/^Arrow(Left|Right)$/.test(event.key) && !target?.closest('input'))
        latest.current.onMove(event.key === 'ArrowRight' ? 1 : -1);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
