/** Where artifacts live. Ids come from us but pass through URLs: nothing but these patterns makes a path. */
import { join } from 'node:path';
import { ArtifactError } from './artifact-error.ts';

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
/** One component, no leading dot: neither `..` nor a temp file nor a folder below. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** By MIME type, from a table: the type is the agent's word and never becomes part of a name. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['text/html', 'html'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
  ['text/css', 'css'],
  ['application/json', 'json'],
  ['image/svg+xml', 'svg'],
]);

export function artifactFolder(dataDir: string, artifactId: string): string {
  if (!ID.test(artifactId))
    throw new ArtifactError('bad_name', 'an artifact id has letters, digits, _ and -');
  return join(dataDir, 'artifacts', artifactId);
}

export function artifactName(name: string): string {
  if (!NAME.test(name)) {
    throw new ArtifactError('bad_name', 'an artifact is named by one plain file name in its folder');
  }
  return name;
}

export function isSha256(text: string): boolean {
  return SHA256.test(text);
}

export function extensionOf(mime: string): string {
  const [essence = ''] = mime.split(';', 1);
  return EXTENSIONS.get(essence.trim().toLowerCase()) ?? 'bin';
}

/** The type an artifact's file name stands for. */
export function mimeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1);
  for (const [mime, known] of EXTENSIONS) if (known === extension) return mime;
  return 'application/octet-stream';
}
