/**
 * The deployment agent: from approved copy to a page that is served.
 *
 *   design_brand ─► assemble_site_files ─► validate_code ─► create_repo ─► push_files ─► deploy
 *
 * What a step made is kept before the next begins, so that another process goes on where this one was killed. A step
 * that was killed before it was kept is done again and gives the same: the same files, the same commit.
 */

import { createHash } from 'node:crypto';
import type { ContentSettings } from '@design-jury/contracts/content/settings';
import { z } from 'zod';
import type { MeasuringThreads } from '../../../measure/threads/threads.ts';
import { brandKit } from '../../../skills/brand-kit.ts';
import { ContentError } from '../content-error.ts';
import type { FoundationDocs } from '../content-store.ts';
import { assembleSiteFiles, landingCopy, type SiteFile } from './assemble.ts';
import { type BrandIdentity, designBrand } from './brand.ts';
import type { BrandDesigner } from './brand-agent.ts';
import { type BrandAnswer, BrandAnswerSchema, dressed } from './brand-answer.ts';
import type { SitePlan } from './plan.ts';
import { publish, repositoryFolder } from './publish.ts';
import { createRepo, pushFiles, withoutLogin } from './repository.ts';
import type { SiteCheck } from './validate.ts';

const SHOWN_PROBLEMS = 5;

export interface SiteOrder extends SitePlan {
  slug: string;
  dataDir: string;
  /** What an earlier process made. */
  work: SiteWork;
  /** Hears of every step that is done: what was made so far, and what is said of it; null for nothing. */
  keep: (step: string, detail: string | null, work: SiteWork) => Promise<void>;
  docs: FoundationDocs;
  /** Who designs the brand; null for the offline one, made of the design system. */
  designer: BrandDesigner | null;
  brandFallback: ContentSettings['brandFallback'];
  /** The approved draft; null takes the brand's own copy. */
  approved: string | null;
  /** Copy of the single pass. */
  ownCopy?: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Where the site is checked. @default null: in this thread */
  threads?: MeasuringThreads | null;
  signal: AbortSignal;
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
      /** The agent that designed it, or `grounded`, with the reason where that was not what was asked for. */
      brandBy: string;
    }
  | { ok: false; step: string; message: string };

/**
 * What the steps made so far; a step whose field is there is done. No text of a page is in it: files are made again of the
 * brand and the approved copy, and the digest tells whether they are the ones that were checked.
 */
const SiteWorkSchema = z.object({
  /** Null for the offline one. */
  brand: z.object({ answer: BrandAnswerSchema.nullable(), by: z.string() }).optional(),
  digest: z.string().optional(),
  accessibility: z.string().optional(),
  commit: z
    .string()
    .regex(/^[0-9a-f]{40,64}$/)
    .optional(),
  pushed: z.object({ to: z.string().nullable() }).optional(),
  place: z.string().optional(),
});
export type SiteWork = z.infer<typeof SiteWorkSchema>;

/** Which step makes what. */
const MAKES = {
  brand: 'design_brand',
  digest: 'assemble_site_files',
  accessibility: 'validate_code',
  commit: 'create_repo',
  pushed: 'push_files',
  place: 'deploy',
} as const satisfies Record<keyof SiteWork, string>;

export function stepsDone(work: SiteWork): string[] {
  return Object.entries(MAKES).flatMap(([field, step]) =>
    work[field as keyof SiteWork] === undefined ? [] : [step],
  );
}

const OFFLINE = 'grounded';

