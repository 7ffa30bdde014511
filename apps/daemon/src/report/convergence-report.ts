/** A report as Markdown and as one HTML file that needs nothing else. */
import { markdownText } from '../protocols/convergence/markdown-text.ts';
import type {
  Report,
  ReportBlock,
  ReportCell,
  ReportForm,
  ReportSection,
  ReportTable,
} from '../protocols/convergence/report-parts.ts';
import { escaped, escapeSource, breakable as words } from './page/escape.ts';
import { framed } from './page/frame.ts';

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
      ...blocks.flatMap((block) => {
        const lines = markdownBlock(block);
        return lines.length === 0 ? [] : ['', ...lines];
      }),
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
    case 'form':
      return [];
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
.status{display:inline-block;margin-bottom:.5rem;padding:0 .75rem;border:1px solid var(--tone);border-radius:99px;background:var(--tint);color:var(--tone);font-weight:600}
main{max-width:68rem}
header h1{margin-bottom:.5rem}
li{overflow-wrap:anywhere}
main>section>ul{max-width:80ch;padding-left:1.25rem}
main>section>ul li{margin:.375rem 0}
table{table-layout:fixed}
th{font-size:.875rem;color:var(--fg-2);overflow-wrap:anywhere}
td,td:nth-child(3){white-space:normal;overflow-wrap:anywhere}
td:first-child{font-variant-numeric:tabular-nums}
td ul{margin:0;padding:0;list-style:none}
td li+li{margin-top:.25rem}
td code{font-size:.8125rem}
textarea{font:inherit;width:100%;max-width:68ch;color:inherit;background:var(--panel);border:1px solid var(--fg-2);padding:.375rem}
button{font:inherit;color:var(--on-accent);background:var(--accent);border:0;padding:.5rem 1rem;cursor:pointer}
[hidden]{display:none}
@media screen and (max-width:44rem){
table,tbody,tr,td{display:block}
colgroup{display:none}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{border-top:2px solid var(--line);padding:.5rem 0}
td,th{border:0;padding:.25rem 0}
td:empty{display:none}
td[data-label]::before{content:attr(data-label);display:block;font-size:.8125rem;color:var(--fg-2)}
}
`;

export function reportHtml({ title, language, outcome, summary, sections }: Report): string {
  const hasForm = sections.some(({ blocks }) => blocks.some(({ kind }) => kind === 'form'));
  return framed({
    title,
    language,
    body: `<header>
<p class="status ${outcome.tone}">${escaped(outcome.word)}</p>
<h1>${escaped(title)}</h1>
<p>${escaped(summary)}</p>
</header>
${sections.map(htmlSection).join('\n')}`,
    style: `${TABLE_STYLE}${columnStyle(sections)}`,
    ...(hasForm && { script: FORM_SCRIPT }),
  });
}

/** Shares of columns as rules: the policy allows no style inside a tag. */
function columnStyle(sections: readonly ReportSection[]): string {
  const blocks = sections.flatMap((section) => section.blocks);
  const widths = new Set(blocks.flatMap((block) => (block.kind === 'table' ? block.widths : [])));
  return [...widths].map((width) => `.w${width}{width:${width}%}`).join('\n');
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
    case 'form':
      return htmlForm(block);
  }
}

/**
 * The one script a report may have, and only where it asks something: the policy names its hash, so no other text of the
 * page can act. It sends nothing; it writes the answers into the task's own file, for the person to save.
 */
const FORM_SCRIPT = `{
const form=document.querySelector('form.answers'),made=form.querySelector('.made'),make=form.querySelector('button')
make.hidden=false
form.addEventListener('submit',(event)=>{
event.preventDefault()
const said=new FormData(form)
const items=JSON.parse(form.dataset.items).map((item)=>{
const userInput=String(said.get(item.id)??'').trim()
return userInput===''?item:{...item,userInput,status:'answered'}
})
const text=JSON.stringify(items,null,2)+'\\n'
made.hidden=false
made.querySelector('textarea').value=text
const link=made.querySelector('a')
URL.revokeObjectURL(link.href)
link.href=URL.createObjectURL(new Blob([text],{type:'application/json'}))
link.focus()
})
}`;

/** As it is, whatever it holds: what cannot be seen is written by its number. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function htmlForm({ items, words: strings, shown = items }: ReportForm): string {
  const { formLead, formMake, formSave, answer, expected } = strings;
  const open = items.map((item, at) => ({ ...item, ...shown[at] })).filter(({ status }) => status === 'open');
  const field = ({ id, statement, expectedForm }: (typeof items)[number]): string =>
    `<p><label for="${escaped(id)}">${escaped(id)}: ${words(statement)}</label><br>
<textarea id="${escaped(id)}" name="${escaped(id)}" rows="3" aria-describedby="${escaped(id)}-form"></textarea><br>
<small id="${escaped(id)}-form">${escaped(expected)}: ${escaped(expectedForm)}</small></p>`;
  return `<form class="answers" data-items="${escapeSource(asciiJson(items))}" aria-label="${escaped(answer)}">
<p>${escaped(formLead)}</p>
${open.map(field).join('\n')}
<button hidden>${escaped(formMake)}</button>
<div class="made" hidden>
<p>${escaped(formSave)} <a download="clarifications.json" href="#">clarifications.json</a></p>
<textarea rows="8" readonly aria-label="clarifications.json"></textarea>
</div>
</form>`;
}

/** Roles are said in words: a table that is laid out as cards is no table to a browser any more. */
function htmlTable({ head, widths, rows }: ReportTable, caption: string): string {
  const columns = widths.map((width) => `<col class="w${width}">`).join('');
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

function htmlList(items: readonly string[], item: (text: string) => string): string {
  return `<ul>\n${items.map((text) => `<li>${item(text)}</li>`).join('\n')}\n</ul>`;
}
