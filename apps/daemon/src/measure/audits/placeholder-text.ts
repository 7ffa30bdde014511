import { NOTE_TO_AUTHOR, STILL_MISSING } from '../model/notes-to-author.ts';
import { STILL_TO_FILL_IN, STILL_TO_WRITE, TEXT_ABOUT_TEXT, TYPE_IT_HERE } from '../model/text-about-text.ts';
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
  // Many patterns: a book without a space in one paragraph would keep them busy.
  longest: 20_000,
  alsoSpoken: true,
  required: 'finished text',
  describe: (hit) =>
    DAMAGED.test(hit) ? `Letters are damaged: "${hit}".` : `Placeholder text is still on the page: "${hit}".`,
  // Demanded is what no careful page writes; what a shop, a schedule or a report may mean is noted.
  patterns: [
    // Signs of HTML that were escaped twice.
    {
      pattern:
        /&(?:amp|copy|reg|trade|nbsp|lt|gt|quot|apos|euro|pound|mdash|ndash|hellip|[lr][ds]quo|[lr]aquo|bull|middot|times|deg|[a-zA-Z](?:uml|acute|grave|circ|cedil|tilde|ring)|szlig|#\d{2,5}|#x[\da-f]{2,5});/g,
      advice: REPLACE,
      anyLanguage: true,
    },
    // Signs of the program that should have filled them in.
    {
      pattern:
        /\{%[^%]{1,80}%\}|(?<!\{)\{#[a-z][^#{}]{1,60}\}|#\{[^}]{1,60}\}|\[\[[\w .:-]{1,40}\]\]|(?<![\w%])%(?:\d\$)?[sd](?![\w%])|%\([a-z_]+\)[sd]\b|(?<![\w{}$^_\\])\{(?:[a-z][\w]*(?:\.\w+)*|\d)\}(?!\})|\$\w+->\w+|<\?(?:php|=)[^>]{0,60}/g,
      advice: 'Fill in the template variable.',
      anyLanguage: true,
      isCode: true,
    },
    {
      pattern:
        /^(?=.*[a-z][A-Z])[a-z][a-zA-Z0-9]*(?:\.[a-z][a-zA-Z0-9]*){2,}$|^[a-z]{3,}(?:\.[a-z][a-zA-Z0-9]*)+[._](?:label|title|text|heading|submit|button|message|placeholder|description|name|cta|hint|error)$|^[A-Z]{2,}[A-Z0-9]*(?:_[A-Z0-9]+)*_(?:LABEL|TITLE|TEXT|HEADING|SUBMIT|BUTTON|MESSAGE|PLACEHOLDER|DESCRIPTION|NAME|CTA|HINT|ERROR|LINK|HEADLINE|INTRO)$|^(?:[a-z]+_){1,4}(?:label|title|text|heading|submit|button|message|description|cta|hint)$/g,
      advice: 'Fill in the template variable.',
      anyLanguage: true,
      isCode: true,
      // A cell or an entry may name a key of some data.
      kinds: ['heading', 'paragraph', 'action', 'label', 'other'],
    },
    // Dotted words may be a package; a web address and a file are none.
    {
      pattern:
        /^(?!www\.)[a-z][a-z0-9]*(?:\.[a-z][a-z0-9]*){2,}$(?<!\.(?:com|org|net|info|dev|app|io|shop|name|museum|gov|edu|js|ts|css|html?|json|md|[a-z]{2}))/g,
      advice: 'Fill in the template variable.',
      anyLanguage: true,
      isCode: true,
      isGuess: true,
    },
    {
      pattern:
        /\[\/(?:gallery|caption|button|embed|video|audio|playlist|row|column|shortcode|form|slider|vc_\w+|et_pb_\w+)\]|\[(?:gallery|caption|button|embed|video|audio|playlist|row|column|form|products?|slider|map)\s[^\]]{0,60}=[^\]]{0,80}\]|\[(?:contact-form(?:-7)?|vc_\w+|et_pb_\w+|recent_posts|shortcode)(?:\s[^\]]{0,80})?\]|<\/(?:b|i|p|div|span|strong|em|a|h[1-6]|li|ul|ol|td|tr|u)>|<(?:br|hr) ?\/?>|<(?:b|i|p|div|span|strong|em|li|ul|ol|h[1-6]|u)>(?=\S)|(?<![\w<])\/(?:p|div|li|span|h[1-6])>/gu,
      advice: 'Take it out.',
      anyLanguage: true,
      isCode: true,
    },
    // "[video]" behind a link tells what it leads to, and a name may stand in braces.
    {
      pattern:
        /\[(?:gallery|caption|button|embed|video|audio|playlist|row|column|form|products?|toc|slider|map)\]|^-->|^[{}]\s(?=\p{L})|(?<=\p{L}[.!]?)\s\}$/gu,
      advice: 'Take it out.',
      anyLanguage: true,
      isCode: true,
      isGuess: true,
    },
    // "Division by zero is undefined."
    {
      pattern: /(?:^|(?<=[\s(]))(?:undefined|NaN|\[object \w+\])(?=[\s.,)%]|$)|^null(?= \p{L})/gu,
      advice: 'Fill in the value.',
      anyLanguage: true,
      isCode: true,
      isGuess: true,
    },
    // Over a column of figures "£000" is their unit, and a form to print has lines to write on.
    {
      pattern: /[$€£]\s?(?:0{3,}|\?\?+|_{2,})(?![\w.’'])/g,
      advice: 'Fill in the value.',
      anyLanguage: true,
      kinds: ['heading', 'paragraph', 'action', 'other'],
      isGuess: true,
    },
    {
      pattern:
        /[$€£]\s?(?:XX+|xx+)(?![\w.])|(?<![\w.])(?:XX+|xx+)[.,](?:XX|xx)\b|\b(?:XX+) (?:€|EUR|USD|GBP)/g,
      advice: 'Fill in the value.',
      anyLanguage: true,
    },
    {
      pattern:
        /^(?:write|generate|create|rewrite|draft) (?:a|an|the|this|me) (?:[\w-]+ ){0,5}(?:headline|paragraph|section|description|copy|blog post|article|page|text)\b[^.]{0,80}\b(?:words|tone|audience|sentences|keywords)\b/gi,
      advice: 'Take it out.',
      isGuess: true,
    },
    // On a page with code in it, it may be shown how a page is made.
    {
      pattern: TEXT_ABOUT_TEXT,
      advice: REPLACE,
      anyLanguage: true,
      isCode: true,
      kinds: ['heading', 'paragraph', 'item', 'action', 'other'],
    },
    {
      pattern: STILL_TO_WRITE,
      advice: REPLACE,
      anyLanguage: true,
      kinds: ['heading', 'paragraph', 'item', 'other'],
    },
    {
      pattern: NOTE_TO_AUTHOR,
      advice: 'Finish it or take it out.',
      anyLanguage: true,
      isCode: true,
      kinds: ['heading', 'paragraph', 'item', 'other'],
    },
    {
      pattern: STILL_MISSING,
      advice: 'Finish it or take it out.',
      anyLanguage: true,
      isGuess: true,
      kinds: ['heading', 'paragraph', 'item', 'other'],
    },
    // The page of a tool and a form ask for it, too.
    ...[TYPE_IT_HERE, STILL_TO_FILL_IN].map((pattern) => ({
      pattern,
      advice: REPLACE,
      anyLanguage: true as const,
      isCode: true as const,
      isGuess: true as const,
      kinds: ['heading', 'paragraph', 'item', 'other'] as const,
    })),
    // A part that was put off, or one that is announced.
    {
      pattern:
        /^(?:(?:this )?(?:content|text|copy|section|page|description|details?|more (?:details|information)|information)(?: is)? )?(?:coming soon|under construction|to be announced|to follow)\W*$|^(?:texto|contenido|descripción) (?:pendiente|próximamente)\W*$|^(?:próximamente|en construcción|em breve|texto em falta|à venir|à compléter|en construction|contenu à venir|(?:text|inhalt|beschreibung) folgt(?: in kürze| noch)?|in bearbeitung|im aufbau|demnächst(?: mehr)?|tekst volgt|binnenkort meer|in arrivo|testo in arrivo|in costruzione|kommer snart|text kommer)\W*$/gi,
      advice: REPLACE,
      anyLanguage: true,
      isGuess: true,
    },
    {
      pattern:
        /^(?:add|enter|insert|write|type|put|describe) (?:a|an|your|the|some|in) [^.]{0,80}\bhere\W*$|^(?:enter|add|write) (?:a|your) (?:short |meta |page )?(?:description|title|summary|text|headline|caption)\b[^.]{0,60}$/gi,
      advice: REPLACE,
      isGuess: true,
    },
    // A stamp, in capitals: a draft and what is internal are words as well, and a draft may be published as one.
    {
      pattern: /^\W{0,3}(?:DRAFT|WIP|INTERNAL)\b(?=\s*(?:[:\u2013\u2014-]|$|ONLY\b|COPY\b|USE\b))/gu,
      advice: 'Finish it or take it out.',
      isGuess: true,
    },
    {
      pattern:
        /^\W{0,3}(?:FPO\b(?=\s*(?:[:\u2013\u2014-]|$|ONLY\b|COPY\b|USE\b))|(?:NOT FINAL|DO NOT PUBLISH|NOTE TO (?:SELF|EDITOR|DESIGNER|DEV))\b)/gu,
      advice: 'Finish it or take it out.',
    },
    // What an editor wrote to a colleague.
    {
      pattern:
        /\([^()]{1,60}\bbefore (?:launch|publishing|going live)\)|\[(?:image|photo|logo|quote|figure|price|number|amount) (?:here|goes here|to come|to follow|tbc|tbd|needed|placeholder)\b[^\]]{0,40}\]|\[insert [^\]]{2,60}\]|\b(?:waiting (?:for|on) (?:the client|final (?:copy|text))|replace (?:me|with real)\b)/giu,
      advice: 'Finish it or take it out.',
    },
    // The same words, as sentences may have them: "(who knew?)", "[Update: sold out]", "we do not publish addresses".
    {
      pattern:
        /\((?:check|ask|confirm|verify|insert|add|fix|replace|update|rewrite|reword|note to|who|which|really)\b[^()]{0,60}(?:[!?]|\bwith \p{Lu}\p{L}+|@\w+|\bbefore (?:launch|publish\w*|going live)|\blater|\bhere)\)|\[(?:check|ask|confirm|verify|add|fix|replace|update|needs?)\b[^\]]{0,60}\]|\b(?:waiting (?:for|on) (?:legal|copy)|pending legal|needs? (?:sign-?off|proofreading|final copy)|check with (?:legal|marketing|the client|accounting)|do not publish|not for publication|(?:copy|text|image|photo|figures?|price|details|wording) (?:to follow|to come|to be (?:confirmed|supplied|provided|added|written))|replace this\b|remove before (?:launch|publishing|going live))\b/giu,
      advice: 'Finish it or take it out.',
      isGuess: true,
    },
    {
      pattern:
        /(?<![\w-])(?:asdfg?h?j?k?l?|asdf ?asdf)(?![\w-])|^(?:test|testing|dummy) (?:page|title|heading|entry|product|item|post|text|content|headline) ?\d*$|^(?:hier steht (?:ein|der|ihr) text|ihr text hier|votre texte ici|tu texto aquí)(?=\s*(?:[.!…]|$))|^(?:texte de remplissage|texto de relleno|testo segnaposto|blindtext|platzhaltertext|opvultekst)\W*$/gi,
      advice: REPLACE,
      anyLanguage: true,
      isCode: true,
    },
    {
      pattern:
        /(?<![\w-])(?:qwert[yz]u?i?o?p?|foo ?bar(?: ?baz)?|blah(?:,? blah)+|test ?test(?: ?test)?|xyzzy)(?![\w-])|^(?:sample|example) (?:page|title|heading|entry|product|item|post|content|user|headline) ?\d*$|\b(?:dummy|placeholder|filler|blind) ?(?:text|copy|image|content)\b(?=\W*$)|\b(?:texte de remplissage|texto de relleno|testo segnaposto|blindtext|platzhalter(?:text)?|opvultekst|hier steht (?:ein|der|ihr) text|ihr text hier|votre texte ici)\b/gi,
      advice: REPLACE,
      anyLanguage: true,
      isCode: true,
      isGuess: true,
    },
    {
      pattern:
        /^copy of (?=\p{L})|\s\((?:copy|kopie|copie)(?: \d)?\)$|[\s_-](?:final|v\d|draft|neu|old|copy)(?:[\s_-](?:final|v?\d))+$|_(?:final|v\d+|draft|old)$/giu,
      advice: 'Take it out.',
      anyLanguage: true,
      isCode: true,
      isGuess: true,
    },
    {
      pattern:
        /^(?:label|button|link|click me|field \d+|option (?:\d+|one|two|three)|text(?: field)?|input(?: \d)?|cta|tab \d|item|caption|tag|badge|link \d|menu item(?: \d)?|list item(?: \d)?|choice \d)$/gi,
      advice: REPLACE,
      kinds: ['label', 'action', 'heading'],
      isCode: true,
      // An index of components has each of them.
      isGuess: true,
    },
    {
      pattern:
        /\b(?:lorem ipsum|dolor sit amet|consectetur adipisc\w*|sed do eiusmod|incididunt ut labore|ut enim ad minim|quis nostrud exercitation|ullamco laboris|duis aute irure|in reprehenderit in voluptate|velit esse cillum|eu fugiat nulla|excepteur sint occaecat|sunt in culpa qui|deserunt mollit anim|sed ut perspiciatis|nemo enim ipsam|at vero eos et accusa|temporibus autem quibusdam|pellentesque habitant morbi|curabitur \w+ (?:nec|sit|vel)|vestibulum ante ipsum|aenean \w+ (?:nec|sit|vel)|praesent (?:commodo|luctus)|nullam quis risus|cras mattis consectetur)\b[^.]{0,40}/gi,
      advice: REPLACE,
      anyLanguage: true,
      oncePerText: true,
    },
    // "TODO" is a word in Spanish and Portuguese.
    // In the middle of a sentence it is spoken about; at its edge or before a bracket it is left over.
    {
      pattern: /^\W*TODO\b(?!:)|(?<=\w\W{1,3})TODO\b(?=[^\w:]*$|\s*[(\]])/g,
      advice: 'Finish it or take it out.',
    },
    {
      pattern:
        /(?:^|[.!?]\s+)\W*FIXME\b(?! (?:is|are|comments?|notes?))|\[(?:TBD|TBC|TODO|FIXME|TK|XXX)\b[^\]]{0,60}\]|\b(?:FIXME|TODO):|\bFIXME\b(?=[^\w:]*$|\s*[(\]])/g,
      advice: 'Finish it or take it out.',
      anyLanguage: true,
    },
    // A programme may name what is not yet known, and thirty is XXX.
    {
      pattern:
        /^\W*TBC\b(?!:)|(?<=\w\W{1,3})TBC\b(?=[^\w:]*$|\s*[(\]])|\b(?:TBC|TBD):|\bTBD\b(?!:)|(?:^|[.!?]\s+)\W*XXX\b(?! (?:is|are|comments?|notes?))|\bXXX\b(?=[:.!?]|$)/g,
      advice: 'Finish it or take it out.',
      anyLanguage: true,
      isGuess: true,
    },
    {
      pattern: /\{\{[^{}]{1,60}\}\}|<%[^%]{1,60}%>|\$\{[^}]{1,60}\}|%[A-Z_]{3,40}%/g,
      advice: 'Fill in the template variable.',
      anyLanguage: true,
    },
    {
      pattern: /\[(?:your|insert|company)\b[^\]]{0,40}\]|\[(?:first|last|full|product|brand|city) name\]/gi,
      advice: REPLACE,
    },
    // What a mail service writes for an address that it hides is none; and texts quote with brackets.
    {
      pattern:
        /\[(?:name|product|brand|city|date|link|email(?!.protected)|phone|address|title)\b[^\]]{0,40}\]|\byour (?:company name|logo|slogan)(?: goes)? here\b|\bcoming soon\s*\.\.\./gi,
      advice: REPLACE,
      isGuess: true,
    },
    {
      pattern:
        /\b(?:your (?:text|headline|tagline|title|content|copy|description)(?: goes)? here|insert (?:text|copy|image|title) here|(?:text|content|headline|description) goes here)\b/gi,
      advice: REPLACE,
    },
    {
      pattern:
        /\b(?:this|our|the) (?:web ?site|page) is (?:still |currently )?(?:under construction|being built)\b/gi,
      advice: 'Finish it or take it out.',
    },
    // Houses are built on sites, too.
    {
      pattern: /\b(?:this|our|the) site is (?:still |currently )?(?:under construction|being built)\b/gi,
      advice: 'Finish it or take it out.',
      isGuess: true,
    },
    // What a program writes when it has nothing to write; a page about programs is named after it.
    {
      pattern:
        /^\s*(?:undefined|null|NaN|Invalid Date)\s*$|(?<=\b(?:Hello|Hi|Dear|Welcome|by|for|of|Price|Total|Date):?,? )(?:undefined|null|NaN)\b(?=\W*$)/g,
      advice: 'Fill in the value.',
      anyLanguage: true,
      isCode: true,
    },
    {
      pattern:
        /\[object Object\]|\bundefined undefined\b|(?<=[$€£#]\s?)(?:undefined|null|NaN)\b|\bNaN\s?(?=[%€$£])/g,
      advice: 'Fill in the value.',
      anyLanguage: true,
    },
    // UTF-8 read as something else: "cafÃ©", "donâ€™t"; and entities that were escaped twice.
    {
      pattern:
        /\p{L}*(?:Ã[\u0080-\u00bf\u0192\u201a-\u2022\u20ac]|â€[\u0080-\u00bf\u2018-\u2122]|Â[\u00a0-\u00bf]|\ufffd)\p{L}*|&(?:amp|nbsp|quot|lt|gt|eacute|uuml|#\d{2,5});/gu,
      needs: /[ÃâÂ\ufffd]|&[a-z#]/,
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
        /^(?:section title|card title|feature (?:one|two|three|[1-9])|service (?:one|two|three|[1-9])|first last)$/gi,
      advice: REPLACE,
      // In a table or a form, "Title" is a title.
      kinds: ['heading', 'paragraph', 'other'],
    },
    // Parts of a design system, points of an agenda, and pictures without a name.
    {
      pattern:
        /^(?:heading|headline|title|subtitle|item [1-9]|company name|product name|brand name|your name|untitled)$/gi,
      advice: REPLACE,
      kinds: ['heading', 'paragraph', 'other'],
      isGuess: true,
    },
  ],
});
