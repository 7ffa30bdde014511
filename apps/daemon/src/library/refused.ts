/** What a check says of a page that could not be judged: a sentence, and no verdict. */
import { EXIT } from '@design-jury/contracts/exit-codes';
import type { CheckInput } from '../report/check-result.ts';
import { quoted, Refusal } from './refusal.ts';

export function refusedInput(file: string, error: unknown): CheckInput {
  if (error instanceof Refusal)
    return { file, kind: 'refused', message: behindName(file, error.message), exit: error.exit };
  const reason = error instanceof Error ? error.message : String(error);
  return { file, kind: 'refused', message: `could not be judged: ${reason}`, exit: EXIT.inconclusive };
}

/** It is said of the file, in a sentence that others end. */
function behindName(file: string, message: string): string {
  const named = [`${file}: `, `${file} `, `${quoted(file)}: `].find((name) => message.startsWith(name)) ?? '';
  return message.slice(named.length).replace(/\.$/, '');
}
