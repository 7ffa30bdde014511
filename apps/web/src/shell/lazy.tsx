import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadMore, t } from '../i18n/i18n.ts';

/** A component that is loaded when it is first shown. `more`: it speaks words of `i18n/more-*`. `quiet`: nobody waits for it. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { more = false, quiet = false } = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Lazy(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    useEffect(() => {
      if (Part !== null) return;
      void Promise.all([load(), more && loadMore()]).then(([part]) => {
        loaded = part;
        setPart(() => part);
      });
    }, [Part]);
    if (Part !== null) return <Part {...props} />;
    return quiet ? null : <p class="empty">{t('shell.loading')}</p>;
  };
}
