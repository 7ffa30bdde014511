/** What every page of the site is in: head, ways, and the one stylesheet and script. */
import { escaped } from './markdown-page.ts';

export interface Frame {
  lang: string;
  title: string;
  description: string;
  /** From this page to the root of the site, such as `../`. */
  root: string;
  main: string;
  /** Entries of the navigation. */
  ways: readonly { href: string; text: string; isHere: boolean }[];
  search: string;
}

export function framed({ lang, title, description, root, main, ways, search }: Frame): string {
  const links = ways
    .map(
      ({ href, text, isHere }) =>
        `<li><a href="${escaped(href)}"${isHere ? ' aria-current="page"' : ''}>${escaped(text)}</a></li>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(description)}">
<link rel="stylesheet" href="${root}style.css">
<script src="${root}search.js" defer></script>
</head>
<body data-root="${root}">
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="name" href="${root}index.html">Design Jury</a>
<search><label for="search-words">${escaped(search)}</label><input id="search-words" type="search" autocomplete="off" aria-controls="search-found"></search>
<ol id="search-found" aria-live="polite"></ol>
</header>
<div class="page">
${ways.length === 0 ? '' : `<nav aria-label="Documents"><ul>\n${links}\n</ul></nav>`}
<main id="content">
${main}</main>
</div>
</body>
</html>
`;
}

export const STYLE = `:root { color-scheme: light dark; --ink: #1b1b1f; --paper: #fff; --quiet: #55555e; --line: #d5d5dc; --link: #1d4fa8; --panel: #f4f4f7; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececf0; --paper: #17171a; --quiet: #b5b5bf; --line: #3a3a42; --link: #9dbcff; --panel: #222227; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
a { color: var(--link); text-underline-offset: 0.2em; }
a:focus-visible, input:focus-visible, pre:focus-visible, .wide:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: 16px; top: -64px; padding: 8px 16px; background: var(--paper); }
.skip:focus { top: 16px; }
header { display: flex; flex-wrap: wrap; gap: 8px 32px; align-items: center; padding: 16px 24px; border-bottom: 1px solid var(--line); }
.name { padding: 8px 0; font-weight: 700; color: var(--ink); text-decoration: none; }
search { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
label { color: var(--quiet); }
input { min-height: 44px; padding: 8px 16px; font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--quiet); border-radius: 8px; }
#search-found { flex-basis: 100%; margin: 0; padding-left: 24px; }
#search-found:empty { display: none; }
.page:has(nav) { display: grid; grid-template-columns: 240px minmax(0, 1fr); }
.page { gap: 32px; max-width: 1200px; margin: 0 auto; padding: 24px; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: 8px 0; }
nav a[aria-current] { font-weight: 700; color: var(--ink); }
main { max-width: 72ch; }
h1 { margin: 0 0 16px; font-size: 32px; line-height: 1.25; }
h2 { margin: 40px 0 16px; font-size: 24px; line-height: 1.3; }
h3 { margin: 32px 0 8px; font-size: 20px; line-height: 1.4; }
h4 { margin: 24px 0 8px; font-size: 16px; }
p, ul, ol, pre, .wide, blockquote { margin: 0 0 16px; }
li { margin: 0 0 8px; }
code { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow: auto; padding: 16px; background: var(--panel); border-radius: 8px; }
pre code { overflow-wrap: normal; }
.wide { overflow: auto; }
table { border-collapse: collapse; font-size: 14px; }
th, td { padding: 8px 16px 8px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
img { max-width: 100%; height: auto; }
blockquote { padding-left: 16px; border-left: 4px solid var(--line); color: var(--quiet); }
@media (max-width: 800px) { .page:has(nav) { grid-template-columns: minmax(0, 1fr); } nav { order: 2; border-top: 1px solid var(--line); padding-top: 16px; } }
`;

/** Loads the list of words when somebody types, and shows the ten documents that have most of them. */
export const SEARCH = `const field = document.querySelector('#search-words');
const found = document.querySelector('#search-found');
const root = document.body.dataset.root;
let documents = null;
field.addEventListener('input', async () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word.length > 1);
  if (words.length === 0) return found.replaceChildren();
  documents ??= fetch(root + 'search.json').then((response) => response.json());
  const scored = (await documents).map((one) => {
    const [title, text] = [one.title.toLowerCase(), one.text.toLowerCase()];
    const score = words.map((word) => (title.includes(word) ? 20 : 0) + Math.min(10, text.split(word).length - 1));
    return { ...one, score: Math.min(...score) === 0 ? 0 : score.reduce((sum, part) => sum + part, 0) };
  });
  const best = scored.filter(({ score }) => score > 0).sort((one, other) => other.score - one.score).slice(0, 10);
  found.replaceChildren(...best.map(({ title, url }) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = root + url;
    link.textContent = title;
    item.append(link);
    return item;
  }));
});
`;
