/** A cross-check is stored with its phase behind what it is about; the question that the phase asks stands beside it in words. */
const PHASE =
  /: (?:requirements-discovery|error-analysis|implementation-planning|implementation|final-verification|release-handoff)$/;

export function plainTitle(title: string): string {
  return title.replace(PHASE, '');
}
