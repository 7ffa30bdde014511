import { expect, test } from 'vitest';
import { workflowProblems } from './check-workflows.ts';

const problems = (...steps: string[]) =>
  workflowProblems('a.yml', ['steps:', ...steps.map((step) => `      - ${step}`), ''].join('\n'), [
    'nightly',
  ]);

test('a workflow runs what a person can run here, and brings and takes away files', () => {
  expect(
    problems(
      'uses: actions/checkout@v5',
      'run: .ci/run',
      'run: npm run nightly # run: this is no step',
      'run: npm run nightly -- --only=bench --commit',
    ),
  ).toEqual([]);
});

test.each([
  ['run: npm run nightlies', 'runs npm run nightlies'],
  ['run: npm ci', 'runs npm ci'],
  ['run: npm run nightly && npm publish', 'runs npm run nightly && npm publish'],
  ['run: npm run nightly -- $(date)', 'runs npm run nightly -- $(date)'],
  ['run: |', 'runs |'],
  ['{ name: x, run: date }', 'runs date }'],
  ['uses: somebody/setup@v1', 'uses somebody/setup@v1'],
])('%s is found', (step, problem) => {
  expect(problems('run: .ci/run', step)).toEqual([`a.yml: ${problem}`]);
});

test('a workflow that runs nothing is found', () => {
  expect(problems('uses: actions/checkout@v5')).toEqual(['a.yml: runs nothing']);
});
