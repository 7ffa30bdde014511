// Q-5 提出後24時間まで修正できる
const EDIT_HOURS = 24;
export const editable = (submitted: number, now: number): boolean => now - submitted <= EDIT_HOURS * 3600 * 1000;
