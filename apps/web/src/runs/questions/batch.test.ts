import { type AskedQuestion, QUESTION_BATCH } from '@design-jury/contracts/questions';
import { describe, expect, test } from 'vitest';
import { nextBatch, type Put, standing } from './batch.ts';

const NOTHING: Put = { questions: [], answering: {} };
const asked = (...ids: string[]): AskedQuestion[] => ids.map((id) => ({ id }) as AskedQuestion);
const idsOf = ({ questions }: Put): string[] => questions.map(({ id }) => id);

describe('questions in batches', () => {
  test('four questions are put as three and one', () => {
    const first = nextBatch(NOTHING, asked('a', 'b', 'c', 'd'));
    expect(idsOf(first)).toEqual(['a', 'b', 'c']);
    expect(first.questions).toHaveLength(QUESTION_BATCH);
    expect(idsOf(nextBatch(first, asked('d')))).toEqual(['d']);
  });

  test('a batch stays while any of it is open, whatever is asked meanwhile', () => {
    const first = nextBatch(NOTHING, asked('a', 'b', 'c'));
    expect(nextBatch(first, asked('c', 'd', 'e'))).toBe(first);
  });

  test('the last answers stay in sight when nothing more is asked', () => {
    const first = nextBatch(NOTHING, asked('a'));
    expect(nextBatch(first, [])).toBe(first);
  });

  test('a question that is gone was answered elsewhere, unless it was answered here', () => {
    const put: Put = { questions: asked('a', 'b'), answering: { a: { state: 'answered', choice: 1 } } };
    expect(standing(put, 'a', [])).toEqual({ state: 'answered', choice: 1 });
    expect(standing(put, 'b', [])).toEqual({ state: 'elsewhere', message: '' });
    expect(standing(put, 'b', asked('b'))).toEqual({ state: 'open' });
  });
});
