import { phraseAudit } from './phrase.ts';

const REPLACE = 'Write the real text.';

/** Read in another encoding than it was written in, or escaped twice. */
const DAMAGED = /[\u00c2\u00c3\ufffd]|\u00e2\u20ac|^&[a-z#]/;

export const placeholderText = phraseAudit({
  id: 'placeholder-text',
  role: 'copy',
  dim: 'finished',
  weight: 10,
  title: 'No placeholder text',
  why: 'Placeholder text on a published page says that nobody looked.',
  link: 'https://www.nngroup.com/articles/content-strategy/',
  severity: 'critical',
  tier: 'report',
  unit: 'placeholder texts',
  scope: 'all',
  required: 'finished text',
  describe: (hit) =>
    DAMAGED.test(hit) ? `Letters are damaged: "${hit}".` : `Placeholder text is still on the page: "${hit}".`,
  patterns: [
    {
      pattern:
        /\b(?:lorem ipsum|dolor sit amet|consectetur adipisc\w*|sed do eiusmod|incididunt ut labore|ut enim ad minim|quis nostrud exercitation|ullamco laboris|duis aute irure|in reprehenderit in voluptate|velit esse cillum|eu fugiat nulla|excepteur sint occaecat|sunt in culpa qui|deserunt mollit anim|sed ut perspiciatis|nemo enim ipsam|at vero eos et accusa|temporibus autem quibusdam|pellentesque habitant morbi|curabitur \w+ (?:nec|sit|vel)|vestibulum ante ipsum|aenean \w+ (?:nec|sit|vel)|praesent (?:commodo|luctus)|nullam quis risus|cras mattis consectetur)\b[^.]{0,40}/gi,
      advice: REPLACE,
      anyLanguage: true,
    },
    // "TODO" is a word in Spanish and Portuguese.
    // In the middle of a sentence it is spoken about; at its edge or before a bracket it is left over.
    {
      pattern: /^\W*(?:TODO|TBC)\b(?!:)|(?<=\w\W{1,3})(?:TODO|TBC)\b(?=[^\w:]*$|\s*[(\]])/g,
      advice: 'Finish it or take it out.',
    },
    {
      pattern: /\b(?:FIXME|TODO|TBC|TBD):|\bFIXME\b(?=[^\w:]*$|\s*[(\]])|\bTBD\b(?!:)|\bXXX\b(?=[:.!?]|$)/g,
      advice: 'Finish it or take it out.',
      anyLanguage: true,
    },
    {
      pattern: /\{\{[^{}]{1,60}\}\}|<%[^%]{1,60}%>|\$\{[^}]{1,60}\}|%[A-Z_]{3,40}%/g,
      advice: 'Fill in the template variable.',
      anyLanguage: true,
    },
    {
      pattern:
        /\[(?:your|insert|company|name|product|brand|city|date|link|email|phone|address|title)\b[^\]]{0,40}\]/gi,
      advice: REPLACE,
    },
    {
      pattern:
        /\b(?:your (?:text|headline|tagline|title|content|copy|company name|logo|description|slogan)(?: goes)? here|insert (?:text|copy|image|title) here|(?:text|content|headline|description) goes here|coming soon\s*\.\.\.)\b/gi,
      advice: REPLACE,
    },
    // What a program writes when it has nothing to write.
    {
      pattern:
        /\[object Object\]|^\s*(?:undefined|null|NaN|Invalid Date)\s*$|\bundefined undefined\b|(?<=[$€£#]\s?)(?:undefined|null|NaN)\b|\bNaN\s?(?=[%€$£])|(?<=\b(?:Hello|Hi|Dear|Welcome|by|for|of|Price|Total|Date):?,? )(?:undefined|null|NaN)\b(?=\W*$)/g,
      advice: 'Fill in the value.',
      anyLanguage: true,
    },
    // UTF-8 read as something else: "cafÃ©", "donâ€™t"; and entities that were escaped twice.
    {
      pattern:
        /\p{L}*(?:Ã[\u0080-\u00bf\u0192\u201a-\u2022\u20ac]|â€[\u0080-\u00bf\u2018-\u2122]|Â[\u00a0-\u00bf]|\ufffd)\p{L}*|&(?:amp|nbsp|quot|lt|gt|eacute|uuml|#\d{2,5});/gu,
      advice: 'Save the text in the encoding that the page names.',
      anyLanguage: true,
    },
    // A sentence about placeholder text is none.
    {
      pattern: /^[^.]{0,20}\b(?:placeholder|sample|dummy) text\b[^.\w]{0,3}(?:here)?\W*$/gi,
      advice: REPLACE,
    },
    {
      pattern:
        /^(?:heading|headline|title|subtitle|section title|card title|feature (?:one|two|three|[1-9])|service (?:one|two|three|[1-9])|item [1-9]|company name|product name|brand name|your name|first last|untitled)$/gi,
      advice: REPLACE,
      // In a table or a form, "Title" is a title.
      kinds: ['heading', 'paragraph', 'other'],
    },
  ],
});
