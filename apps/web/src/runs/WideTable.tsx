import type { ComponentChildren } from 'preact';

/** A table that may be wider than the page: it scrolls by itself, by keyboard too. */
export function WideTable({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section class="wide-table" tabIndex={0} aria-label={label}>
      <table>{children}</table>
    </section>
  );
}
