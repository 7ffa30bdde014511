import type { ComponentChildren } from 'preact';
import { t } from '../i18n/i18n.ts';

interface CellDetailProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** What stands behind a cell of a table, below it. */
export function CellDetail({ title, onClose, children }: CellDetailProps) {
  return (
    <section class="run-part cell-detail" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button type="button" onClick={onClose}>
          {t('runs.close')}
        </button>
      </header>
      {children}
    </section>
  );
}
