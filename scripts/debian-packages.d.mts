export function ensurePackage(binary: string, name: string): string;
export function findProgram(binary: string): string | null;
