/**
 * The deployment agent: from approved copy to a page that is served.
 *
 *   design_brand ─► assemble_site_files ─► validate_code ─► create_repo ─► push_files ─► deploy
 *
 * Each step may be done again: the same copy gives the same files and the same commit.
 */
import { execFile } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ContentError } from '../operations.ts';
import type { FoundationDocs, Shelf } from '../shelf.ts';
import { assembleSiteFiles, landingCopy, type SiteFile } from './assemble.ts';
import { type BrandIdentity, designBrand } from './brand.ts';
import { createRepo, pushFiles } from './repository.ts';
import { validateCode, validateInBrowser } from './validate.ts';

const run = promisify(execFile);
const HOOK_TIMEOUT_MS = 600_000;
const SHOWN_PROBLEMS = 5;

export interface SiteOrder {
  /** Null for a single pass without a run. */
  runId: string | null;
  slug: string;
  dataDir: string;
  shelf: Shelf;
  docs: FoundationDocs;
  design: string;
  /** The approved draft; null takes the brand's own copy. */
  approved: string | null;
  /** Copy of the single pass. */
  ownCopy?: string;
  target: { kind: 'serve' } | { kind: 'folder'; path: string };
  remote: string | null;
  /** A command that is given the folder and the slug; only a person at this machine may name one. */
  hook: string | null;
  env: Readonly<Record<string, string | undefined>>;
  tell: (step: string, detail: string) => void;
}

export type DeployedSite =
  | {
      ok: true;
      slug: string;
      place: string;
      repository: string;
      commit: string;
      pushed: string | null;
      accessibility: string;
    }
  | { ok: false; step: string; message: string };

export function sitesFolder(dataDir: string): string {
  return join(dataDir, 'sites');
}

export async function deploySite(order: SiteOrder): Promise<DeployedSite> {
  const { slug, dataDir, docs, design, approved, remote, env, tell, shelf, runId } = order;
  let step = 'design_brand';
  const enter = (next: string): void => {
    step = next;
  };
  try {
    const brand: BrandIdentity = { ...designBrand(docs, design), ...ownCopyOf(order.ownCopy) };
    tell('design_brand', brand.siteName);
    enter('assemble_site_files');
    const files = assembleSiteFiles(brand, approved === null ? null : landingCopy(approved));
    tell('assemble_site_files', files.map(({ path }) => path).join(', '));
    enter('validate_code');
    const seen = await validateInBrowser(files, env);
    const problems = [...(await validateCode(files)), ...(seen.kind === 'measured' ? seen.problems : [])];
    if (problems.length > 0)
      throw new ContentError('invalid-site', problems.slice(0, SHOWN_PROBLEMS).join('; '));
    const accessibility = seen.kind === 'measured' ? 'axe found nothing' : `axe was not asked: ${seen.why}`;
    tell('validate_code', `valid HTML, every link leads somewhere, ${accessibility}`);
    enter('create_repo');
    const repository = join(sitesFolder(dataDir), slug, 'repository');
    const commit = await createRepo(repository, files, `Site of ${slug}`, env);
    tell('create_repo', commit.slice(0, 12));
    enter('push_files');
    if (remote !== null) {
      await pushFiles(repository, remote, env);
      tell('push_files', remote);
    }
    enter('deploy');
    const place = await publish(order, files);
    tell('deploy', place);
    const site = { ok: true as const, slug, place, repository, commit, pushed: remote, accessibility };
    if (runId !== null) await shelf.saveDeployment(runId, site);
    return site;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const failed = { ok: false as const, step, message: error.message };
    if (runId !== null) await shelf.saveDeployment(runId, failed);
    return failed;
  }
}

function ownCopyOf(draft: string | undefined): Partial<BrandIdentity> {
  if (draft === undefined) return {};
  const { landingPage, seoDescription } = landingCopy(draft);
  return { landingPage, seoDescription };
}

/** Written beside and moved into place: a reader sees the old site or the new one. */
async function publish(
  { target, dataDir, slug, hook, env }: SiteOrder,
  files: readonly SiteFile[],
): Promise<string> {
  const folder = target.kind === 'serve' ? join(sitesFolder(dataDir), slug, 'public') : target.path;
  if (target.kind === 'serve') {
    const fresh = `${folder}.next`;
    await rm(fresh, { recursive: true, force: true });
    await writeAll(fresh, files);
    await rm(folder, { recursive: true, force: true });
    await rename(fresh, folder);
  } else await writeAll(folder, files);
  if (hook !== null) {
    await run('/bin/sh', ['-c', hook], {
      timeout: HOOK_TIMEOUT_MS,
      cwd: folder,
      env: { PATH: env.PATH ?? '', HOME: env.HOME ?? '', SITE_FOLDER: folder, SITE_SLUG: slug },
    }).catch((error: Error) => {
      throw new ContentError('hook', `the hook failed: ${error.message.split('\n')[0]}`);
    });
  }
  return target.kind === 'serve' ? `/sites/${slug}/` : folder;
}

async function writeAll(folder: string, files: readonly SiteFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { path, text } of files) await writeFile(join(folder, path), text);
}
