/** What the operating system says about a file, reduced to what a run can do about it. */

export type FileErrorReason = 'full' | 'readonly' | 'missing' | 'exists' | 'symlink' | 'io';

const REASON_BY_ERRNO: ReadonlyMap<string, FileErrorReason> = new Map([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EFBIG', 'full'],
  ['EROFS', 'readonly'],
  ['EACCES', 'readonly'],
  ['EPERM', 'readonly'],
  ['ENOENT', 'missing'],
  ['ENOTDIR', 'missing'],
  ['EEXIST', 'exists'],
  ['ELOOP', 'symlink'],
]);

export const FILE_ADVICE: Record<FileErrorReason, string> = {
  full: 'the disk is full or a size limit is reached; free some space',
  readonly: 'it cannot be written; check the permissions of its folder',
  missing: 'it or its folder does not exist',
  exists: 'it exists already',
  symlink: 'it is a symbolic link, which is never followed here',
  io: 'the disk or the operating system failed',
};

export function fileErrorReason(error: unknown): FileErrorReason {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return (typeof code === 'string' ? REASON_BY_ERRNO.get(code) : undefined) ?? 'io';
}
