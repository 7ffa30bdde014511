/** From a request to a run: skills and design system by id, the decision, and the first page or prompt. */
import type { StartRunRequest } from '@design-jury/contracts/http';
import type { Project } from '@design-jury/contracts/run';
import { type DraftLack, type Enablement, PROJECT_SWITCH } from '@design-jury/contracts/skills';
import type { AgentSubject } from '../agents/session.ts';
import { JuryError } from '../jury-error.ts';
import type { DesignFile } from './design-file.ts';
import { combinePolicies, decideEnablement, reviewEnablement } from './enablement.ts';
import type { Library } from './library.ts';
import type { Rollout } from './rollout.ts';
import type { Skill } from './skill-file.ts';

export interface PreparedRun {
  /** With the design system's text in it, and the first page where we drafted one. */
  request: StartRunRequest;
  subject: AgentSubject;
  enablement: Enablement;
  /** The words of the skills, for agents that read words. */
  skill: string | null;
  /** What the page we drafted lacks, because the brief does; none for any other page. */
  lacks: readonly DraftLack[];
}

export interface Surroundings {
  project: Pick<Project, 'metadata'>;
  library: () => Promise<Library>;
  rollout: Rollout;
  /** True for the panel that judges pages but cannot write one. */
  drafts: 'us' | 'agent';
  /** Where the page is on this machine; null for one that came over the network. */
  path: string | null;
}

export async function prepareRun(asked: StartRunRequest, around: Surroundings): Promise<PreparedRun> {
  const ids = [...new Set([...(asked.skill === undefined ? [] : [asked.skill]), ...(asked.skills ?? [])])];
  const library = ids.length > 0 || asked.designSystem !== undefined ? await around.library() : null;
  const skills = ids.map((id) => skillOf(id, library));
  const design = asked.design ?? designOf(asked.designSystem, library)?.text ?? null;
  const enablement = enablementOf(asked, skills, around);
  const request: StartRunRequest = { ...asked, ...(design !== null && { design }) };
  const { artifact, brief = '' } = request;
  const skill = skills.length === 0 ? null : skills.map(({ instructions }) => instructions).join('\n\n');
  const prepared = { request, enablement, skill, lacks: [] };
  if (artifact !== undefined) {
    const { content, mime } = artifact;
    return { ...prepared, subject: { kind: 'artifact', content, mime, path: around.path } };
  }
  if (around.drafts === 'agent' || skills.length === 0)
    return { ...prepared, subject: { kind: 'brief', text: brief } };
  const { html, lacks } = await draftFor(skills, brief, design);
  return {
    ...prepared,
    lacks,
    request: { ...request, artifact: { content: html, mime: 'text/html', name: `${ids[0]}.html` } },
    subject: { kind: 'artifact', content: html, mime: 'text/html', path: null },
  };
}

async function draftFor(
  skills: readonly Skill[],
  brief: string,
  design: string | null,
): Promise<{ html: string; lacks: DraftLack[] }> {
  const skill = skills.find(({ template }) => template !== null);
  if (skill?.template == null)
    throw new JuryError(
      'bad_request',
      `skill: ${names(skills)} has no starter template, and no agent was named to write the page`,
    );
  // Whoever asks, at a terminal or not: a template is filled with what the brief says, and with nothing else.
  const { whyNoPage } = await import('./states-nothing.ts');
  const why = whyNoPage(brief);
  if (why !== null) throw new JuryError('bad_request', why);
  // Loaded with its colours and fonts only when a page is drafted.
  const { draftPage } = await import('./draft.ts');
  const { TemplateError } = await import('./template.ts');
  try {
    const html = draftPage({ template: skill.template, brief, design });
    return { html, lacks: (await import('./lacks.ts')).lacksOf(brief, skill.needs) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new JuryError(
      'bad_request',
      `skill ${skill.id}: its template, line ${error.line}: ${error.message}`,
    );
  }
}

function enablementOf(
  { artifact, critique }: StartRunRequest,
  skills: readonly Skill[],
  { project, rollout }: Surroundings,
): Enablement {
  const override = project.metadata[PROJECT_SWITCH];
  const switches = {
    runOverride: critique ?? null,
    projectOverride: typeof override === 'boolean' ? override : null,
    env: rollout.env,
  };
  if (artifact !== undefined) return reviewEnablement(switches);
  const skillPolicy = combinePolicies(skills.map(({ policy }) => policy));
  return decideEnablement({ skillPolicy, ...switches, phase: rollout.phase });
}

function skillOf(id: string, library: Library | null): Skill {
  const skill = library?.skills.find((known) => known.id === id);
  if (skill !== undefined) return skill;
  const broken = library?.skillProblems.find(
    ({ file, severity }) => severity === 'error' && file.includes(`/${id}/`),
  );
  if (broken !== undefined) {
    const line = broken.line === null ? '' : ` line ${broken.line}:`;
    throw new JuryError(
      'bad_request',
      `skill ${id} cannot be used: ${broken.file}:${line} ${broken.message}`,
    );
  }
  throw new JuryError('bad_request', `skill: there is no skill "${id}"; known are ${names(library?.skills)}`);
}

function designOf(id: string | undefined, library: Library | null): DesignFile | null {
  if (id === undefined) return null;
  const design = library?.designs.find((known) => known.id === id);
  if (design !== undefined) return design;
  throw new JuryError(
    'bad_request',
    `designSystem: there is no design system "${id}"; known are ${names(library?.designs)}`,
  );
}

function names(list: readonly { id: string }[] | undefined): string {
  return (list ?? []).map(({ id }) => id).join(', ') || 'none';
}
