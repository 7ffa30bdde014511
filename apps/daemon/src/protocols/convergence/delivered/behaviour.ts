/** What a program shall do: that its file is there does not show it. A test that ran, asserts and speaks of it does. */
import type { ProjectText } from '../project-texts.ts';
import type { Requirement } from '../requirements.ts';
import { onlyConstants } from './asserted.ts';
import { withoutComments } from './comments.ts';
import { isCode, isTest } from './placeholder.ts';
import { isSaid, wordsSaid } from './said-in.ts';

const MODAL = /\b(?:must|shall|should|has to|have to|may not|cannot)\b/i;
/** What stands in a file can be read there. */
const STANDS =
  /\b(?:must|shall|should|has to|have to|may not|cannot)\s+(?:not\s+)?(?:be (?:there|in|at|named|called|written|an?|the)\b|exists?\b|exports?\b|contains?\b|defines?\b|declares?\b|have\b|has\b|includes?\b|imports?\b|uses?\b|names?\b|lists?\b|hold\b|come with\b|pass\b)/i;
const ASSERTS = /\b(?:assert\w*|expect|should|t\.(?:is|equal|deepEqual|truthy|throws)|require\.\w+)\s*[.(]/;

/** Of a program, and about what it does or must not do. */
export function isBehaviour({ raw }: Pick<Requirement, 'raw'>, files: readonly string[]): boolean {
  const said = raw.replace(/`[^`]*`/g, ' ');
  const isOfCode = files.length > 0 && files.every((path) => isCode(path) && !isTest(path));
  return isOfCode && MODAL.test(said) && !STANDS.test(said) && !rulesOutName(raw);
}

/** "must not call `eval`": a name that is nowhere is shown by reading. */
function rulesOutName(raw: string): boolean {
  return /\b(?:must|shall|should|may) not\b[^.`]{0,60}`[^`./]+`/i.test(raw);
}

const FEWEST_WORDS = 2;

/** A test with an assertion that names the requirement, or has two of its words or more. */
export function isTested({ id, raw }: Requirement, all: readonly ProjectText[]): boolean {
  const words = [
    ...new Set(
      wordsSaid(raw.replace(/`[^`]*`/g, ' ').replace(id, ' ')).filter((word) => /\p{L}/u.test(word)),
    ),
  ];
  return all
    .filter((file) => isTest(file.path) && onlyConstants(file) === null)
    .map(withoutComments)
    .some(
      (file) =>
        ASSERTS.test(file.text) &&
        ((/\d/.test(id) && !/\s/.test(id) && file.text.includes(id)) ||
          words.filter((word) => isSaid(word, [file])).length >= Math.min(FEWEST_WORDS, words.length)),
    );
}
