/** Whether what was sent can be judged. Called in a measuring thread. */
import { unjudgedPlan } from '../convergence/start-phase.ts';
import { readDocument, tooMuch } from '../documents/document.ts';
import { unjudgedLoop } from '../loop/start-loop.ts';

export type Judged = 'loop' | 'plan' | 'brief';

/** Null, or the sentence that says why not. */
export function whyUnjudged(as: Judged, name: string, text: string): string | null {
  switch (as) {
    case 'loop': {
      const why = unjudgedLoop(text);
      if (why === null) return null;
      return why.reason === 'too-much'
        ? `${name} cannot be judged: ${why.says}`
        : `there is nothing to judge in ${name}: ${why.says}`;
    }
    case 'plan': {
      const why = unjudgedPlan(text);
      if (why === null) return null;
      if (why.reason === 'nothing-checkable') return `nothing in ${name} can be checked: ${why.says}`;
      return why.reason === 'too-much'
        ? `${name} cannot be judged: ${why.says}`
        : `no step can be read in ${name}, so there is nothing to judge. ${why.says}`;
    }
    case 'brief': {
      const much = tooMuch(readDocument(text));
      return much === null ? null : `${name} cannot be judged: ${much}`;
    }
  }
}
