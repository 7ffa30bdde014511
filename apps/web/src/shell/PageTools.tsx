import { keyed } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { Icon } from './Icon.tsx';

/** A page alone in the browser, or as a file. */
export function PageTools({ url }: { url: string }) {
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer" class="tool quiet" title={t('shell.openAlone')}>
        <Icon name="open" />
        <span>{t('shell.openAlone')}</span>
      </a>
      <a href={keyed(`${url}?download&`)} download class="tool quiet" title={t('shell.download')}>
        <Icon name="download" />
        <span>{t('shell.download')}</span>
      </a>
    </>
  );
}
