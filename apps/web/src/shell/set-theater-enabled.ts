/** The setter of the Theater's switch: this browser, a project, or both. */

import { patchProject } from '../library-api.ts';
import { getProject } from '../projects-api.ts';
import { keepTheaterEnabled } from './theater-enabled.ts';

/** As in `PROJECT_SWITCH` of the contracts, whose file would bring zod into the browser. */
const PROJECT_KEY = 'critiqueTheaterEnabled';

/**
 * What this browser shows and, with a project, also what the daemon decides there: one word for both, for those who
 * embed the Theater in a project of their own. Null: no opinion.
 */
export async function setCritiqueTheaterEnabled(enabled: boolean | null, projectId?: string): Promise<void> {
  keepTheaterEnabled(enabled);
  if (projectId !== undefined) await setProjectJury(enabled, projectId);
}

/**
 * What the daemon decides in a project, and nothing of what this browser shows. The metadata is read, merged and
 * written; when it cannot be read nothing is written, and the promise rejects.
 */
export async function setProjectJury(enabled: boolean | null, projectId: string): Promise<void> {
  const { metadata } = await getProject(projectId);
  await patchProject(projectId, { ...metadata, [PROJECT_KEY]: enabled });
}
