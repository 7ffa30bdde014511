/** Whether what the document names is in it: no placeholder, no empty section, no term or section out of nowhere. */
import type { MarkdownDocument, Statement } from '../document.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const PLACEHOLDER =
  /\b(?:TODO|TBD|TBC|FIXME|XXX)\b|\?\?\?|\bto be (?:defined|determined|decided|confirmed|written|completed|done)\b|\blorem ipsum\b|\[(?:insert|fill in|add)\b[^\]]{0,60}\]|<(?:insert|fill|your)[^>]{0,60}>/i;

export const placeholders: Check = ({ statements, headings }) => {
  const found = [...statements, ...headings].flatMap(({ text, line }): Remark[] => {
    const match = PLACEHOLDER.exec(text);
    return match === null
      ? []
      : [
          {
            check: 'placeholder',
            line,
            text: `"${match[0]}" stands where a statement belongs: ${quote(text)}`,
            remedy: write(`write what ${quote(match[0])} stands for`),
          },
        ];
  });
  return {
    remarks: found,
    looked: statements.length + headings.length,
    things: 'statements and headings are written out',
  };
};

export const emptySections: Check = (document) => {
  const { headings } = document;
  const remarks = headings.flatMap((heading, index): Remark[] => {
    const next = headings[index + 1];
    if (next !== undefined && next.depth > heading.depth) return [];
    const body = document.source.slice(heading.end, next?.start ?? document.source.length);
    return body.replace(/<!--[\s\S]*?-->/g, '').trim() === ''
      ? [
          {
            check: 'empty-section',
            line: heading.line,
            text: `the section ${quote(heading.text)} is empty`,
            remedy: write(`write the section ${quote(heading.text)} or remove its heading`),
          },
        ]
      : [];
  });
  return { remarks, looked: headings.length, things: 'sections have content' };
};

const NAMED_SECTION =
  /\b(?:see|in|described in|defined in|per|under)\s+(?:the\s+)?(?:section|chapter|§)\s*(\d+(?:\.\d+)*|["“][^"”]{2,60}["”])|§\s*(\d+(?:\.\d+)*)/gi;

export const namedSections: Check = ({ statements, headings }) => {
  let looked = 0;
  const remarks = statements.flatMap(({ text, line }) =>
    [...text.matchAll(NAMED_SECTION)].flatMap((match): Remark[] => {
      looked++;
      const name = (match[1] ?? match[2] ?? '').replace(/["“”]/g, '');
      const isThere = headings.some(
        ({ number, text: heading }) => number === name || heading.toLowerCase().includes(name.toLowerCase()),
      );
      return isThere
        ? []
        : [
            {
              check: 'missing-section',
              line,
              text: `section ${quote(name)} is named and not there`,
              remedy: write(`write section ${quote(name)} or name the one that is meant`),
            },
          ];
    }),
  );
  return { remarks, looked, things: 'references to sections lead somewhere' };
};

const COMMON = new Set(
  'TODO TBD TBC FIXME XXX AA AAA ACID AI AJAX AM ANSI API APIS ARIA ASCII AWS BOM CD CDN CI CLI CORS CPU CRUD CSRF CSS CSV DB DNS DOM DST EU EUR FAQ FIFO FTP GB GDPR GET GIF GIT GMT GPU GUI HEAD HEX HMAC HTML HTTP HTTPS ID IDE IDS IO IP ISO IT JPEG JPG JS JSON JSX JWT KB KIB LAN LTS MB MD MIB MIT MUST NOT NPM NULL OK OR OS PASS PATCH PC PDF PM PNG POST PR PUT RAM RC README REST RFC SDK SEO SHA SHALL SHOULD SLA SLO SMTP SPA SQL SSD SSH SSL SSO SSR SVG TB TCP TLS TOC TS TSV TTL TV UDP UI UK URI URL URLS US USA USB USD UTC UTF UUID UX VM VPN WAL WAN WCAG WEBP WWW XHR XML XSS YAML ZIP AND THE FOR ALL ANY MAY FAIL TRUE FALSE YES NO DO IF IN IS ON TO DELETE OPTIONAL REQUIRED RECOMMENDED WARNING NOTE'.split(
    ' ',
  ),
);

/** Abbreviations nobody spells out. A code name beside a number is an identifier, not a term. */
export const undefinedTerms: Check = (document) => {
  const uses = new Map<string, Statement>();
  for (const statement of document.statements) {
    for (const [term] of statement.prose.matchAll(/\b[A-Z]{2,6}s?\b(?![-_.]?\d)(?![-_][A-Za-z])/g)) {
      const name = term.replace(/s$/, '');
      if (!COMMON.has(name) && !uses.has(name)) uses.set(name, statement);
    }
  }
  const remarks = [...uses].flatMap(([term, { line }]): Remark[] =>
    isDefined(term, document)
      ? []
      : [
          {
            check: 'undefined-term',
            line,
            text: `${term} is used and never spelled out`,
            remedy: write(`spell ${term} out where it first stands`),
          },
        ],
  );
  return { remarks, looked: uses.size, things: 'abbreviations are spelled out' };
};

function isDefined(term: string, { source, headings }: MarkdownDocument): boolean {
  const name = term.replace(/[^A-Z]/g, '');
  const letters = [...name].join('[\\p{L}]*[\\s-]+(?:(?:of|the|and|for|to|in|per|a)\\s+)*');
  const spelled = new RegExp(
    `(?:${letters}[\\p{L}]*)\\s*\\(\\s*[*_]*${name}|\\b${name}s?[*_]*\\s*(?:\\(|stands for|means|:|=|—|–|\\|)`,
    'iu',
  );
  return spelled.test(source) || headings.some(({ text }) => text.trim() === name);
}
