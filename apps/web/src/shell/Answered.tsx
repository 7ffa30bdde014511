import type { ComponentChildren } from 'preact';
import { t } from '../i18n/i18n.ts';
import { Problem } from './Problem.tsx';
import type { Answer } from './use-answer.ts';

interface AnsweredProps<Value> {
  to: Answer<Value>;
  children: (value: Value) => ComponentChildren;
}

/** A question to the daemon on screen: still open, refused, or answered. */
export function Answered<Value>({ to, children }: AnsweredProps<Value>) {
  switch (to.state) {
    case 'waiting':
      return <p class="empty">{t('shell.loading')}</p>;
    case 'failed':
      return <Problem message={to.message} />;
    case 'here':
      return <>{children(to.value)}</>;
  }
}
