/** Who is asked about a page, and whether there is enough of it to ask anybody. */
import { DEFAULT_AGENT_ID } from '@design-jury/contracts/defaults';
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { StartRunRequest } from '@design-jury/contracts/http';
import { Refusal } from './refusal.ts';
import type { NamedPage } from './run.ts';

/** Nobody but us: it measures, and needs no model. */
export function isMeasuredAlone({ agent, seats }: Pick<StartRunRequest, 'agent' | 'seats'>): boolean {
  return (agent ?? DEFAULT_AGENT_ID) === DEFAULT_AGENT_ID && seats === undefined;
}

/** A model has an opinion on two words as well; nobody is asked for one that would prove nothing. */
export async function refuseTooLittle(
  { name, path, mime }: NamedPage & { mime: string },
  text: string,
): Promise<void> {
  const { buildPage, formatOfMime } = await import('../measure/model/page.ts');
  const { tooLittle } = await import('../measure/enough.ts');
  const page = await buildPage({
    html: text,
    path,
    format: formatOfMime(mime),
  });
  // What scripts build is not in the source, and may be plenty.
  const lack = page.gaps.content === null ? tooLittle(page) : null;
  if (lack !== null) throw new Refusal(`${name}: there is ${lack}.`, { exit: EXIT.inconclusive });
}
