/** Whether what the document names is in it: no placeholder, no empty section, no term or section out of nowhere. */
import type { MarkdownDocument, Statement } from '../../documents/document.ts';
import { NONE, OPEN_HEADING, PLACEHOLDER, UNDECIDED } from '../../documents/language/open-points.ts';
import { sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

export const placeholders: Check = (document) => {
  const { headings } = document;
  const sentences = sentencesOf(document);
  const found = [...sentences.map(({ own, line }) => ({ text: own, line })), ...headings].flatMap(
    ({ text, line }): Remark[] => {
      const match = PLACEHOLDER.exec(text);
      return match === null
        ? []
        : [
            {
              check: 'placeholder',
              line,
              text: `"${match[0].trim()}" stands where a statement belongs: ${quote(text)}`,
              remedy: write(`write what ${quote(match[0])} stands for`),
            },
          ];
    },
  );
  return {
    remarks: found,
    looked: sentences.length + headings.length,
    things: 'statements and headings are written out',
  };
};

const SHORT_BEHIND = 3;
const TO_ASK =
  /^\s*(?:ask|check with|clarify|to clarify|fragen|nachfragen|klären|demander|voir avec|preguntar|consultar|perguntar|chiedere|vragen|navragen)(?!\p{L})|確認|聞く/iu;

/** What somebody still has to decide: said so, asked, or listed under a heading for such things. */
export const openPoints: Check = (document) => {
  const sentences = sentencesOf(document);
  const remarks = sentences.flatMap((sentence, index): Remark[] => {
    const { own, text, line, statement } = sentence;
    if (PLACEHOLDER.test(own)) return [];
    const next = sentences[index + 1];
    // "Twice in winter? ask Dana": who is to be asked may follow.
    const isLast =
      next?.statement !== statement ||
      (sentences[index + 2]?.statement !== statement &&
        next.words.size <= SHORT_BEHIND &&
        TO_ASK.test(next.own));
    const isAsked = /[?\uFF1F]{2}/.test(own) || (isLast && /[?\uFF1F]["”»)\]*_\s]*$/.test(own.trimEnd()));
    const heading = document.headings[statement.section]?.text ?? '';
    const isListed = OPEN_HEADING.test(heading) && statement.kind !== 'row' && !NONE.test(own);
    const said = UNDECIDED.exec(own)?.[0];
    if (said === undefined && !isAsked && !isListed) return [];
    const why =
      said === undefined
        ? isAsked
          ? 'it is a question'
          : `it is listed under ${quote(heading)}`
        : quote(said);
    return [
      {
        check: 'open-point',
        line,
        text: `something is not decided (${why}): ${quote(text)}`,
        remedy: write(`decide it and write the decision in place of ${quote(text)}`),
      },
    ];
  });
  return { remarks, looked: sentences.length, things: 'statements are decided' };
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

/** What a part of a document is called. A letter may number an appendix only. */
const SECTION_WORDS =
  'section|sections|chapter|chapters|clause|§|Kapitel|Abschnitt|Ziffer|chapitre|chapitres|section|paragraphe|sección|capítulo|apartado|seção|secção|capitolo|sezione|hoofdstuk|paragraaf';
const APPENDIX_WORDS =
  'appendix|annex|Anhang|Anlage|annexe|anexo|apéndice|apêndice|allegato|bijlage|付録|附属書';
const NAME = '["“„«][^"“”»]{2,60}["“”»]';
const NAMED_SECTION = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:${SECTION_WORDS})\s*(\d+(?:\.\d+)*[a-z]?(?![\p{L}\p{N}])|${NAME})`,
    String.raw`(?<![\p{L}\p{N}])(?:${APPENDIX_WORDS})\s*(\d+|[A-Z](?![\p{L}\p{N}])|${NAME})`,
    String.raw`(?<![\p{L}])(?:(?:described|explained|defined|listed|specified|given|set out|laid down|shown|see|beschrieben|erklärt|definiert|siehe|décrite?s?|définie?s?|voir|descrit[oa]s?|definid[oa]s?|véase|ver|descritt[oaie]|vedi|beschreven|zie|opisan\p{L}*|patrz)\s+(?:under|in|at|below|above|unter|im|in|sous|dans|bajo|en|sob|em|sotto|onder|w|pod)?\s*)(${NAME})`,
    String.raw`第\s*(\d+(?:\.\d+)*)\s*[章節条項]`,
    String.raw`(?<![\d第])(\d+(?:\.\d+)*)\s*[章節](?!目)`,
    String.raw`제?\s*(\d+(?:\.\d+)*)\s*[장절](?=[에의을를 ])`,
  ].join('|'),
  'giu',
);
/** "section 4 of the contract", "§ 12 BGB": somebody else's. */
const ELSEWHERE =
  /^\s*(?:of (?!this)|der (?!vorliegenden)|des (?!vorliegenden)|du |de la |del |della |do |da |in (?:the|der|dem) (?!document|spec)|[A-Z]{2,}|Abs\.|Satz)/u;

export const namedSections: Check = ({ headings, source, statements }) => {
  let looked = 0;
  const numbers = new Set(headings.flatMap(({ number }) => (number === null ? [] : [number])));
  const remarks = statements.flatMap(({ start, end, line }) => {
    const raw = source.slice(start, end);
    return [...raw.matchAll(NAMED_SECTION)].flatMap((match): Remark[] => {
      if (ELSEWHERE.test(raw.slice(match.index + match[0].length, match.index + match[0].length + 30)))
        return [];
      looked++;
      const name = (match.slice(1).find((group) => group !== undefined) ?? '')
        .replace(/["“”„«»]/g, '')
        .trim();
      const isThere =
        numbers.has(name) ||
        headings.some(({ text }) => isTitled(text, name)) ||
        // A text without marks may number its parts at the beginning of a line.
        (/^\d/.test(name) && new RegExp(`^\\s*#*\\s*${RegExp.escape(name)}[.)\\s]`, 'm').test(source));
      return isThere
        ? []
        : [
            {
              check: 'missing-section',
              line: line + (raw.slice(0, match.index).match(/\r\n|\n|\r/g)?.length ?? 0),
              text: `section ${quote(name)} is named and not there (${quote(match[0])})`,
              remedy: write(`write section ${quote(name)} or name the one that is meant`),
            },
          ];
    });
  });
  return { remarks, looked, things: 'references to sections lead somewhere' };
};

