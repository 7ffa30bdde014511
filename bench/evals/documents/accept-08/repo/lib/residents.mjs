/** PARK-4 */
export function residentFee() {
  throw new Error('not implemented');
}
