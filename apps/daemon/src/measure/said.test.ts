import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WORDS as EN } from '@design-jury/contracts/said/en';
import { formsOf } from '@design-jury/contracts/said/message';
import { readerOf } from '@design-jury/contracts/said/read';
import { say } from '@design-jury/contracts/said/say';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { buildPage } from './model/page.ts';
import { readPageFile } from './model/source.ts';
import { examine } from './panel.ts';
import { writtenIn } from './test/written.ts';

const read = readerOf(EN);
const units = new Set(kind('unit'));
const raises = new Set(kind('raise'));

function kind(name: string): string[] {
  return Object.entries(EN).flatMap(([id, message]) =>
    id.startsWith(`${name}/`) ? [...formsOf(message)] : [],
  );
}

/** Audits whose messages are in English only so far. Empty is how it should be. */
const ENGLISH_ONLY: ReadonlySet<string> = new Set([]);

const HERE = new URL('.', import.meta.url);
const FILES = ['audits', 'facts', 'browser']
  .flatMap((folder) => readdirSync(new URL(`${folder}/`, HERE)).map((name) => `${folder}/${name}`))
  .filter((name) => /^(audits|facts)\/[\w-]+\.ts$|^browser\/(layout-words|look|seen)\.ts$/.test(name))
  .filter((name) => !ENGLISH_ONLY.has(name.replace(/^.*\/|\.ts$/g, '')));

test.each(FILES)('every sentence that can be said has a message in the catalogue: %s', (file) => {
  const source = readFileSync(new URL(file, HERE), 'utf8');
  const missing = writtenIn(parseAst(source, { lang: 'ts' }), source).filter(({ name, samples }) => {
    if (name === 'unit') return !samples.some((sample) => units.has(sample));
    if (name === 'raise') return !samples.some((sample) => raises.has(sample));
    return !samples.some((sample) => read(sample) !== null);
  });
  expect(missing.map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
});

test('a sentence without a message is noticed, whatever it is filled with', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
  const source = "const a = { message: `The page has ${n} ghosts${much ? ', too many' : ''}.` };";
  const found = writtenIn(parseAst(source, { lang: 'ts' }), source);
  expect(found.map(({ text }) => text)).toEqual([
    'The page has {n} ghosts, too many.',
    'The page has {n} ghosts.',
  ]);
  expect(found.flatMap(({ samples }) => samples).filter((sample) => read(sample) !== null)).toEqual([]);
});

test.each(['landing.html', 'poor.html', 'good.html'])(
  'all that is said about a page is read, and said again in English byte for byte: %s',
  async (name) => {
    const path = fileURLToPath(new URL(`../../../../examples/${name}`, import.meta.url));
    const { findings, roles } = examine(await buildPage({ html: await readPageFile(path), path }));
    const texts = [
      ...findings.flatMap(({ message, suggestion }) => [message, suggestion]),
      ...Object.values(roles).flatMap(({ dims, demands, explain }) => [
        explain,
        ...dims.map(({ note }) => note),
        ...demands.flatMap(({ text, evidence }) => [text, evidence ?? '']),
      ]),
    ].filter((text) => text !== '');
    const again = texts.map((text) =>
      read(text)
        ?.map((one) => say('en', EN, one))
        .join(' '),
    );
    expect(again).toEqual(texts);
  },
);
