/** What the steps of a deployment made so far, and how it ended. */

/**
 * A step whose field is there is done. No text of a page is in it: files are made again of the brand and the approved copy,
 * and the digest tells whether they are the ones that were checked.
 */
export interface SiteWork {
  /** The agent's answer, null for the offline brand; whoever uses it reads it as if it were not ours. */
  brand?: { answer: unknown; by: string } | undefined;
  digest?: string | undefined;
  accessibility?: string | undefined;
  commit?: string | undefined;
  pushed?: { to: string | null } | undefined;
  place?: string | undefined;
}

/** Which step makes what, in order. */
export const SITE_STEPS = {
  brand: 'design_brand',
  digest: 'assemble_site_files',
  accessibility: 'validate_code',
  commit: 'create_repo',
  pushed: 'push_files',
  place: 'deploy',
} as const satisfies Record<keyof SiteWork, string>;

export function stepsDone(work: SiteWork): string[] {
  return Object.entries(SITE_STEPS).flatMap(([field, step]) =>
    work[field as keyof SiteWork] === undefined ? [] : [step],
  );
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
