import { useEffect } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';

/** What the window is called: the view first, so that tabs can be told apart. */
export function useTitle(title: string): void {
  const name = t('critiqueTheater.userFacingName');
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name;
  }, [title, name]);
}
