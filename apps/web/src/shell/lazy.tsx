import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';

/** A component that is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    useEffect(() => {
      if (Part !== null) return;
      void load().then((part) => {
        loaded = part;
        setPart(() => part);
      });
    }, [Part]);
    return Part === null ? <p class="empty">{t('shell.loading')}</p> : <Part {...props} />;
  };
}
