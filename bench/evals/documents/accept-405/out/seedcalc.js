/** Number of seeds for an area in square metres and a spacing in centimetres. */
export function amount(area, spacing) {
  // TODO
  return 0;
}

/** Price of some seeds, rounded to cents. */
export function price(seeds, per100) {
  return Math.round((seeds / 100) * per100 * 100) / 100;
}
