/** What every report is in: one file that needs nothing else, under a policy that names all it may do. Pure. */
import { createHash } from 'node:crypto';
import { escaped } from './escape.ts';
import { REPORT_STYLE } from './style.ts';

export interface Framed {
  title: string;
  /** @default no description */
  description?: string;
  /** @default 'en' */
  language?: string;
  /** What is inside `<main>`. */
  body: string;
  /** After the style of every report. @default none */
  style?: string;
  /** The one script that may run, whole. @default none */
  script?: string;
}

export function framed({ title, description, language = 'en', body, style = '', script }: Framed): string {
  const css = `${REPORT_STYLE}${style}`;
  const about =
    description === undefined ? '' : `<meta name="description" content="${escaped(description)}">\n`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escaped(title)} · Design Jury</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policyFor(css, script)}">
${about}<style>${css}</style>
</head>
<body>
<main>
${body}
</main>${script === undefined ? '' : `\n<script>${script}</script>`}
</body>
</html>
`;
}

/** Its own style, its own script and the pictures in it, each by its bytes: no other text of the page can act. */
function policyFor(css: string, script: string | undefined): string {
  const own = script === undefined ? '' : `script-src ${hashOf(script)}; `;
  return `default-src 'none'; style-src ${hashOf(css)}; ${own}img-src data:; base-uri 'none'; form-action 'none'`;
}

/** As a policy names a text that may act. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