function isTitled(heading: string, name: string): boolean {
  if (/^(?:\d+(?:\.\d+)*[a-z]?|[A-Z])$/i.test(name))
    return new RegExp(`(?:^|[\\s第])${RegExp.escape(name)}(?:[\\s.:)章節-]|$)`, 'iu').test(heading);
  return heading.toLowerCase().includes(name.toLowerCase());
}

const COMMON = new Set(
  'TODO TBD TBC FIXME XXX DONT CANT WONT ISNT DOESNT NOBODY ALREADY ONCE TWICE STILL JUST ALSO BEFORE AFTER WITHOUT UNTIL PLEASE BITTE DANKE KEINE KEINER NIEMALS MUST ASAP PS NB AW RE FWD CC BCC AW WG AA AAA ACID AI AJAX AM ANSI API APIS ARIA ASCII AWS BOM CD CDN CI CLI CORS CPU CRUD CSRF CSS CSV DB DNS DOM DST EU EUR FAQ FIFO FTP GB GDPR GET GIF GIT GMT GPU GUI HEAD HEX HMAC HTML HTTP HTTPS ID IDE IDS IO IP ISO IT JPEG JPG JS JSON JSX JWT KB KIB LAN LTS MB MD MIB MIT MUST NOT NPM NULL OK OR OS PASS PATCH PC PDF PM PNG POST PR PUT RAM RC README REST RFC SDK SEO SHA SHALL SHOULD SLA SLO SMTP SPA SQL SSD SSH SSL SSO SSR SVG TB TCP TLS TOC TS TSV TTL TV UDP UI UK URI URL URLS US USA USB USD UTC UTF UUID UX VM VPN WAL WAN WCAG WEBP WWW XHR XML XSS YAML ZIP AND THE FOR ALL ANY MAY FAIL TRUE FALSE YES NO DO IF IN IS ON TO DELETE OPTIONAL REQUIRED RECOMMENDED WARNING NOTE SMS MMS PIN TAN QR NFC RFID GPS OCR IBAN BIC PDF VAT CHF GBP JPY CAD AUD BMP TIFF MP MW KW KWH MWH GWH HZ KHZ MHZ GHZ DPI PX PT CM MM KM KG DIN EN IEC IEEE IETF NASA EMEA FIDO OTP TOTP MFA SAML LDAP OIDC IMAP POP CSP DSGVO RGPD LGPD EDV PLZ MWST TVA IVA USV ISBN ISSN DOI EAN UPC LED LCD HD UHD FHD WLAN LTE WIFI DSL CEO CTO CFO HR PO QA ERP CRM CMS KPI ROI FYI ASAP ETA AKA VIP DIY II III IV VI VII VIII IX XI XII NEVER ALWAYS ONLY EVERY NONE AT MOST LEAST NUR NICHT KEIN IMMER NIE ALLE UND ODER MUSS DARF SOLL JAMAIS TOUJOURS NE PAS UN UNE NUNCA SIEMPRE SOLO IMPORTANT WICHTIG HINWEIS ACHTUNG ATTENTION NOTA CRITICAL ERROR INFO DEBUG WARN START STOP END NEW OLD OFF OPEN CLOSED DONE DRAFT FINAL'.split(
    ' ',
  ),
);

