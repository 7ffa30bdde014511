/**
 * What of a project stands in an analyser's prompt: its list of files, and the files the brief speaks of. Most agents
 * open no files of their own; none has to.
 */
import { listFiles, projectText } from './project-look.ts';

const MOST_LISTED = 400;
const MOST_CHARS = 120_000;
const LARGEST_FILE = 60_000;
const TEXT =
  /\.(?:[cm]?[jt]sx?|json|md|txt|ya?ml|toml|py|go|rs|java|kt|rb|php|cs|c|h|cc|cpp|hpp|swift|sh|sql|html|css|vue|svelte|log|ini|cfg|xml|gradle|proto)$/i;
const SECRET =
  /(?:^|\/)(?:\.env[^/]*|[^/]*\.(?:pem|key|p12|pfx)|id_[a-z0-9]+|credentials[^/]*|\.npmrc|\.netrc)$/i;

export async function projectDigest(project: string, brief: string): Promise<string> {
  const { files } = await listFiles(project);
  const readable = [...files].filter((path) => TEXT.test(path) && !SECRET.test(path)).toSorted();
  const wanted = ranked(readable, brief);
  const parts = [`Files (${Math.min(readable.length, MOST_LISTED)} of ${readable.length}):`];
  parts.push(...readable.slice(0, MOST_LISTED).map((path) => `- ${path}`));
  let left = MOST_CHARS;
  for (const path of wanted) {
    const text = numbered(project, path);
    if (text === null || text.length > left) continue;
    left -= text.length;
    parts.push('', `=== ${path}`, text);
  }
  return parts.join('\n');
}

/** What the brief names first, then what shares words with it, then what is short. */
function ranked(files: readonly string[], brief: string): string[] {
  const words = new Set(brief.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []);
  const score = (path: string): number => {
    if (brief.includes(path)) return 1_000;
    const own = path.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
    return own.filter((word) => words.has(word)).length;
  };
  return files
    .map((path) => ({ path, score: score(path) }))
    .toSorted((one, other) => other.score - one.score || one.path.length - other.path.length)
    .map(({ path }) => path)
    .slice(0, MOST_LISTED);
}

function numbered(project: string, path: string): string | null {
  const text = projectText(project, path, LARGEST_FILE);
  if (text === null || text.includes('\0')) return null;
  return text
    .split(/\r?\n/)
    .map((line, index) => `${index + 1}: ${line}`)
    .join('\n');
}
