import { t } from '../i18n/i18n.ts';

/** What of a run could not be read, in the daemon's own sentences; nothing where all of it could. */
export function DamageNote({ damage = [] }: { damage?: readonly string[] | undefined }) {
  if (damage.length === 0) return null;
  return (
    <section class="remark damage" role="note" aria-label={t('damage.title')}>
      <p>
        <b>{t('damage.title')}</b>
      </p>
      <ul>
        {damage.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
