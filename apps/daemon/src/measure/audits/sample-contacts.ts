import { phraseAudit } from './phrase.ts';

export const sampleContacts = phraseAudit({
  id: 'sample-contacts',
  role: 'copy',
  dim: 'finished',
  weight: 7,
  title: 'No sample names, addresses or numbers',
  why: 'A reader who calls a made-up number or writes to example.com is a reader lost.',
  link: 'https://www.rfc-editor.org/rfc/rfc2606',
  severity: 'major',
  tier: 'report',
  unit: 'sample contacts',
  scope: 'all',
  required: 'real contact data',
  describe: (hit) => `Sample data is still on the page: "${hit}".`,
  patterns: [
    {
      pattern:
        /(?<![\w.+-])[\w.+-]{1,64}@(?:example|domain|yourdomain|yoursite|company|email|test|website)\.(?:com|org|net)\b/gi,
      advice: 'Use the real address.',
      anyLanguage: true,
    },
    {
      pattern: /\b(?:www\.)?(?:yourdomain|yoursite|yourwebsite|domain-name)\.com\b/gi,
      advice: 'Use the real address.',
      anyLanguage: true,
    },
    {
      pattern:
        /(?:\(555\)\s?\d{3}[-. ]\d{4}\b|(?<![\d.,-])555[-.]\d{3}[-.]\d{4}\b|(?<![\d.,-])555-\d{4}\b(?!-\d)|\b\(?\d{3}\)?[-. ]555[-.]\d{4}\b|\b123[-. ]?456[-. ]?7890\b|\+?1?[-. (]{0,4}000[-. )]{0,4}000[-. ]{0,2}0000)/g,
      advice: 'Use the real number.',
      anyLanguage: true,
    },
    {
      pattern:
        /(?<!\p{L})(?:(?:Max|Erika|Maria) Mustermann|Musterstra(?:ß|ss)e \d+|\d{5} Musterstadt|[\w.+-]{1,64}@muster(?:mann|firma)\.(?:de|com|at|ch))(?!\p{L})/giu,
      advice: 'Use the real name or address.',
      anyLanguage: true,
    },
    {
      pattern:
        /\b(?:John|Jane) (?:Doe|Smith|Appleseed)\b|\bAcme (?:Inc|Corp|Co)\b\.?|\b123 (?:Main|Fake|Anywhere|Street) (?:St|Street|Ave)\b\.?/gi,
      advice: 'Use the real name or address.',
      anyLanguage: true,
    },
  ],
});
