import { useState } from 'preact/hooks';
import { ask, keyed } from '../api.ts';
import { t } from '../i18n/i18n.ts';

interface TakePageProps {
  url: string;
  /** As the reader's own file is called. */
  name: string;
  onProblem: (message: string) => void;
}

/** Of the File System Access API; not every browser has it. */
type SavePicker = (options: { suggestedName: string }) => Promise<{
  createWritable(): Promise<{ write(data: Blob): Promise<void>; close(): Promise<void> }>;
}>;

/**
 * The page a run kept, into the file that the reader names: over the old one, where the browser can write files, else as
 * a download. The daemon writes nothing: which file may be replaced is for the reader to say, in the browser's own dialog.
 */
export function TakePage({ url, name, onProblem }: TakePageProps) {
  const [taken, setTaken] = useState(false);
  const pick = (globalThis as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
  if (pick === undefined)
    return (
      <a href={keyed(`${url}?download&`)} download={name}>
        {t('after.take')}
      </a>
    );
  const save = async (): Promise<void> => {
    try {
      // The page first: the dialog empties the file that is picked, and a page that does not come must not cost the old one.
      const page = await (await ask(url)).blob();
      const file = await pick({ suggestedName: name });
      const out = await file.createWritable();
      await out.write(page);
      await out.close();
      setTaken(true);
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        onProblem((error as Error).message);
    }
  };
  return (
    <>
      <button type="button" class="link" onClick={() => void save()}>
        {t('after.take')}
      </button>
      {taken && <span role="status">{t('after.taken')}</span>}
    </>
  );
}
