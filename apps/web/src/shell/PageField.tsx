import { useRef, useState } from 'preact/hooks';
import { bytes, t } from '../i18n/i18n.ts';
import type { Draft } from './draft.ts';
import { Icon } from './Icon.tsx';

/** A page by drop, by file or by paste. */
export function PageField({ draft, onChange }: { draft: Draft; onChange: (change: Partial<Draft>) => void }) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
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
      <div class="drop-zone">
        <Icon name="page" />
        {draft.pageName === '' ? (
          <p>{t('shell.pageHint')}</p>
        ) : (
          <p class="file">
            <b>{draft.pageName}</b> {bytes(new Blob([draft.page]).size)}
          </p>
        )}
        <input
          ref={input}
          class="offscreen"
          type="file"
          tabIndex={-1}
          aria-hidden="true"
          accept="text/html,.html,.htm"
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            // The same file may be chosen again after it was changed.
            currentTarget.value = '';
          }}
        />
        <p class="actions">
          <button type="button" onClick={() => input.current?.click()}>
            {t('shell.pageChoose')}
          </button>
          {draft.pageName === '' ? (
            draft.page === '' && (
              <button type="button" onClick={() => void example().then(onChange)}>
                {t('shell.pageExample')}
              </button>
            )
          ) : (
            <button type="button" onClick={() => onChange({ page: '', pageName: '' })}>
              {t('shell.pageRemove')}
            </button>
          )}
        </p>
      </div>
      <details class="paste">
        <summary>{t('shell.pagePaste')}</summary>
        <textarea
          class="source-field"
          aria-label={t('shell.pageSource')}
          rows={6}
          spellcheck={false}
          value={draft.page}
          onInput={({ currentTarget }) => onChange({ page: currentTarget.value })}
        />
      </details>
    </fieldset>
  );
}

async function example(): Promise<Partial<Draft>> {
  const { EXAMPLE } = await import('./example.ts');
  return { page: EXAMPLE, pageName: 'landing.html' };
}
