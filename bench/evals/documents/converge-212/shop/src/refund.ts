// 单笔退款超过此金额(元)需要主管审核
export const REVIEW_ABOVE = 5000;

export type RefundState = '待审核' | '已通过' | '已拒绝' | '已到账';

export function needsReview(amount: number): boolean {
  return amount > REVIEW_ABOVE;
}
