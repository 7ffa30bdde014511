import type { Audit, Observation } from '../finding.ts';
import type { PageElement } from '../model/page.ts';

export const unsafeScripts: Audit = {
  id: 'unsafe-scripts',
  role: 'copy',
  dim: 'finished',
  weight: 10,
  title: 'Scripts do nothing that a visitor must fear',
  why: 'A page that writes its own address into itself, leads wherever a link says or watches without being asked harms its visitors.',
  link: 'https://cheatsheetseries.owasp.org/cheatsheets/DOM_based_XSS_Prevention_Cheat_Sheet.html',
  severity: 'critical',
  tier: 'report',
  unit: 'scripts that visitors must fear',
  run(page) {
    const found: Observation[] = [];
    const scripts = page
      .byTag('script')
      .filter(({ attributes }) =>
        /^(module|(text|application)\/(java|ecma)script)?$/i.test(attributes.get('type') ?? ''),
      );
    for (const at of scripts) {
      const code = textIn(at).slice(0, LONGEST);
      const hit = taintedIn(code) ?? OBFUSCATED.exec(code)?.[0] ?? null;
      if (hit !== null)
        found.push({
          at,
          measured: hit.slice(0, 60),
          required: 'a script that trusts no address and hides nothing',
          message: `A script lets whoever makes a link decide what the page does: "${hit.slice(0, 60)}".`,
          suggestion: 'Check what comes from the address, and write it as text.',
        });
      const asked = atOnce(code);
      if (asked !== null)
        found.push({
          at,
          measured: asked.slice(0, 60),
          required: 'a question when it is understood why',
          message: 'The page asks for a permission or opens a window as soon as it is opened.',
          suggestion: 'Ask when the reader has pressed something.',
          severity: 'major',
        });
    }
    const text = page.blocks
      .map(({ said }) => said)
      .join(' ')
      .slice(0, LONGEST);
    const isConsented = CONSENT.test(page.html.slice(0, LONGEST * 2));
    const isPromised = PROMISE.test(text);
    for (const at of [...scripts, ...page.byTag('img', 'iframe')]) {
      const written = at.tag === 'script' ? textIn(at).slice(0, LONGEST) : '';
      const address = `${at.attributes.get('src') ?? ''} ${written}`;
      const watcher = WATCHERS.exec(address)?.[0] ?? (isPixel(at) ? 'a picture of one pixel' : null);
      const counter = COUNTERS.exec(address)?.[0] ?? null;
      if (watcher === null && counter === null) continue;
      if (isConsented && !isPromised) continue;
      found.push({
        at,
        measured: `${watcher ?? counter}${isPromised ? ', against its own promise' : ''}`.slice(0, 100),
        required: 'nothing that watches before the reader has agreed',
        message: `The page watches its readers before they have agreed: ${watcher ?? counter}.`,
        suggestion: 'Load it after the reader has agreed, or take it out.',
        severity: isPromised || watcher !== null ? 'major' : 'minor',
      });
    }
    return { checked: Math.max(scripts.length, found.length, 1), found };
  },
};

const LONGEST = 100_000;

function textIn(at: PageElement): string {
  return at.children.map((child) => (child.kind === 'text' ? child.value : '')).join('');
}

/** What a stranger writes: the address, and where somebody came from. */
const SOURCE =
  /\blocation\s*\.\s*(?:hash|search|href)\b|\bdocument\s*\.\s*(?:URL|documentURI|referrer)\b|\bURLSearchParams\b|\bwindow\s*\.\s*name\b|\.\s*searchParams\b/;
