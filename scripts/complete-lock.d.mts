export interface Lock {
  packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>;
}
export interface MissingPackage {
  at: string;
  name: string;
  version: string;
}
export function missingOptional(lock: Lock): MissingPackage[];
export function completeLock(lock: Lock): { lock: Lock; unreadable: string[] };
