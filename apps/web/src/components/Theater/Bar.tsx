import { useEffect, useState } from 'preact/hooks';

/** Grows from 0 to its value; whoever asks for less motion sees the value at once (styles). */
export function Bar({ value, scale }: { value: number; scale: number }) {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setDrawn(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const percent = scale > 0 ? Math.min(100, (value / scale) * 100) : 0;
  return (
    <span class="bar" aria-hidden="true">
      <span class="bar-fill" style={{ width: drawn ? `${percent}%` : '0' }} />
    </span>
  );
}
