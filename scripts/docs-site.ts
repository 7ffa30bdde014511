/**
 * `npm run docs:site`: docs/ as static pages in dist/docs-site, with a search and a start page in six languages. The pages load
 * nothing from elsewhere and work from any folder. They have to pass our own jury: `./jury check dist/docs-site`.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { framed, SEARCH, STYLE } from './docs-site/frame.ts';
import { escaped, renderDocument } from './docs-site/markdown-page.ts';
import { START_TEXTS, type StartText } from './docs-site/start-texts.ts';

const ROOT = join(import.meta.dirname, '..');
const DOCS = join(ROOT, 'docs');
/** Where what is no document of the site is read. */
const REPOSITORY = 'https://github.com/design-jury/design-jury/blob/main/';
const DESCRIPTION_CHARS = 150;

/** Below docs/, with documents of their own. */
const FOLDERS = ['decisions', 'walkthroughs'];

interface Page {
  /** Below docs/, such as `decisions/0001-x.md`. */
  source: string;
  /** On the site. */
  file: string;
}

function pagesOf(): Page[] {
  const below = (folder: string): string[] =>
    readdirSync(join(DOCS, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => (folder === '' ? name : `${folder}/${name}`));
  return [...below(''), ...FOLDERS.flatMap(below)]
    .filter((source) => source !== 'README.md')
    .sort()
    .map((source) => ({ source, file: source.replace(/\.md$/, '.html') }));
}

/** Of documents a page of the site, of other files of the repository their place there. */
function linkFrom(source: string, pages: ReadonlySet<string>): (url: string) => string | null {
  return (url) => {
    if (/^(?:https?:|mailto:|#)/.test(url)) return url;
    if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return null;
    const [path = '', anchor] = url.split('#', 2);
    const target = join(dirname(source), path);
    const tail = anchor === undefined ? '' : `#${anchor}`;
    if (target === 'README.md' || FOLDERS.includes(target))
      return `${relative(dirname(source), 'index.html')}${tail}`;
    if (pages.has(target)) return `${path.replace(/\.md$/, '.html')}${tail}`;
    if (target.startsWith('images/')) return path;
    return `${REPOSITORY}${join('docs', target)}`;
  };
}

export function buildDocsSite(out: string): { pages: number } {
  rmSync(out, { recursive: true, force: true });
  for (const folder of FOLDERS) mkdirSync(join(out, folder), { recursive: true });
  const pages = pagesOf();
  const sources = new Set(pages.map(({ source }) => source));
  const documents = pages.map(({ source, file }) => ({
    file,
    ...renderDocument(readFileSync(join(DOCS, source), 'utf8'), linkFrom(source, sources)),
  }));
  const listed = documents.filter(({ file }) => !file.includes('/'));
  const decided = documents.filter(({ file }) => file.includes('/'));
  const waysFrom = (folder: string, here: string) =>
    listed.map(({ file, title }) => ({ href: relative(folder, file), text: title, isHere: file === here }));
  const [english] = START_TEXTS;
  if (english === undefined) throw new Error('no language');
  for (const { file, title, html, text } of documents) {
    const folder = dirname(file);
    const root = folder === '.' ? './' : '../';
    const page = framed({
      lang: 'en',
      title: `${title} · Design Jury`,
      // Between code and a full stop the tags leave a space.
      description: text.replaceAll(/ (?=[.,;:](?: |$))/g, '').slice(0, DESCRIPTION_CHARS),
      root,
      main: html,
      ways: waysFrom(folder, file),
      search: english.search,
    });
    writeFileSync(join(out, file), page);
  }
  for (const text of START_TEXTS) {
    const folder = text.lang === 'en' ? '.' : text.lang;
    mkdirSync(join(out, folder), { recursive: true });
    const main = startPage(text, folder, listed, decided);
    // It lists all documents itself.
    const ways: [] = [];
    const root = folder === '.' ? './' : '../';
    const title = `Design Jury · ${text.title}`;
    writeFileSync(
      join(out, folder, 'index.html'),
      framed({ lang: text.lang, title, description: text.lead, root, main, ways, search: text.search }),
    );
  }
  writeFileSync(join(out, 'style.css'), STYLE);
  writeFileSync(join(out, 'search.js'), SEARCH);
  writeFileSync(
    join(out, 'search.json'),
    JSON.stringify(documents.map(({ file, title, text }) => ({ url: file, title, text }))),
  );
  cpSync(join(DOCS, 'images'), join(out, 'images'), { recursive: true });
  return { pages: documents.length + START_TEXTS.length };
}

interface Listed {
  file: string;
  title: string;
}

function startPage(
  text: StartText,
  folder: string,
  listed: readonly Listed[],
  decided: readonly Listed[],
): string {
  const link = ({ file, title }: Listed): string =>
    `<li><a href="${escaped(relative(folder, file))}" lang="en">${escaped(title)}</a></li>`;
  const others = START_TEXTS.filter(({ lang }) => lang !== text.lang).map(({ lang, name }) => {
    const target = relative(folder, lang === 'en' ? 'index.html' : `${lang}/index.html`);
    return `<li><a href="${target}" lang="${lang}" hreflang="${lang}">${name}</a></li>`;
  });
  return `<h1>${escaped(text.title)}</h1>
<p>${escaped(text.lead)}</p>
<h2>${escaped(text.try)}</h2>
<pre tabindex="0" role="region" aria-label="${escaped(text.try)}"><code>npx design-jury check page.html</code></pre>
<p>${escaped(text.tryText)}</p>
<h2>${escaped(text.what)}</h2>
<ul>${text.points.map((point) => `<li>${escaped(point)}</li>`).join('\n')}</ul>
<h2>${escaped(text.documents)}</h2>
<ul>${[...listed, ...decided].map(link).join('\n')}</ul>
<h2>${escaped(text.languages)}</h2>
<ul>${others.join('\n')}</ul>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = join(ROOT, 'dist/docs-site');
  const { pages } = buildDocsSite(out);
  console.log(`${pages} pages in dist/docs-site`);
}
