/** Who criticises: from what a model answered, or from named critics, to a panel. */
import type { AdvisorEntry, ContentRecipe } from '@design-jury/contracts/content/schema';

export class CriticSelectionError extends Error {
  override name = 'CriticSelectionError';
}

/** Anyone with an expertise but the author; the role does not matter. */
export function candidatesFor(
  { authorAdvisor }: Pick<ContentRecipe, 'authorAdvisor'>,
  registry: readonly AdvisorEntry[],
): AdvisorEntry[] {
  return registry.filter(
    ({ id, evaluationExpertise }) => (evaluationExpertise ?? '').trim() !== '' && id !== authorAdvisor,
  );
}

export function selectionPrompt(
  { contentType, evaluationNeeds }: Pick<ContentRecipe, 'contentType' | 'evaluationNeeds'>,
  candidates: readonly AdvisorEntry[],
): string {
  return [
    'Choose who shall review a text. Answer with a JSON array of ids and nothing else; an empty array when nobody fits.',
    '',
    `Content type: ${contentType}`,
    `What the review must cover: ${evaluationNeeds}`,
    '',
    'Reviewers:',
    ...candidates.map(
      ({ id, evaluationExpertise = '', doesNotEvaluate }) =>
        `- ${id}: evaluates ${evaluationExpertise}${doesNotEvaluate ? ` Does not evaluate: ${doesNotEvaluate}` : ''}`,
    ),
  ].join('\n');
}

/** @throws CriticSelectionError when the answer is no array of strings, or names nobody there is. */
export function readSelection(
  answer: string,
  candidates: readonly AdvisorEntry[],
): { chosen: AdvisorEntry[]; warnings: string[] } {
  const ids = arrayIn(answer);
  if (ids === null) throw new CriticSelectionError('the answer holds no JSON array of ids');
  const wanted = new Set(ids);
  const chosen = candidates.filter(({ id }) => wanted.has(id));
  const strangers = [...wanted].filter((id) => !candidates.some((candidate) => candidate.id === id));
  if (ids.length > 0 && chosen.length === 0)
    throw new CriticSelectionError(
      `the answer names nobody who can be chosen: ${strangers.slice(0, 5).join(', ')}`,
    );
  return { chosen, warnings: strangers.map((id) => `${id.slice(0, 64)} cannot be chosen and was left out`) };
}

/** The first array of strings in the text: fenced, bare, or amid prose. A parsed string is no array. */
function arrayIn(text: string): string[] | null {
  for (
    let from = text.indexOf('['), tries = 0;
    from !== -1 && tries < 20;
    from = text.indexOf('[', from + 1), tries++
  ) {
    for (
      let to = text.indexOf(']', from), ends = 0;
      to !== -1 && ends < 20;
      to = text.indexOf(']', to + 1), ends++
    ) {
      const value = parsed(text.slice(from, to + 1));
      if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    }
  }
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Named critics first, in their order, then the chosen ones. */
export function panelOf(
  named: readonly string[],
  chosen: readonly AdvisorEntry[],
  registry: readonly AdvisorEntry[],
): { panel: AdvisorEntry[]; warnings: string[] } {
  const warnings: string[] = [];
  const first = named.flatMap((id) => {
    const advisor = registry.find((entry) => entry.id === id);
    if (advisor === undefined) warnings.push(`the named critic ${id} is not in the registry`);
    return advisor === undefined ? [] : [advisor];
  });
  return { panel: [...new Map([...first, ...chosen].map((entry) => [entry.id, entry])).values()], warnings };
}
