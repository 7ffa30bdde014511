/** Many pages on one: the verdict of each, a small picture, what holds it back, and a way to see only some. Pure. */
import { basename } from 'node:path';
import { besideLink, breakable, escaped } from './page/escape.ts';
import { framed } from './page/frame.ts';
import { INDEX_STYLE } from './page/index-style.ts';
import type { Thumbnail } from './pictures.ts';
import { count, mustFixes } from './words.ts';

type Tone = 'good' | 'fair' | 'bad';

/** One page of many. */
export interface IndexEntry {
  name: string;
  verdict: { word: string; tone: Tone };
  composite: number | null;
  /** Open and not accepted. */
  mustFix: number;
  /** What is open, the worst first. */
  faults: readonly { text: string; line: number | null }[];
  /** Said where there is no score. */
  why: string | null;
  /** The page's own report, beside this one. */
  report: string | null;
}

export interface IndexInput {
  entries: readonly IndexEntry[];
  /** By the name of the page. */
  pictures: ReadonlyMap<string, Thumbnail>;
}

const MOST_FAULTS = 3;
/** Worst first: whoever opens it looks for what is left to do. */
const ORDER: readonly Tone[] = ['bad', 'fair', 'good'];

export function indexPage({ entries, pictures }: IndexInput): string {
  const sorted = entries.toSorted(
    (one, other) =>
      ORDER.indexOf(one.verdict.tone) - ORDER.indexOf(other.verdict.tone) ||
      (one.composite ?? 0) - (other.composite ?? 0),
  );
  const words = [...new Map(sorted.map(({ verdict }) => [verdict.word, verdict])).values()];
  // How many have which verdict, the worst first.
  const summary = `${count(entries.length, 'page')}: ${words.map(({ word }) => `${sorted.filter(({ verdict }) => verdict.word === word).length} ${word}`).join(', ')}.`;
  const cards = sorted.map((entry) => {
    const kind = words.findIndex(({ word }) => word === entry.verdict.word);
    return card(entry, kind, pictures.get(entry.name));
  });
  return framed({
    title: `Verdicts on ${count(entries.length, 'page')}`,
    description: 'The verdict of the jury on each page, with a picture and what holds it back.',
    body: `<header><p class="soft">Design Jury</p><h1>${escaped(summary)}</h1></header>
${filters(words, sorted)}
<ul class="pages">
${cards.join('\n')}
</ul>
<p class="nobody soft">No page is left by this choice.</p>`,
    style: INDEX_STYLE + shownBy(words.length),
    script: SEARCH_SCRIPT,
  });
}

/** One choice among verdicts, and a field for a part of a name. The choice works without a script. */
function filters(words: readonly IndexEntry['verdict'][], entries: readonly IndexEntry[]): string {
  const choice = (id: string, label: string, tone: string, n: number, isFirst: boolean): string =>
    `<label class="${tone}"><input type="radio" name="verdict" id="${id}"${isFirst ? ' checked' : ''}><span>${escaped(label)} <b>${n}</b></span></label>`;
  const kinds = words.map(({ word, tone }, kind) => {
    const n = entries.filter(({ verdict }) => verdict.word === word).length;
    return choice(`kind-${kind}`, word, tone, n, false);
  });
  return `<form class="filters"><fieldset><legend>Verdict</legend>${choice('kind-all', 'all', '', entries.length, true)}${kinds.join('')}</fieldset><label class="search" hidden>Part of a name <input type="search" autocomplete="off"></label></form>`;
}

/** A rule for each choice: what is not of its kind is not shown. */
function shownBy(kinds: number): string {
  return Array.from(
    { length: kinds },
    (_, kind) => `main:has(#kind-${kind}:checked) .pages>li:not(.kind-${kind}){display:none}`,
  ).join('\n');
}

const SEARCH_SCRIPT = `{const form=document.querySelector('.filters'),field=form.querySelector('[type=search]');form.querySelector('.search').hidden=false;form.addEventListener('submit',(event)=>event.preventDefault());const look=()=>{const part=field.value.trim().toLowerCase();let left=0;for(const page of document.querySelectorAll('.pages>li')){page.hidden=!page.dataset.name.includes(part);if(page.checkVisibility())left+=1}document.querySelector('.nobody').classList.toggle('said',left===0)};form.addEventListener('input',look)}`;

function card(entry: IndexEntry, kind: number, picture: Thumbnail | undefined): string {
  const { name, verdict, composite, mustFix, faults, why, report } = entry;
  const shown =
    picture === undefined || typeof picture === 'string'
      ? `<p class="none">${escaped(picture ?? 'No picture')}</p>`
      : `<img src="data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}" alt="The top of ${escaped(name)}" width="320" height="200">`;
  const items = faults
    .slice(0, MOST_FAULTS)
    .map(
      ({ text, line }) => `<li>${line === null ? '' : `Line ${line}: `}<samp>${escaped(text)}</samp></li>`,
    );
  const more =
    faults.length > MOST_FAULTS ? `<p class="soft">and ${faults.length - MOST_FAULTS} more</p>` : '';
  const title = breakable(name);
  const heading =
    report === null
      ? title
      : `<a href="${escaped(besideLink(report))}" title="Report of ${escaped(basename(name))}">${title}</a>`;
  const figures =
    composite === null ? '' : `<b>${composite.toFixed(2)}</b> ${mustFix === 0 ? '' : mustFixes(mustFix)}`;
  return `<li class="card kind-${kind}" data-name="${escaped(name.toLowerCase())}">${shown}
<div><h2>${heading}</h2>
<p class="line"><span class="tag ${verdict.tone}">${escaped(verdict.word)}</span> ${figures}</p>${why === null ? '' : `<p class="soft">${escaped(why)}</p>`}
${items.length === 0 ? '' : `<ul>${items.join('')}</ul>`}${more}</div></li>`;
}
