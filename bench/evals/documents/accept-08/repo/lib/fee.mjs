/** PARK-1, PARK-2: first 30 minutes are free, each started hour costs 1.80. */
export function fee(minutes) {
  if (minutes <= 30) return 0;
  return Math.round(Math.ceil(minutes / 60) * 180) / 100;
}
