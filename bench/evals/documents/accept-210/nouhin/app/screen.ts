// Q-3 不良率の表示
const LIMIT_PERCENT = 5;
export const label = (rate: number): string => (rate > LIMIT_PERCENT ? '要確認' : '');
