/** Strokes on a grid of 24; they stand beside words and never alone say something. */
const PATHS = {
  link: 'M10 13a5 5 0 0 0 7 0l3-3a5 5 0 0 0-7-7l-1 1M14 11a5 5 0 0 0-7 0l-3 3a5 5 0 0 0 7 7l1-1',
  download: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  compare: 'M4 5h7v14H4zM13 5h7v14h-7z',
  page: 'M6 3h8l4 4v14H6zM14 3v4h4',
  back: 'M15 5l-7 7 7 7',
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={16} height={16} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
