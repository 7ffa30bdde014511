/** A report as Markdown and as one HTML file that needs nothing else. */
import { escaped, REPORT_STYLE } from '../report/html.ts';
import type { Report, ReportBlock, ReportSection } from './report.ts';

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

function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** Nothing in a cell may end the cell, the row or the table. */
function cell(text: string): string {
  return (
    text
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .replaceAll('|', '\\|')
      .replaceAll('<', '&lt;')
      // A picture would be fetched by whoever looks at the report.
      .replaceAll('![', '!\\[')
      .trim()
  );
}

export function reportHtml({ title, language, summary, sections }: Report): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)} · Design Jury</title>
<style>${REPORT_STYLE}
td:nth-child(3){white-space:normal}</style>
</head>
<body>
<main>
<header>
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
      return `<p>${escaped(block.text)}</p>`;
    case 'list':
      return `<ul>\n${block.items.map((item) => `<li>${escaped(item)}</li>`).join('\n')}\n</ul>`;
    case 'table': {
      const head = block.head.map((name) =>
        name === '' ? '<td></td>' : `<th scope="col">${escaped(name)}</th>`,
      );
      const rows = block.rows.map(
        (cells) => `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`,
      );
      return `<div class="scroll" role="region" aria-label="${escaped(caption)}" tabindex="0"><table>\n<thead><tr>${head.join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table></div>`;
    }
  }
}
