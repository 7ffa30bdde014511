// Q-1 日報の入力
export type Report = { date: string; line: string; count: number; defects: number };

export function accept(report: Report): Report {
  if (report.count < 0) throw new Error('数量が正しくありません');
  return report;
}
