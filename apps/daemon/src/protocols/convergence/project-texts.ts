/** The texts of a project, read once and within bounds: what the workers without a model compare. */
import { join } from 'node:path';
import { TASK_PHASES } from '@design-jury/contracts/convergence/schema';
import { readForeign } from '../../disk/foreign-file.ts';
import { listFiles } from './project-look.ts';
import { textOf } from './task.ts';

export interface ProjectText {
  /** Relative to the project, with slashes. */
  path: string;
  text: string;
}

export interface ProjectTexts {
  texts: readonly ProjectText[];
  /** Texts that could not be read, or were left out for their number, their size or what they keep. */
  left: number;
}

const MOST_FILES = 400;
const LARGEST = 1_048_576;
const MOST_BYTES = 16_777_216;
const TEXT =
  /\.(?:[cm]?[jt]sx?|json5?|jsonl|ndjson|ya?ml|toml|ini|conf|cfg|env|properties|xml|html?|css|scss|md|mdx|markdown|txt|text|rst|adoc|org|log|out|trace|csv|tsv|sql|py|pyi|rb|go|rs|java|kt|kts|cs|php|c|h|cc|cpp|hpp|swift|sh|ps1|vue|svelte|feature|proto|graphql|po|dart|ex|exs|lua|pl|scala|tf|service|plist)$|(?:^|\/)(?:README|CHANGELOG|LICENSE|Makefile|Dockerfile|NOTES|TODO)$|\.log\.\d+$/i;
const SECRET = /(?:^|\/)(?:\.env(?:\..*)?|id_[rd]sa.*|.*\.pem|.*\.key|credentials.*|secrets?\..*)$/i;
const GENERATED = /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|.*\.min\.(?:js|css)|.*\.map)$/i;
const PHASE_FOLDER = new RegExp(`(?:^|/)runs/(?:${TASK_PHASES.join('|')})$`);

/** `first`: paths that come before all others, in this order; they may lie where nobody else looks, such as in `dist`. */
export async function readTexts(project: string, first: readonly string[] = []): Promise<ProjectTexts> {
  const { files, isWhole } = await listFiles(project);
  const ours = reportFolders(files);
  const others = [...files]
    .filter((path) => isText(path) && !ours.some((folder) => path.startsWith(folder)))
    .toSorted(byDepth);
  const texts: ProjectText[] = [];
  // What was not listed was not read either.
  let left = isWhole ? 0 : 1;
  let bytes = 0;
  for (const path of new Set([...first, ...others])) {
    const isWithin = texts.length < MOST_FILES && bytes < MOST_BYTES && !SECRET.test(path);
    const text = isWithin ? readText(project, path) : null;
    if (text !== null) {
      texts.push({ path, text });
      bytes += text.length;
    } else if (files.has(path) && isText(path)) left++;
  }
  return { texts, left };
}

/**
 * Where earlier phases left their reports. They quote the task, its deliveries and each other: to compare them with the
 * project would find only ourselves, and a requirement's words in them would deliver it.
 */
function reportFolders(files: ReadonlySet<string>): string[] {
  return [...files].flatMap((path) =>
    PHASE_FOLDER.test(path) && ['state', 'final-report.md'].some((name) => files.has(`${path}/${name}`))
      ? [`${path}/`]
      : [],
  );
}

/** By its name. What a program has generated is read only where it is named. */
export function isText(path: string): boolean {
  return TEXT.test(path) && !GENERATED.test(path);
}

/** Null where there is no text to read. */
export function readText(project: string, path: string): string | null {
  try {
    return textOf(readForeign(join(project, path), { maxBytes: LARGEST, within: project }));
  } catch {
    return null;
  }
}

/** What lies near the root says more than what lies deep. */
function byDepth(one: string, other: string): number {
  return one.split('/').length - other.split('/').length || one.localeCompare(other);
}
