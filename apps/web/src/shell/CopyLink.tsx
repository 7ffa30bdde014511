import { useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';

const SAY_MS = 2_000;

export function CopyLink() {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), SAY_MS);
  };
  return (
    <button type="button" onClick={() => void copy().catch(() => {})}>
      {copied ? t('shell.copied') : t('shell.copyLink')}
    </button>
  );
}