const WRITES =
  /\bdocument\s*\.\s*write(?:ln)?\s*\(|\.\s*(?:innerHTML|outerHTML|srcdoc)\s*\+?=(?!=)|\binsertAdjacentHTML\s*\(|\beval\s*\(|\bnew\s+Function\s*\(|\bcreateContextualFragment\s*\(|\$\([^)]{0,40}\)\s*\.\s*(?:html|append|prepend)\s*\(/;
const LEADS =
  /(?<![\w$.])(?:(?:window|document|self|top)\s*\.\s*)?location(?:\s*\.\s*href)?\s*=(?!=)\s*|(?<![\w$])location\s*\.\s*(?:assign|replace)\s*\(\s*/;
const CLEANED =
  /(?<!\w)encodeURIComponent\s*\(|\bDOMPurify\b|\bsaniti[sz]e|\bescape(?:Html|HTML)?\s*\(|\bparseInt\s*\(|\bNumber\s*\(|\btextContent\b/;
const MOST_NAMES = 50;

/** A statement in which what a stranger wrote becomes a part of the page, or where the page leads. */
function taintedIn(code: string): string | null {
  if (!SOURCE.test(code)) return null;
  const names = new Set<string>();
  const uses = (text: string): boolean =>
    SOURCE.test(text) || (text.match(/[A-Za-z_$][\w$]*/g) ?? []).some((word) => names.has(word));
  for (const statement of code.split(/[;\n]|\}(?=\s*\w)/)) {
    if (statement.length > MOST_STATEMENT || CLEANED.test(statement)) continue;
    const sink = WRITES.exec(statement);
    if (sink !== null && uses(statement.slice(sink.index + sink[0].length))) return statement.trim();
    const leads = LEADS.exec(statement);
    if (leads !== null) {
      const rest = statement.slice(leads.index + leads[0].length).trim();
      // The page's own address with another ending stays on its own site.
      const first = /^[A-Za-z_$][\w$]*/.exec(rest)?.[0] ?? '';
      if (names.has(first) && !isAsked(code, first)) return statement.trim();
    }
    const assigned = /(?:^|\b(?:var|let|const)\s+|[\s(])([A-Za-z_$][\w$]*)\s*=(?![=>])\s*(.*)$/s.exec(
      statement,
    );
    if (assigned !== null && names.size < MOST_NAMES && uses(assigned[2] ?? '')) names.add(assigned[1] ?? '');
  }
  return null;
}

const MOST_STATEMENT = 2_000;

/** Whether the code looks at what it has got before it goes there. */
function isAsked(code: string, name: string): boolean {
  const safe = RegExp.escape(name);
  return new RegExp(
    `(?<![\\w$])${safe}\\s*\\.\\s*(?:startsWith|match|indexOf|includes|origin|host)|(?:test|includes|has|indexOf)\\(\\s*${safe}\\b|${safe}\\s*===|${safe}\\s+in\\s|\\[\\s*${safe}\\s*\\]`,
  ).test(code);
}

const OBFUSCATED =
  /\beval\s*\(\s*(?:atob|unescape|decodeURIComponent|String\s*\.\s*fromCharCode)\s*\(|\bdocument\s*\.\s*write\s*\(\s*(?:unescape|atob)\s*\(|\b(?:coinhive|coin-hive|cryptoloot|crypto-loot|webminepool|coinimp)\b/i;
const AT_ONCE =
  /(?:^|[;\n])\s*(?:Notification\s*\.\s*requestPermission|navigator\s*\.\s*geolocation\s*\.\s*(?:getCurrentPosition|watchPosition)|navigator\s*\.\s*mediaDevices\s*\.\s*getUserMedia|window\s*\.\s*open|alert|confirm|prompt)\s*\(/;

/** Only what stands in the open: inside braces it may wait for a press. */
function atOnce(code: string): string | null {
  const open = code.replace(/\{[^{}]*\}/g, ' ');
  return /[{}]/.test(open) ? null : (AT_ONCE.exec(open)?.[0].trim() ?? null);
}

/** They follow people from site to site, or record what they do. */
const WATCHERS =
  /\b(?:connect\.facebook\.net|(?:www\.)?facebook\.com\/tr\b|(?:static|script)\.hotjar\.com|[\w.]*\bdoubleclick\.net|googleadservices\.com|googlesyndication\.com|snap\.licdn\.com|px\.ads\.linkedin\.com|analytics\.tiktok\.com|[\w.]*\bclarity\.ms|[\w.]*fullstory\.com|[\w.]*mouseflow\.com|[\w.]*luckyorange\.com|bat\.bing\.com|static\.ads-twitter\.com|ct\.pinterest\.com|cdn\.segment\.com|[\w.]*criteo\.(?:com|net)|[\w.]*taboola\.com|[\w.]*outbrain\.com)/i;
const COUNTERS =
  /\b(?:googletagmanager\.com|google-analytics\.com|[\w.]*mixpanel\.com|[\w.]*amplitude\.com|mc\.yandex\.ru)/i;
const CONSENT =
  /\b(?:cookie-?consent|cookiebot|onetrust|usercentrics|didomi|klaro|iubenda|quantcast|tarteaucitron|cookieyes|osano|termly|gtag\(\s*['"]consent['"]|data-consent|data-cookieconsent|consent_?(?:given|granted)|hasConsent)\b/i;
const PROMISE =
  /\b(?:no|without|free of|zero) (?:tracking|trackers?|cookies|analytics|ads or tracking)\b|\b(?:do|does|will) not (?:track|follow|watch|use cookies|set cookies|profile)\b|\bnever track|\bdon['’]t (?:track|use cookies|set cookies)|\bkeine? (?:cookies|tracker|tracking)\b|\bohne (?:cookies|tracking)\b|\bsans (?:cookies?|traceurs?|pistage)\b|\bsin (?:cookies|rastre\w+)\b|\bno usamos cookies\b|\bgeen (?:cookies|tracking)\b|\bsenza cookie|\binga (?:kakor|cookies)\b/i;

function isPixel({ tag, attributes }: PageElement): boolean {
  return (
    tag === 'img' &&
    /^[01](?:px)?$/.test(attributes.get('width') ?? '') &&
    /^[01](?:px)?$/.test(attributes.get('height') ?? '') &&
    /^(?:https?:)?\/\//i.test(attributes.get('src') ?? '')
  );
}
