// EX-5: audit of exports
export function logExport(user, account, range) {
  // not wired to the audit store yet
}