/** "§ 12 BGB" names a law, which spells itself out. */
const LAW = /§+\s*\d+[a-z]?\s+(?:Abs\.?\s*\d+\s+)?\p{Lu}\p{L}{1,6}/gu;

/** Abbreviations nobody spells out. A code name beside a number is an identifier, not a term. */
export const undefinedTerms: Check = (document) => {
  const uses = new Map<string, number>();
  for (const statement of document.statements) {
    for (const [term] of statement.prose
      .replace(LAW, ' ')
      .matchAll(/\b[A-Z]{2,6}s?\b(?![-_.]?\d)(?![-_][A-Za-z])/g)) {
      const name = term.replace(/s$/, '');
      // Said in small letters elsewhere, it is a word that somebody wanted to be heard.
      const isWord = new RegExp(`(?<![\\p{L}])${name.toLowerCase()}(?![\\p{L}])`, 'u').test(document.source);
      if (!COMMON.has(name) && !isWord && !uses.has(name))
        uses.set(name, lineOfTerm(term, statement, document));
    }
  }
  const remarks = [...uses].flatMap(([term, line]): Remark[] =>
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

function lineOfTerm(term: string, { start, end, line }: Statement, { source }: MarkdownDocument): number {
  const at = source
    .slice(start, end)
    .search(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(term)}(?![\\p{L}\\p{N}])`, 'u'));
  return line + (source.slice(start, start + Math.max(0, at)).match(/\r\n|\n|\r/g)?.length ?? 0);
}

function isDefined(term: string, { source, headings }: MarkdownDocument): boolean {
  const name = term.replace(/[^A-Z]/g, '');
  const letters = [...name].join('[\\p{L}]*[\\s-]+(?:(?:of|the|and|for|to|in|per|a)\\s+)*');
  const spelled = new RegExp(
    `(?:${letters}[\\p{L}]*)\\s*[(,]\\s*[*_]*${name}|\\b${name}s?[*_]*\\s*(?:\\(|stands for|means|is (?:an?|the|our)\\b|ist (?:das|der|die|ein)|est (?:l|un|une|notre)|es (?:el|la|un)|é (?:o|a|um)|:|=|—|–|\\||,\\s*(?:an?|the|our|that is|i\\.e\\.|short for|eine?[nrsm]?|der|die|das|also|une?|la|le|l[’']|una?|el|uma?|il|lo|een|het|de|czyli|to jest|dvs)\\s)`,
    'iu',
  );
  return spelled.test(source) || headings.some(({ text }) => text.trim() === name);
}
