/** Abbreviations that a reader of any document knows, and words in capitals that are none. */
import { stemOf } from './content.ts';

/** Of computing, measures, currencies, standards and offices: looked up by nobody. */
const KNOWN = new Set(
  [
    'TODO TBD TBC FIXME XXX ASAP PS NB AW RE FWD CC BCC WG AA AAA ACID AI AJAX AM ANSI API APIS ARIA',
    'ASCII AWS BOM CD CDN CI CLI CORS CPU CRUD CSRF CSS CSV DB DNS DOM DST EU EUR FAQ FIFO FTP GB GDPR',
    'GIF GIT GMT GPU GUI HEX HMAC HTML HTTP HTTPS ID IDE IDS IO IP ISO IT JPEG JPG JS JSON JSX JWT KB KIB',
    'LAN LTS MB MD MIB MIT NPM NULL OK OS PASS PC PDF PM PNG PR RAM RC README REST RFC SDK SEO SHA SLA',
    'SLO SMTP SPA SQL SSD SSH SSL SSO SSR SVG TB TCP TLS TOC TS TSV TTL TV UDP UI UK URI URL URLS US USA',
    'USB USD UTC UTF UUID UX VM VPN WAL WAN WCAG WEBP WWW XHR XML XSS YAML ZIP FAIL SMS MMS PIN TAN QR',
    'NFC RFID GPS OCR IBAN BIC VAT CHF GBP JPY CAD AUD BMP TIFF MP MW KW KWH MWH GWH HZ KHZ MHZ GHZ DPI',
    'PX PT CM MM KM KG DIN EN IEC IEEE IETF NASA EMEA FIDO OTP TOTP MFA SAML LDAP OIDC IMAP POP CSP DSGVO',
    'RGPD LGPD EDV PLZ MWST TVA IVA USV ISBN ISSN DOI EAN UPC LED LCD HD UHD FHD WLAN LTE WIFI DSL CEO',
    'CTO CFO HR PO QA ERP CRM CMS KPI ROI FYI ETA AKA VIP DIY II III IV VI VII VIII IX XI XII CRITICAL',
    'ERROR INFO DEBUG WARN BUG ACTA AC JAN FEB MAR APR MAY JUN JUNE JUL JULY AUG SEP OCT NOV DEC MON TUE WED',
    'THU FRI SAT SUN NOTE NOTES DRAFT FINAL PLAN SPEC MEMO TEST DONE OPEN NEW OLD RISK GOAL ESO IES DNI NIF CIF',
  ]
    .join(' ')
    .split(' '),
);
/** More letters than an abbreviation has: a word that is said aloud, unless nobody could say it. */
const LONGEST = 5;
/** Of programs and protocols, and of tables of states. */
const VERBS_AND_STATES = new Set(
  'GET PUT POST HEAD PATCH DELETE TRUE FALSE NEW OLD OPEN CLOSED DONE DRAFT FINAL START STOP END OFF'.split(
    ' ',
  ),
);

export function isKnownAbbreviation(name: string): boolean {
  if (KNOWN.has(name) || VERBS_AND_STATES.has(name)) return true;
  const isSpeakable = /[AEIOUY]/.test(name);
  // What is grammar in some language is said aloud: NEVER, NUR, JAMAIS.
  return (name.length > LONGEST && isSpeakable) || (isSpeakable && stemOf(name.toLowerCase()) === null);
}
