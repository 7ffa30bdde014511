// EX-7: who may export
const ALLOWED = ['owner', 'signatory', 'read-only'];
export const mayExport = (right) => ALLOWED.includes(right);
