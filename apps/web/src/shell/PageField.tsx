import { useRef, useState } from 'preact/hooks';
import { loadMore, t } from '../i18n/i18n.ts';
import { bytes } from '../i18n/sizes.ts';
import { type Draft, EMPTY } from './draft.ts';
import { Icon } from './Icon.tsx';
import { late } from './lazy.tsx';

/** A page by drop, by file or by paste. */
export function PageField({ draft, onChange }: { draft: Draft; onChange: (change: Partial<Draft>) => void }) {
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const refuse = (error: unknown): void => setRefused(error instanceof Error ? error.message : String(error));
  const take = async (files: FileList | null | undefined): Promise<void> => {
    if (files == null || files.length === 0) return;
    setRefused(null);
    try {
      const [{ givenPage }] = await Promise.all([late(import('./given-files.ts')), loadMore()]);
      onChange(await givenPage([...files]));
    } catch (error) {
      refuse(error);
    }
  };
  const chosen = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    // A list of its own: the same file may be chosen again after it was changed.
    const { files } = currentTarget;
    void take(files).then(() => {
      currentTarget.value = '';
    });
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
        void take(event.dataTransfer?.files);
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
            {draft.pageFiles > 0 && ` · ${t('given.with', { count: draft.pageFiles })}`}
          </p>
        )}
        <input
          ref={input}
          class="offscreen"
          type="file"
          tabIndex={-1}
          aria-hidden="true"
          accept="text/html,.html,.htm,.md,.markdown,.svg,.zip"
          onChange={chosen}
        />
        <input
          ref={folder}
          class="offscreen"
          type="file"
          tabIndex={-1}
          aria-hidden="true"
          onChange={chosen}
          {...{ webkitdirectory: true }}
        />
        <p class="actions">
          <button type="button" onClick={() => input.current?.click()}>
            {t('shell.pageChoose')}
          </button>
          <button type="button" onClick={() => folder.current?.click()}>
            {t('shell.pageFolder')}
          </button>
          {draft.pageName === '' ? (
            draft.page === '' && (
              <button type="button" onClick={() => void example().then(onChange, refuse)}>
                {t('shell.pageExample')}
              </button>
            )
          ) : (
            <button
              type="button"
              onClick={() => onChange({ page: '', pageName: '', pageFiles: 0, mime: EMPTY.mime })}
            >
              {t('shell.pageRemove')}
            </button>
          )}
        </p>
      </div>
      {refused !== null && (
        <p class="remark" role="alert">
          {refused}
        </p>
      )}
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
  const { EXAMPLE } = await late(import('./example.ts'));
  return { page: EXAMPLE, pageName: 'landing.html', pageFiles: 0, mime: EMPTY.mime };
}
