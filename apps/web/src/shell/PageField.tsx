import { useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import type { Draft } from './draft.ts';

/** A page by drop, by file or by paste. */
export function PageField({ draft, onChange }: { draft: Draft; onChange: (change: Partial<Draft>) => void }) {
  const [over, setOver] = useState(false);
  const take = async (file: File | undefined | null): Promise<void> => {
    if (file == null) return;
    onChange({ page: await file.text(), pageName: file.name });
  };
  return (
    <fieldset
      class="drop"
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <legend>{t('shell.page')}</legend>
      <p>{t('shell.pageHint')}</p>
      <label>
        {t('shell.pageChoose')}
        <input
          type="file"
          accept="text/html,.html,.htm"
          onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
        />
      </label>
      <label>
        {t('shell.pageSource')}
        <textarea
          class="source-field"
          rows={4}
          spellcheck={false}
          value={draft.page}
          onInput={({ currentTarget }) => onChange({ page: currentTarget.value })}
        />
      </label>
    </fieldset>
  );
}
