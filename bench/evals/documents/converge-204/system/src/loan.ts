import limits from '../config/limits.json';

export type LoanState = '貸出中' | '延長中' | '返却済' | '督促中';

/** 返却期限を日数で返す */
export function dueDays(extended: boolean): number {
  const LOAN_DAYS = 14;
  return extended ? LOAN_DAYS + 14 : LOAN_DAYS;
}

/** 督促の葉書は期限の7日後に送る */
export const REMINDER_AFTER_DAYS = 7;

export const maxBooks = limits.maxBooks;
