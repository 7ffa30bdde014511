// Q-2 ラインごとの不良率(百分率、小数第1位)
export function defectRate(count: number, defects: number): string {
  return count === 0 ? '0.0%' : ((defects / count) * 100).toFixed(1) + '%';
}
