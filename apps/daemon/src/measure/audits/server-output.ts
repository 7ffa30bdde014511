import { phraseAudit } from './phrase.ts';

const SECRET =
  /\b(?:sk|rk)[-_](?:live|test|proj)[-_][A-Za-z0-9_-]{16,}|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bAIza[0-9A-Za-z_-]{35}\b|-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/gi;
/** "Database password: choose a strong one" is advice; what a guide names is said of every device. */
const PASSWORD =
  /\b(?:database|db|admin|root|mysql|ftp|ssh|smtp) password\s*[:=]\s*(?=\S*\d)(?=\S*[a-z])\S{6,}/gi;
/** Enough to find it, and not all of it once more. */
const SHOWN_OF_SECRET = 12;

export const serverOutput = phraseAudit({
  id: 'server-output',
  role: 'copy',
  dim: 'finished',
  weight: 10,
  title: 'Nothing that a program or a server meant for its makers',
  why: 'An error of a program on the page says that something is broken; a key or a password there belongs to everybody.',
  link: 'https://cwe.mitre.org/data/definitions/209.html',
  severity: 'critical',
  tier: 'report',
  unit: 'texts that are not meant for readers',
  scope: 'all',
  required: 'only what readers are meant to read',
  describe: (hit) =>
    hit.search(SECRET) === -1 && hit.search(PASSWORD) === -1
      ? `An error of a program stands on the page: "${hit}".`
      : `A secret stands on the page: "${hit.slice(0, SHOWN_OF_SECRET)}…".`,
  patterns: [
    {
      pattern:
        /\b(?:Warning|Notice|Fatal error|Parse error|Deprecated): [^\n]{1,200}? in \S{1,120}\.\w{2,5} on line \d+|\b(?:403 Forbidden|404 Not Found|500 Internal Server Error|502 Bad Gateway|503 Service (?:Temporarily )?Unavailable)\b[.\s]*(?:nginx|apache|openresty|cloudflare|IIS)\b[^\s]{0,12}/g,
      advice: 'Mend what fails, and show readers a sentence of your own.',
      anyLanguage: true,
    },
    // A page about errors quotes them, and heads with them.
    {
      pattern:
        /\bTraceback \(most recent call last\)|^(?:Uncaught )?(?:TypeError|ReferenceError|SyntaxError|RangeError|\w*NullPointerException): [^\n]{1,80}|\bSQLSTATE\[\w+\]|You have an error in your SQL syntax; check the manual|^Error establishing a database connection\W*$|\bat [\w$.]{3,80}\([\w./-]{1,80}\.(?:java|js|py|rb):\d+/g,
      advice: 'Mend what fails, and show readers a sentence of your own.',
      anyLanguage: true,
      isCode: true,
      kinds: ['paragraph', 'item', 'action', 'cell', 'label', 'other'],
    },
    {
      pattern:
        /^(?:Uncaught )?(?:TypeError|ReferenceError|SyntaxError|RangeError|\w*NullPointerException): [^\n]{1,80}|\bORA-\d{5}:|You have an error in your SQL syntax|Error establishing a database connection/g,
      advice: 'Mend what fails, and show readers a sentence of your own.',
      anyLanguage: true,
      isCode: true,
      isGuess: true,
    },
    {
      pattern: PASSWORD,
      advice: 'Take it off the page and replace it: whoever saw the page has it.',
      anyLanguage: true,
      isGuess: true,
    },
    // Says that something failed, in numbers, and not what to do.
    {
      pattern:
        /\b(?:fatal error|error fatal|erreur fatale|schwerer fehler|errore fatale|error|fehler)\b[^.\n]{0,20}\b0x[\da-f]{1,8}\b/gi,
      advice: 'Mend what fails, and show readers a sentence of your own.',
      anyLanguage: true,
      isCode: true,
    },
    {
      pattern:
        /\b(?:you (?:did|have done) something wrong|an unknown error (?:has )?occurred|invalid operation|illegal (?:input|operation|data)|operation failed)\b/gi,
      advice: 'Mend what fails, and show readers a sentence of your own.',
      isGuess: true,
    },
    {
      pattern: SECRET,
      advice: 'Take it off the page and replace it: whoever saw the page has it.',
      anyLanguage: true,
    },
  ],
});
