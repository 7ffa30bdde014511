/** Many checked pages on one page: the verdict of each, a small picture, and what holds it back. Pure. */
import type { CheckedFile, CheckResult, CheckVerdict } from './check-result.ts';
import { verdictWord } from './check-result.ts';
import { escaped, REPORT_POLICY, REPORT_STYLE } from './html.ts';
import { mustFixes } from './words.ts';

const MOST_FAULTS = 5;
const TONES: Record<CheckVerdict, 'good' | 'bad' | 'fair'> = {
  passes: 'good',
  fails: 'bad',
  inconclusive: 'fair',
  waits: 'fair',
  interrupted: 'fair',
  refused: 'bad',
};
/** Worst first: whoever opens it looks for what is left to do. */
const ORDER: readonly CheckVerdict[] = ['refused', 'fails', 'interrupted', 'waits', 'inconclusive', 'passes'];

/** @param pictures JPEG, by the name of the page */
export function indexPage(result: CheckResult, pictures: ReadonlyMap<string, Uint8Array>): string {
  const files = result.files.toSorted(
    (one, other) =>
      ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict) ||
      (one.composite ?? 0) - (other.composite ?? 0),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${REPORT_POLICY}">
<title>${escaped(`${result.files.length} pages: ${verdictWord(result.verdict)}`)}</title>
<style>${REPORT_STYLE}
.pages{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:2rem 1.5rem;padding:0;list-style:none}
.pages img,.pages .none{display:block;width:100%;aspect-ratio:8/5;object-fit:cover;object-position:top}
.pages .none{border:1px solid var(--line);padding:1rem;color:var(--soft)}
.pages h2{font-size:1rem;margin:.75rem 0 .25rem;overflow-wrap:anywhere}
.pages ul{margin:.5rem 0;padding-left:1.25rem}
</style>
</head>
<body>
<main>
<h1>Checked pages</h1>
<p class="${TONES[result.verdict]}">${escaped(result.summary)}</p>
<ul class="pages">
${files.map((file) => card(file, pictures.get(file.file))).join('\n')}
</ul>
</main>
</body>
</html>
`;
}

function card(file: CheckedFile, picture: Uint8Array | undefined): string {
  const shown =
    picture === undefined
      ? '<p class="none">No picture was taken.</p>'
      : `<img src="data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}" alt="The top of ${escaped(file.file)}" width="320" height="200">`;
  const open = file.faults.filter(({ standing }) => standing === 'open');
  const items = open
    .slice(0, MOST_FAULTS)
    .map(({ text, line }) => `<li>${escaped(`${text} (line ${line})`)}</li>`);
  const more =
    open.length > MOST_FAULTS ? `<p class="evidence">and ${open.length - MOST_FAULTS} more</p>` : '';
  const score = file.composite === null ? '' : `${file.composite.toFixed(2)}, ${mustFixes(file.mustFix)}`;
  const why = file.composite === null ? `<p>${escaped(file.summary)}</p>` : '';
  return `<li>${shown}
<h2>${escaped(file.file)}</h2>
<p><strong class="${TONES[file.verdict]}">${escaped(verdictWord(file.verdict))}</strong> ${escaped(score)}</p>${why}
${items.length === 0 ? '' : `<ul>${items.join('')}</ul>`}${more}</li>`;
}
