/** What is wrong with a value that somebody sent or wrote, in words: zod's own are for programmers. */
import type { z } from 'zod';

/** The field first, where there is one: `files: is missing`. */
export function issueSentence(issue: z.core.$ZodIssue): string {
  const field = issue.path.map(String).join('.');
  const words = issueWords(issue);
  return field === '' ? words : `${field}: ${words}`;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** How zod's own sentences begin; any other was written for whoever reads it. */
const ZODS_OWN = /^(?:Invalid|Too (?:big|small)|Unrecognized|Expected)\b/;

function issueWords(issue: z.core.$ZodIssue): string {
  if (!ZODS_OWN.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is missing'
        : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      if (isCounted(issue.origin))
        return issue.minimum === 1
          ? 'must not be empty'
          : `must have at least ${amount(issue.minimum, issue.origin)}`;
      return `must be ${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}`;
    case 'too_big':
      if (isCounted(issue.origin)) return `must have at most ${amount(issue.maximum, issue.origin)}`;
      return `must be ${issue.inclusive === false ? 'below' : 'at most'} ${issue.maximum}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'unrecognized_keys':
      return `there is no field ${issue.keys.map((key) => JSON.stringify(key)).join(', ')}`;
    default:
      return issue.message;
  }
}

function isCounted(origin: string): boolean {
  return origin === 'string' || origin === 'array';
}

function amount(n: number | bigint, origin: string): string {
  return `${n} ${origin === 'string' ? 'characters' : 'entries'}`;
}
