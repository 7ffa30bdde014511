import { useState } from 'preact/hooks';
import { listOf, t } from '../i18n/i18n.ts';
import { Icon } from './Icon.tsx';

export interface ShownNotesProps {
  /** Nothing of the page can be seen. */
  blank: boolean;
  /** Addresses it asked for and was not given. The page itself says so: anything may stand there. */
  blocked: unknown;
}

const MOST_HOSTS = 3;

/** What a page is shown without, so that nobody takes the frame for the fault of the page. */
export function ShownNotes({ blank, blocked }: ShownNotesProps) {
  const [isClosed, setClosed] = useState(false);
  const hosts = hostsOf(blocked);
  const where = listOf(hosts.slice(0, MOST_HOSTS));
  if (blank)
    return (
      <div class="not-shown" role="status">
        <Icon name="page" />
        <p>{hosts.length === 0 ? t('shown.blank') : t('shown.blankWithout', { where })}</p>
      </div>
    );
  if (hosts.length === 0 || isClosed) return null;
  return (
    <p class="shown-without" role="status">
      <span>{t('shown.without', { where })}</span>
      <button type="button" class="tool" onClick={() => setClosed(true)}>
        {t('runs.close')}
      </button>
    </p>
  );
}

/** What Tailwind's CDN would send is compiled here, so nobody misses it. */
const MADE_HERE = /^cdn\.tailwindcss\.com$/;

function hostsOf(blocked: unknown): string[] {
  if (!Array.isArray(blocked)) return [];
  const hosts = blocked.flatMap((address) =>
    typeof address === 'string' && URL.canParse(address) ? [new URL(address).host] : [],
  );
  return [...new Set(hosts)].filter((host) => !MADE_HERE.test(host));
}
