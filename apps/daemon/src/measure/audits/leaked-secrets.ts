import type { Audit, Observation } from '../finding.ts';
import type { Page } from '../model/page.ts';
import { placeOfOffset } from '../model/place.ts';
import { oncePerPage } from '../model/reading.ts';

export const leakedSecrets: Audit = {
  id: 'leaked-secrets',
  role: 'copy',
  dim: 'finished',
  weight: 10,
  title: 'No secret stands in the source',
  why: 'Whoever opens the page can read its source, with every key and password in it.',
  link: 'https://cheatsheetseries.owasp.org/cheatsheets/Secrets_Management_Cheat_Sheet.html',
  severity: 'critical',
  tier: 'report',
  unit: 'secrets that anybody can read',
  run(page) {
    const source = page.html.slice(0, LONGEST);
    const found: Observation[] = [];
    const taken: number[] = [];
    for (const { what, pattern, isHidden } of SECRETS)
      for (const match of source.matchAll(pattern)) {
        if (found.length >= MOST) break;
        const isQuoted = isShownAsCode(page, match.index);
        if (EXAMPLE.test(match[0]) || taken.some((at) => Math.abs(at - match.index) < NEAR)) continue;
        if (isHidden === true && (isQuoted || !isOutOfSight(page, match.index))) continue;
        taken.push(match.index);
        found.push({
          at: null,
          measured: what,
          required: 'no secret in the page',
          message: `Anybody can read a secret in the source: "${match[0].slice(0, SHOWN)}…".`,
          suggestion: 'Take it out, and make a new one: this one is known.',
          position: placeOfOffset(page, match.index),
          // What a page about programs shows may be made up.
          ...(isQuoted ? { severity: 'minor' as const } : {}),
        });
      }
    return { checked: 1, found };
  },
};

const LONGEST = 1_000_000;
const MOST = 20;
const NEAR = 20;
/** Letters of a secret that are repeated in a report. */
const SHOWN = 12;
const EXAMPLE =
  /x{4}|\*{3}|\.{3}|…|your|example|sample|placeholder|redacted|change_?me|<|\$\{|\{\{|%s|process\.env|:(?:pass(?:word)?|secret|pw|geheim)@|12345|abcdef|test_|_here/i;

interface Secret {
  what: 'a secret key' | 'a private key' | 'an access token' | 'a password' | 'the number of a card';
  pattern: RegExp;
  /** Only in scripts, comments and hidden fields: elsewhere the words mean something else. */
  isHidden?: true;
}

/** As the services that give them out write them. */
const SECRETS: readonly Secret[] = [
  {
    what: 'a secret key',
    pattern:
      /\b(?:[sr]k_live_[A-Za-z0-9]{12,}|sk-(?:ant-|proj-)?[A-Za-z0-9_-]{24,}|(?:AKIA|ASIA)[0-9A-Z]{16}|whsec_[A-Za-z0-9]{16,}|shp(?:at|ss)_[a-f0-9]{24,}|SG\.[\w-]{16,}\.[\w-]{16,}|key-[0-9a-f]{32})\b/g,
  },
  {
    what: 'an access token',
    pattern:
      /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{18,}|xox[abprs]-[\w-]{16,}|npm_[A-Za-z0-9]{30,}|hooks\.slack\.com\/services\/T\w{6,}\/B\w{6,}\/\w{12,})/g,
  },
  { what: 'a private key', pattern: /-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY-----/g },
  {
    what: 'a password',
    pattern:
      /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|redis|amqps?|s?ftps?|smtps?|mssql|https?):\/\/[\w.%-]{1,40}:[^\s:/@"'<>]{3,60}@[\w.-]{3,}/g,
  },
  {
    what: 'a password',
    pattern:
      /\b(?:password|passwd|passwort|pwd|db_?pass|client_?secret|secret_?key|private_?key|api_?secret|auth_?secret|kennwort|contraseña|mot de passe)\b["']?\s*[:=]\s*["']?[^\s"'<>,;(){}]{6,60}/gi,
    isHidden: true,
  },
  {
    what: 'a password',
    pattern: /[?&](?:password|passwd|pwd|session_?id|phpsessid|jsessionid)=[^\s"'&<>]{6,60}/gi,
  },
  {
    what: 'an access token',
    pattern: /\bauthorization["']?\s*[:=]\s*["'`](?:bearer|basic)\s[\w.+/=-]{16,}/gi,
    isHidden: true,
  },
  {
    what: 'the number of a card',
    pattern:
      /(?<![\d.,-])(?:4\d{3}|5[1-5]\d{2}|3[47]\d{2})[ -]?\d{4}[ -]?\d{4}[ -]?\d{3,4}(?![\d.,-])(?=[^\n]{0,60}\b(?:cvc|cvv|exp|card|karte|visa|master))/gi,
    isHidden: true,
  },
];

interface Part {
  start: number;
  end: number;
}

const shownAsCode = oncePerPage((page: Page): Part[] =>
  page.byTag('pre', 'code', 'kbd', 'samp', 'textarea').flatMap(partOf),
);

/** Scripts, comments and hidden fields. */
const outOfSight = oncePerPage((page: Page): Part[] => [
  ...page.byTag('script').flatMap(partOf),
  ...page.comments.flatMap(({ range }) => (range === null ? [] : [range])),
  ...page
    .byTag('input', 'meta')
    .flatMap(({ tag, startTag, attributes }) =>
      startTag !== null && (tag === 'meta' || attributes.get('type') === 'hidden') ? [startTag] : [],
    ),
]);

function partOf({ startTag, endTag }: Page['elements'][number]): Part[] {
  return startTag === null ? [] : [{ start: startTag.start, end: endTag?.end ?? startTag.end }];
}

function isShownAsCode(page: Page, offset: number): boolean {
  return shownAsCode(page).some(({ start, end }) => offset >= start && offset < end);
}

function isOutOfSight(page: Page, offset: number): boolean {
  return outOfSight(page).some(({ start, end }) => offset >= start && offset < end);
}
