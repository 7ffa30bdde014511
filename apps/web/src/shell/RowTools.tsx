import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { Problem } from './Problem.tsx';

interface RowToolsProps {
  name: string;
  /** What goes with it, in a sentence. */
  gone: string;
  onRename: (name: string) => Promise<unknown>;
  onDelete: () => Promise<unknown>;
}

const LONGEST_NAME = 200;

/** Rename and delete, for one entry of a list. Deleting asks first. */
export function RowTools({ name, gone, onRename, onDelete }: RowToolsProps) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open === null) dialog.current?.close();
    else dialog.current?.showModal();
  }, [open]);
  const perform = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      if (open === 'delete') await onDelete();
      else await onRename(new FormData(event.target as HTMLFormElement).get('name')?.toString().trim() ?? '');
      setOpen(null);
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  const title = open === 'delete' ? t('list.deleteTitle', { name }) : t('list.renameTitle', { name });
  return (
    <div class="row-tools">
      <button
        type="button"
        class="tool"
        onClick={() => setOpen('rename')}
        aria-label={t('list.renameTitle', { name })}
      >
        {t('list.rename')}
      </button>
      <button
        type="button"
        class="tool"
        onClick={() => setOpen('delete')}
        aria-label={t('list.deleteTitle', { name })}
      >
        {t('list.delete')}
      </button>
      <dialog
        ref={dialog}
        class="confirm"
        aria-label={title}
        onClose={() => {
          setOpen(null);
          setProblem(null);
        }}
      >
        {open !== null && (
          <form onSubmit={(event) => void perform(event)}>
            <h3>{title}</h3>
            {open === 'delete' ? (
              <p>{gone}</p>
            ) : (
              <label>
                {t('list.newName')}
                <input name="name" required maxLength={LONGEST_NAME} defaultValue={name} />
              </label>
            )}
            <Problem message={problem} role="alert" />
            <p class="actions">
              <button type="submit" class="primary" disabled={isBusy}>
                {open === 'delete' ? t('list.delete') : t('list.save')}
              </button>
              <button type="button" onClick={() => setOpen(null)}>
                {t('list.cancel')}
              </button>
            </p>
          </form>
        )}
      </dialog>
    </div>
  );
}
