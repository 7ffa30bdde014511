// Q-4 月ごとの集計
export function toCsv(): string {
  // TODO 未実装
  return '';
}
