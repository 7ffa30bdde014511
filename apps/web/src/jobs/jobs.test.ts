import { GIVEN_LIMITS } from '@design-jury/contracts/given-limits';
import { beforeAll, expect, test } from 'vitest';
import { setMessages } from '../i18n/i18n.ts';
import messages from '../i18n/more-en.json';
import { EMPTY_JOB, estimateOf, lackOf, nameOf } from './job-draft.ts';
import { jobFiles } from './job-files.ts';
import { jobIn } from './jobs.ts';

beforeAll(() => setMessages('en', messages));

/** As a browser hands a file over; of a folder each has its path. */
const within = (path: string, content: BlobPart = 'x'): File =>
  Object.defineProperty(new File([content], path.split('/').at(-1) ?? ''), 'webkitRelativePath', {
    value: path.includes('/') ? path : '',
  });
const file = within;
const paths = async (...given: File[]) => (await jobFiles(given, false)).files.map(({ path }) => path);

test('a folder is given without its own name, and without what is hidden, installed or built', async () => {
  const given = [
    'shop/src/a.ts',
    'shop/README.md',
    'shop/.env',
    'shop/.git/config',
    'shop/node_modules/x/index.js',
    'shop/dist/a.js',
  ].map((path) => within(path));
  const { name, files, leftOut } = await jobFiles(given, false);
  expect([name, files.map(({ path }) => path), leftOut]).toEqual(['shop', ['src/a.ts', 'README.md'], 4]);
  expect(await paths(file('a.md'), file('b.md'))).toEqual(['a.md', 'b.md']);
});

test('what is too much is said with its limit: at the limit it is taken, one more is not', async () => {
  const { files, fileBytes, totalBytes } = GIVEN_LIMITS;
  expect(await paths(file('a.md', 'x'.repeat(fileBytes)))).toEqual(['a.md']);
  await expect(paths(file('a.md', 'x'.repeat(fileBytes + 1)))).rejects.toThrow(
    'a.md is too large: a document may have at most 2,000 kB.',
  );
  const many = (count: number) => Array.from({ length: count }, (_, n) => file(`${n}.md`));
  expect(await paths(...many(files))).toHaveLength(files);
  await expect(paths(...many(files + 1))).rejects.toThrow('401 files are too many: at most 400');
  const quarter = (more: number) =>
    [0, 1, 2, 3].map((n) => file(`${n}.md`, 'x'.repeat(totalBytes / 4 + (n === 0 ? more : 0))));
  expect(await paths(...quarter(0))).toHaveLength(4);
  await expect(paths(...quarter(1))).rejects.toThrow('too large: a document');
  const fifths = Array.from({ length: 5 }, (_, n) => file(`${n}.md`, 'x'.repeat(totalBytes / 5 + 1)));
  await expect(paths(...fifths)).rejects.toThrow('together they may have 8,000 kB');
  await expect(paths(within('a/.env'))).rejects.toThrow('There is nothing to judge in .env');
});

test('a job says what it lacks, one thing at a time', async () => {
  const document = await jobFiles([file('a.md')], true);
  expect(lackOf('loop', EMPTY_JOB)).toBe('jobs.needsDocument');
  expect(lackOf('loop', { ...EMPTY_JOB, document })).toBeNull();
  expect(lackOf('loop', { ...EMPTY_JOB, document, command: null })).toBe('jobs.needsCriteria');
  expect(lackOf('plan-check', { ...EMPTY_JOB, document, workers: [] })).toBe('jobs.needsWorkers');
  expect(lackOf('accept', EMPTY_JOB)).toBe('jobs.needsBrief');
  expect(lackOf('converge', { ...EMPTY_JOB, brief: 'Why?' })).toBe('jobs.needsDocuments');
  expect(nameOf({ name: '', documents: null, brief: '# Late fee\n\nWhy?' })).toBe('Late fee');
  expect(estimateOf('loop', { ...EMPTY_JOB, document, cap: '3' })).toMatchObject({ chars: 1, rounds: 3 });
});

test('a field for one document takes no second one in silence', async () => {
  await expect(jobFiles([file('a.md'), file('b.md')], true)).rejects.toThrow(
    '2 files are too many: at most 1',
  );
});

test('what is estimated is what is sent: a plan counts where it is asked for', async () => {
  const plan = await jobFiles([file('plan.md', 'x'.repeat(7))], true);
  const draft = { ...EMPTY_JOB, brief: 'Why?', plan };
  expect(estimateOf('converge', { ...draft, phase: 'implementation-planning' })).toMatchObject({ chars: 11 });
  expect(estimateOf('converge', { ...draft, phase: 'error-analysis' })).toMatchObject({ chars: 4 });
});

test('an address names a job, or a page is meant', () => {
  expect(jobIn(new URLSearchParams('job=accept'))).toBe('accept');
  expect(jobIn(new URLSearchParams('job=poem'))).toBeNull();
});
