import { t } from '../i18n/i18n.ts';

interface ProblemProps {
  /** Null where nothing went wrong. */
  message: string | null;
  role?: 'alert' | 'status';
}

export function Problem({ message, role }: ProblemProps) {
  if (message === null) return null;
  return (
    <p class="remark" role={role}>
      {t('shell.problem', { message })}
    </p>
  );
}
