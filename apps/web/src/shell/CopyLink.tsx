import { useState } from 'preact/hooks';
import { t } from '../i18n/i18n.ts';
import { Icon } from './Icon.tsx';

const SAY_MS = 2_000;

export function CopyLink() {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.href);
    setCopied(true);
    setTimeout(() => setCopied(false), SAY_MS);
  };
  return (
    <button type="button" class="tool" onClick={() => void copy().catch(() => {})}>
      <Icon name="link" />
      <span>{copied ? t('shell.copied') : t('shell.copyLink')}</span>
    </button>
  );
}
