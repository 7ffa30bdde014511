import { useRef, useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { plural } from '../i18n/plural.ts';
import { bytes } from '../i18n/sizes.ts';
import { late } from '../shell/lazy.tsx';
import type { JobFiles } from './job-files.ts';

interface DocumentsFieldProps {
  label: string;
  hint: string;
  value: JobFiles | null;
  /** One file; else a folder, a zip or several files. */
  one?: boolean;
  onChange: (given: JobFiles | null) => void;
}

/** Documents by drop or by choice. Nothing leaves the browser before the run is started. */
export function DocumentsField({ label, hint, value, one = false, onChange }: DocumentsFieldProps) {
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const take = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    setRefused(null);
    try {
      const { jobFiles } = await late(import('./job-files.ts'));
      onChange(await jobFiles(files, one));
    } catch (error) {
      setRefused(error instanceof Error ? error.message : String(error));
    }
  };
  const chosen = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    void take([...(currentTarget.files ?? [])]).then(() => {
      // The same file may be chosen again after it was changed.
      currentTarget.value = '';
    });
  };
  const picker = {
    class: 'offscreen',
    type: 'file',
    tabIndex: -1,
    'aria-hidden': true,
    onChange: chosen,
  } as const;
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
        void take([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <legend>{label}</legend>
      <div class="drop-zone small-zone">
        {value === null ? <p>{hint}</p> : <Given value={value} one={one} />}
        <input ref={input} {...picker} multiple={!one} />
        <input ref={folder} {...picker} {...{ webkitdirectory: true }} />
        <p class="actions">
          <button type="button" onClick={() => input.current?.click()}>
            {t(one ? 'shell.pageChoose' : 'jobs.chooseFiles')}
            <span class="offscreen">: {label}</span>
          </button>
          {!one && (
            <button type="button" onClick={() => folder.current?.click()}>
              {t('shell.pageFolder')}
              <span class="offscreen">: {label}</span>
            </button>
          )}
          {value !== null && (
            <button type="button" onClick={() => onChange(null)}>
              {t('shell.pageRemove')}
              <span class="offscreen">: {label}</span>
            </button>
          )}
        </p>
      </div>
      {refused !== null && (
        <p class="remark" role="alert">
          {refused}
        </p>
      )}
    </fieldset>
  );
}

function Given({ value: { name, files, leftOut }, one }: { value: JobFiles; one: boolean }) {
  const size = bytes(files.reduce((sum, { content }) => sum + content.size, 0));
  return (
    <p class="file" role="status">
      <b>{name}</b> {one ? size : t(`jobs.files.${plural(files.length)}`, { count: files.length, size })}
      {leftOut > 0 && (
        <>
          <br />
          {t(`jobs.leftOut.${plural(leftOut)}`, { count: leftOut })}
        </>
      )}
    </p>
  );
}
