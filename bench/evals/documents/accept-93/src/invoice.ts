export function nextNumber(last: number): number {
  throw new Error("未実装");
}
