/** A report as Markdown and as one HTML file that needs nothing else. */

import { markdownText } from '../protocols/convergence/markdown-text.ts';
import type {
  Report,
  ReportBlock,
  ReportCell,
  ReportSection,
  ReportTable,
} from '../protocols/convergence/report-parts.ts';
import { escaped, REPORT_POLICY, REPORT_STYLE } from './html.ts';

export function reportMarkdown({ title, summary, gate, sections }: Report): string {
  return `${[
    // Written as false, always: only a person turns it.
    ...(gate === null ? [] : ['---', 'approved: false', `gate: ${gate}`, '---', '']),
    `# ${cell(title)}`,
    '',
    cell(summary),
    ...sections.flatMap(({ title: name, blocks }) => [
      '',
      `## ${cell(name)}`,
      ...blocks.flatMap((block) => ['', ...markdownBlock(block)]),
    ]),
  ].join('\n')}\n`;
}

function markdownBlock(block: ReportBlock): string[] {
  switch (block.kind) {
    case 'text':
      return [cell(block.text)];
    case 'list':
      return block.items.map((item) => `- ${cell(item)}`);
    case 'table':
      return [
        row(block.head),
        `|${block.head.map(() => '---').join('|')}|`,
        ...block.rows.map((cells) => row(cells)),
      ];
  }
}

function row(cells: readonly ReportCell[]): string {
  return `| ${cells.map((one) => cell(typeof one === 'string' ? one : one.items.join(one.joint))).join(' | ')} |`;
}

/** Nothing in a cell may end the cell, the row or the table. */
function cell(text: string): string {
  return markdownText(text).replaceAll('|', '\\|');
}

/** Of tables that may hold anything: columns keep their share, and on a small screen each row is a card. */
const TABLE_STYLE = `
:lang(ko){word-break:keep-all}
main{max-width:68rem}
section{margin-top:2.5rem}
h2{margin-top:0}
li{overflow-wrap:anywhere}
main>section>ul{max-width:80ch;padding-left:1.25rem}
main>section>ul li{margin:.375rem 0}
table{table-layout:fixed}
th{font-size:.875rem;color:var(--soft);overflow-wrap:anywhere}
td,td:nth-child(3){white-space:normal;overflow-wrap:anywhere}
td:first-child{font-variant-numeric:tabular-nums}
td ul{margin:0;padding:0;list-style:none}
td li+li{margin-top:.25rem}
td code{font-size:.8125rem}
@media screen and (max-width:44rem){
table,tbody,tr,td{display:block}
colgroup{display:none}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{border-top:2px solid var(--line);padding:.5rem 0}
td,th{border:0;padding:.25rem 0}
td:empty{display:none}
td[data-label]::before{content:attr(data-label);display:block;font-size:.8125rem;color:var(--soft)}
}
@media print{
:root{color-scheme:light;--ink:#000;--soft:#444;--page:#fff;--line:#999;--good:#0a4a28;--fair:#5c3900;--bad:#8a1212}
@page{margin:16mm 14mm}
body{font-size:10pt}
main{max-width:none;padding:0}
section{margin-top:1.25rem}
h2,h3{break-after:avoid}
tr,li{break-inside:avoid}
thead{display:table-header-group}
}
`;

export function reportHtml({ title, language, outcome, summary, sections }: Report): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${REPORT_POLICY}">
<title>${escaped(title)} · Design Jury</title>
<style>${REPORT_STYLE}${TABLE_STYLE}</style>
</head>
<body>
<main>
<header>
<p class="status ${outcome.tone}">${escaped(outcome.word)}</p>
<h1>${escaped(title)}</h1>
<p>${escaped(summary)}</p>
</header>
${sections.map(htmlSection).join('\n')}
</main>
</body>
</html>
`;
}

function htmlSection({ title, blocks }: ReportSection): string {
  return `<section>\n<h2>${escaped(title)}</h2>\n${blocks.map((block) => htmlBlock(block, title)).join('\n')}\n</section>`;
}

function htmlBlock(block: ReportBlock, caption: string): string {
  switch (block.kind) {
    case 'text':
      return `<p>${words(block.text)}</p>`;
    case 'list':
      return htmlList(block.items, words);
    case 'table':
      return htmlTable(block, caption);
  }
}

/** Roles are said in words: a table that is laid out as cards is no table to a browser any more. */
function htmlTable({ head, widths, rows }: ReportTable, caption: string): string {
  const columns = widths.map((width) => `<col style="width:${width}%">`).join('');
  const names = head.map((name) =>
    name === '' ? '<td role="cell"></td>' : `<th scope="col" role="columnheader">${escaped(name)}</th>`,
  );
  const body = rows.map(
    (cells) => `<tr role="row">${cells.map((one, at) => htmlCell(one, head[at] ?? '')).join('')}</tr>`,
  );
  return `<table role="table" aria-label="${escaped(caption)}">
<colgroup>${columns}</colgroup>
<thead role="rowgroup"><tr role="row">${names.join('')}</tr></thead>
<tbody role="rowgroup">
${body.join('\n')}
</tbody>
</table>`;
}

function htmlCell(content: ReportCell, label: string): string {
  const open = `<td role="cell"${label === '' ? '' : ` data-label="${escaped(label)}"`}>`;
  if (typeof content === 'string') return `${open}${words(content)}</td>`;
  if (content.items.length === 0) return `${open}</td>`;
  const item = (text: string): string => (content.isCode ? `<code>${words(text)}</code>` : words(text));
  return `${open}${htmlList(content.items, item)}</td>`;
}

/** A path may be broken after a slash; anywhere else only where nothing else helps. */
function words(text: string): string {
  return escaped(text).replaceAll('/', '/<wbr>');
}

function htmlList(items: readonly string[], item: (text: string) => string): string {
  return `<ul>\n${items.map((text) => `<li>${item(text)}</li>`).join('\n')}\n</ul>`;
}
