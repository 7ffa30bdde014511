/** Ways in which an author makes complaints go away without mending anything, as changes of one page. */

export const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Harbour tide alerts</title>
<style>:root{--accent:#0a5c8f;--pale:#c9d4da}body{font:16px/1.5 sans-serif;color:#1a1a1a;background:#fff}
.pale{color:var(--pale)}.small{font-size:14px}a{color:var(--accent)}</style></head>
<body><main>
<h1>Tide alerts for small harbours</h1>
<p class="pale">A message before the water comes, in time to move what stands low.</p>
<h2>How it works</h2>
<p>Each harbour has a gauge. The gauge sends its level every five minutes, and the alert goes out by text message.</p>
<img src="gauge.png" alt="A gauge at the quay of a small harbour">
<h2>What it costs</h2>
<p class="small">The first harbour is free. Every further harbour costs four euros a month, and nothing else.</p>
<ul><li>Alerts by text message</li><li>A page with the levels of the last week</li><li>Cancel on any day</li></ul>
<h2>Ask for an account</h2>
<form action="/ask"><label>Harbour <input name="harbour"></label><label>Phone <input name="phone"></label><button>Ask for it</button></form>
<p><a href="/prices">All prices</a> and <a href="/contact">how to reach us</a>.</p>
<a href="https://example.org/tides">Tide tables of the coast</a>
</main></body></html>`;

const PALE = '<p class="pale">A message before the water comes, in time to move what stands low.</p>';
const COSTS = /<p class="small">[^<]*<\/p>/;
const ALL_TEXT = /<main>([\s\S]*)<\/main>/;

const styled = (css: string) => (html: string) => html.replace('</style>', `${css}</style>`);
const put = (from: string | RegExp, to: string) => (html: string) => html.replace(from, to);

export const GAMES: Readonly<Record<string, (html: string) => string>> = {
  'hides pale text by display': styled('.pale,.small{display:none}'),
  'hides it by the attribute': put(/<p class="(pale|small)">/g, '<p hidden class="$1">'),
  'hides it by visibility': styled('.pale,.small{visibility:hidden}'),
  'hides it by opacity': styled('.pale,.small{opacity:0}'),
  'gives it no size': styled('.pale,.small{font-size:0}'),
  'gives it a size nobody reads': styled('.pale,.small{font-size:2px}'),
  'moves it off the screen': styled('.pale,.small{position:absolute;left:-9999px}'),
  'clips it away': styled(
    '.pale,.small{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}',
  ),
  'takes it from assistive technology': put(/<p class="(pale|small)">/g, '<p aria-hidden="true" class="$1">'),
  'takes all content from assistive technology': put('<main>', '<main aria-hidden="true">'),
  'makes the content inert': put('<main>', '<main inert>'),
  'folds the content away': put(ALL_TEXT, '<main><details><summary>More</summary>$1</details></main>'),
  'removes what was complained about': (html) => html.replace(PALE, '').replace(COSTS, ''),
  'comments it out': (html) => html.replace(PALE, `<!-- ${PALE} -->`).replace(COSTS, '<!-- costs -->'),
  'puts it into a template': (html) => html.replace(PALE, `<template>${PALE}</template>`).replace(COSTS, ''),
  'writes it in the style sheet': (html) =>
    styled('.pale::before{content:"A message before the water comes, in time to move what stands low."}')(
      html.replace(PALE, '<p class="pale"></p>'),
    ),
  'keeps it as a title only': put(
    PALE,
    '<p class="pale" title="A message before the water comes, in time to move what stands low."></p>',
  ),
  'replaces text by a picture of it': (html) => html.replace(COSTS, '<img src="costs.png" alt="image">'),
  'removes the form and its labels': put(/<form[\s\S]*<\/form>/, ''),
  'takes headings for paragraphs': (html) => html.replaceAll(/<(\/?)h2>/g, '<$1p>'),
  'makes headings presentational': (html) => html.replaceAll('<h2>', '<h2 role="presentation">'),
  'calls an image decorative': put('alt="A gauge at the quay of a small harbour"', 'alt=""'),
  'calls an image image': put('alt="A gauge at the quay of a small harbour"', 'alt="image"'),
  'calls a button button': put(
    '<button>Ask for it</button>',
    '<button aria-label="button">Ask for it</button>',
  ),
  'leads links to the top': (html) => html.replaceAll(/href="[^"]*"/g, 'href="#"'),
  'removes the links': (html) => html.replaceAll(/<a [^>]*>([^<]*)<\/a>/g, '$1'),
  'shortens every sentence': (html) => html.replaceAll(/<p([^>]*)>(\w+ \w+)[^<]*<\/p>/g, '<p$1>$2.</p>'),
  'renames its tokens': (html) =>
    html.replaceAll('--pale', '--brand-text').replaceAll('--accent', '--brand-primary'),
  'writes other words of the same length': put(
    COSTS,
    '<p class="small">Our happy customers love everything about it and they come back every single day for more.</p>',
  ),
};

/** Honest mending: nothing of it may be stopped. */
export const MENDS: Readonly<Record<string, (html: string) => string>> = {
  'a darker colour': put('--pale:#c9d4da', '--pale:#3c4a52'),
  'larger text': put('.small{font-size:14px}', '.small{font-size:16px}'),
  'a label is named': put('<input name="phone">', '<input name="phone" autocomplete="tel">'),
  'a description is added': put('</title>', '</title><meta name="description" content="Tide alerts.">'),
  'a paragraph is added': put('</ul>', '</ul><p>Alerts stop when you say so.</p>'),
  'an image gets a better text': put('</h1>', '</h1><img src="harbour.png" alt="The harbour at low tide">'),
  'a skip link': put('<main>', '<a href="#main">Skip to the text</a><main id="main">'),
  'one sentence is reworded': put('in time to move what stands low', 'early enough to move what stands low'),
};
