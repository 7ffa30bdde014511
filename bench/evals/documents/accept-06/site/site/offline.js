export function showOffline(lastReading) {
  // FIXME not implemented
}