export async function deploySite(order: SiteOrder): Promise<DeployedSite> {
  const { slug, dataDir, remote, env, keep, signal } = order;
  let step: string = MAKES.brand;
  let { work } = order;
  /** Does a step unless it is done, and keeps what it made. */
  const made = async <Field extends keyof SiteWork>(
    field: Field,
    make: () => NonNullable<SiteWork[Field]> | Promise<NonNullable<SiteWork[Field]>>,
    detail: (value: NonNullable<SiteWork[Field]>) => string | null,
  ): Promise<NonNullable<SiteWork[Field]>> => {
    step = MAKES[field];
    const value = work[field] ?? (await make());
    if (work[field] === undefined) {
      signal.throwIfAborted();
      work = { ...work, [field]: value };
      await keep(step, detail(value), work);
    }
    return value;
  };
  try {
    const brand = await made(
      'brand',
      () => brandOf(order),
      ({ by }) => by,
    );
    step = MAKES.digest;
    const files = filesOf(order, brand.answer);
    // Documents that changed in between make another site, and what was checked and committed was not this one.
    if (work.digest !== digestOf(files)) work = { brand };
    await made(
      'digest',
      () => digestOf(files),
      () => files.map(({ path }) => path).join(', '),
    );
    const accessibility = await made(
      'accessibility',
      () => validated(files, order),
      (said) => `valid HTML, every link leads somewhere, ${said}`,
    );
    const repository = repositoryFolder(dataDir, slug);
    const commit = await made(
      'commit',
      () => createRepo(repository, files, `Site of ${slug}`, env),
      (id) => id.slice(0, 12),
    );
    const pushed = await made(
      'pushed',
      async () => {
        if (remote !== null) await pushFiles(repository, remote, env);
        return { to: remote === null ? null : withoutLogin(remote) };
      },
      ({ to }) => to,
    );
    const place = await made(
      'place',
      () => publish(order, files, commit),
      (where) => where,
    );
    const site: DeployedSite = {
      ok: true,
      slug,
      place,
      repository,
      commit,
      pushed: pushed.to,
      accessibility,
      brandBy: brand.by,
    };
    return site;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { ok: false, step, message: error.message };
  }
}

/** Of a store that others can write to: read as if it were not ours. */
export function readSiteWork(stored: unknown): SiteWork {
  const parsed = SiteWorkSchema.safeParse(stored);
  return parsed.success ? parsed.data : {};
}

async function brandOf(order: SiteOrder): Promise<NonNullable<SiteWork['brand']>> {
  const { docs, design, designer, brandFallback, signal } = order;
  if (designer === null) return { answer: null, by: OFFLINE };
  const designed = await designer({ base: designBrand(docs, brandKit(design)), docs, design, signal });
  signal.throwIfAborted();
  if (designed.ok) return { answer: designed.answer, by: designed.by };
  const why = `the agent's brand could not be used (${designed.reason}): ${designed.message}`;
  if (brandFallback === 'fail') throw new ContentError('no-brand', why);
  return { answer: null, by: `${OFFLINE}, because ${why}` };
}

function filesOf({ docs, design, approved, ownCopy }: SiteOrder, answer: BrandAnswer | null): SiteFile[] {
  const kit = brandKit(design);
  const base = { ...designBrand(docs, kit), ...ownCopyOf(ownCopy) };
  const brand = answer === null ? base : dressed(base, kit, answer);
  return assembleSiteFiles(brand, approved === null ? null : landingCopy(approved));
}

function digestOf(files: readonly SiteFile[]): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex');
}

function ownCopyOf(draft: string | undefined): Partial<BrandIdentity> {
  if (draft === undefined) return {};
  const { landingPage, seoDescription } = landingCopy(draft);
  return { landingPage, seoDescription };
}

const VALIDATE = new URL('./validate.ts', import.meta.url);
/** A browser that starts, one page in it, and the code. */
const MAX_CHECK_MS = 90_000;

async function validated(files: readonly SiteFile[], order: SiteOrder): Promise<string> {
  const { seen, problems } = await checked(files, order);
  if (problems.length > 0)
    throw new ContentError('invalid-site', problems.slice(0, SHOWN_PROBLEMS).join('; '));
  return seen.kind === 'measured' ? 'axe found nothing' : `axe was not asked: ${seen.why}`;
}

/** Its libraries are large: who serves others loads and runs them in a thread. */
async function checked(
  files: readonly SiteFile[],
  { env, signal, threads = null }: SiteOrder,
): Promise<SiteCheck> {
  if (threads?.serves !== true) return (await import('./validate.ts')).checkSite(files, env);
  const answer = await threads.call(VALIDATE, 'checkSite', [files, { ...env }], {
    signal,
    limitMs: MAX_CHECK_MS,
  });
  // It is our own function that answered.
  return answer as SiteCheck;
}
