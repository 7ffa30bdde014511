/** What one author tells another about the text itself, left standing in it: "cut this paragraph?", "photo is still missing". */

const NOUNS: readonly (readonly [string, string, string])[] = [
  // "this …", what of the text, and what shall be done to it, or what it sounds like
  [
    '(?:this|that)',
    '(?:paragraph|section|sentence|bit|wording|headline|caption|bullet)',
    '(?:(?:can|should|could|must|needs to|has to|maybe|perhaps|probably|better)\\b[^.?!]{0,30}\\b(?:be )?(?:cut|deleted?|dropped?|removed?|rewritten|rewrite|shortened?|reworded)|(?:sounds|reads) (?:like|as if|too))',
  ],
  [
    '(?:diesen|dieser|diese|dieses|den|das)',
    '(?:absatz|abschnitt|satz|text|teil|überschrift|formulierung|passus)',
    '(?:[^.?!]{0,30}(?:streichen|rausnehmen|herausnehmen|kürzen|umschreiben|überarbeiten|löschen|reinschreiben)(?=\\s*[,.!?]|\\s*$)|klingt (?:so,? als|wie|zu))',
  ],
  [
    '(?:ce|cette|le|la)',
    '(?:paragraphe|section|phrase|passage|titre|texte)',
    '(?:[^.?!]{0,20}à (?:supprimer|raccourcir|revoir|réécrire|reformuler|couper)|(?:peut-être )?(?:supprimer|couper|réécrire))',
  ],
  [
    '(?:este|esta|ese|el|la)',
    '(?:párrafo|apartado|frase|texto|título|parágrafo|secção|seção)',
    '(?:[^.?!]{0,25}(?:hay que|habría que|mejor|quizá|talvez|é preciso|convém) (?:quitar|borrar|acortar|reescribir|cortar|apagar|tirar|encurtar|reescrever))',
  ],
  [
    '(?:questo|questa|il|la)',
    '(?:paragrafo|sezione|frase|testo|titolo)',
    '(?:[^.?!]{0,25}(?:da|forse|meglio) (?:togliere|tagliare|riscrivere|accorciare|eliminare))',
  ],
  [
    '(?:deze|dit|die)',
    '(?:alinea|paragraaf|zin|tekst|kop)',
    '(?:[^.?!]{0,25}(?:schrappen|weglaten|herschrijven|inkorten)(?=\\s*[,.!?]|\\s*$))',
  ],
];
const VERB_FIRST = [
  '(?:delete|cut|drop|rewrite|shorten|reword) this (?:paragraph|section|sentence|bit|headline|caption)(?=\\s*[?.!,(]|\\s*$)',
  '(?:supprimer|couper|réécrire|reformuler) (?:ce|cette) (?:paragraphe|section|phrase|passage|titre)(?=\\s*[?.!,(]|\\s*$)',
  '(?:quitar|borrar|reescribir|acortar|apagar|reescrever) (?:este|esta) (?:párrafo|apartado|frase|texto|parágrafo|secção)(?=\\s*[?.!,(]|\\s*$)',
];
/** Somebody is asked for words or a picture that shall stand here. */
const ASKED = [
  '(?:schickst|schreibst|gibst|lieferst|kannst|könntest) du (?:mir|uns)\\b[^.?!]{0,60}(?:sätze|satz|text|absatz|foto|bild)\\p{L}*',
  '(?:can|could|would|will) you (?:please )?(?:send|write|give|get) (?:me|us) (?:a (?:few|couple of)|some|two|three|the) (?:more )?(?:sentences|lines|words|paragraphs)(?=[^.?!]{0,60}(?:here|for this|about|on)(?!\\p{L}))',
  "(?:peux|pourrais)-tu m[’']?\\s?(?:e |envoyer|écrire|donner)[^.?!]{0,40}(?:phrases|lignes|texte|photo)",
  '(?:puedes|podrías|podes|poderias) (?:mandarme|enviarme|escribirme|pasarme|mandar-me|enviar-me)[^.?!]{0,40}(?:frases|líneas|linhas|texto|foto)',
];

export const NOTE_TO_AUTHOR = new RegExp(
  [
    ...NOUNS.map(([this_, noun, deed]) => `(?<!\\p{L})${this_} ${noun},? ${deed}`),
    ...VERB_FIRST.map((deed) => `(?:^|(?<=[.!?(]\\s?))${deed}`),
    ...ASKED.map((asked) => `(?<!\\p{L})${asked}`),
  ].join('|'),
  'giu',
);
/** A picture or a quotation that is to come may be told to readers as well. */
export const STILL_MISSING =
  /(?<!\p{L})(?:photos?|pictures?|images?|caption|quote|logo)\b[^.?!]{0,40}\b(?:is|are) still (?:missing|to come)|(?<!\p{L})(?:foto|bild|zitat|logo)s?\b[^.?!]{0,40}\bfehlt noch|(?<!\p{L})photo\b[^.?!]{0,40}\bmanque encore|(?<!\p{L})foto\b[^.?!]{0,40}\b(?:todavía falta|falta todavía|ainda falta|falta ainda|manca ancora|ontbreekt nog)/giu;
