/** One page through the instruments, in whatever thread this is loaded. */
import { readDesignMd } from '../../measure/model/design-md.ts';
import { buildPage, formatOfMime } from '../../measure/model/page.ts';
import { pageFacts } from '../../measure/page-facts.ts';
import { examine, type RoleVerdict, SCORING_ROLES } from '../../measure/panel.ts';
import type { Grounded, GroundedDemand, GroundingMaterial, PageToGround } from './grounding.ts';

/** A page that instruments have too little of is no pass, whoever likes it. */
function tooLittle({ role, abstains }: RoleVerdict): GroundedDemand[] {
  if (abstains?.decisive !== true) return [];
  const text = `There is no measured vote on the page: ${abstains.reason}.`;
  const nothing = { dim: null, target: null, evidence: null, witness: null };
  return [{ id: `too-little@${role}`, role, text, severity: 'major', ...nothing }];
}

/** Never rejects. */
export async function groundPage(
  { content, mime }: PageToGround,
  { design, path }: GroundingMaterial,
): Promise<Grounded> {
  try {
    const system = design === null ? null : readDesignMd(design);
    const page = await buildPage({
      html: content,
      path,
      design: system,
      // Which of a brief's words must be on a page is a guess: good for advice, not for a gate.
      brief: null,
      format: formatOfMime(mime),
    });
    const examination = examine(page);
    const verdicts = SCORING_ROLES.map((role) => examination.roles[role]);
    return {
      kind: 'measured',
      demands: [
        ...verdicts.flatMap(tooLittle),
        ...verdicts.flatMap(({ role, demands }) => demands.map((demand) => ({ ...demand, role }))),
      ],
      scores: Object.fromEntries(verdicts.map(({ role, score }) => [role, score])),
      facts: pageFacts(page, examination),
    };
  } catch (error) {
    return { kind: 'unmeasured', reason: error instanceof Error ? error.message : String(error) };
  }
}
