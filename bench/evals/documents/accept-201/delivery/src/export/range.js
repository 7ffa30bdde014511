// EX-4: limit of the range
const MAX_DAYS = 731;

export function checkRange(from, to) {
  const days = (Date.parse(to) - Date.parse(from)) / 86400000;
  if (days > MAX_DAYS) throw new Error('Choose a range of two years or less');
}
