/**
 * Text that speaks of the text that shall stand in its place: "Insert your heading here", 「ここに見出しが入ります」, "About three
 * sentences, mention Dave". No reader is told that, in whatever language. What a form says of its fields is left out,
 * and whoever is asked to type may stand before a tool: that is a guess.
 */

/** The sentence says no more: "Hier komt de titel vandaan" and "Aquí va el texto completo:" are ordinary. */
const END = '(?=\\s*(?:[.!…]|$))';

const GERMAN = [
  '(?:dies|das|hier) ist (?:nur |lediglich )?ein (?:blindtext|platzhaltertext|fülltext)(?!\\p{L})',
  `(?:dies|das) ist (?:nur |lediglich )?ein (?:platzhalter|beispieltext|mustertext)${END}`,
  `hier (?:steht|kommt|könnte|folgt|entsteht) (?:später |bald |noch |einmal )?(?:ihr|ihre|dein|deine|euer|eure) (?:eigene\\p{L}* )?(?:text|überschrift|inhalt|titel|beschreibung|slogan)(?: stehen)?${END}`,
  `(?:an dieser stelle|hier) (?:steht|folgt|kommt) (?:später|bald|demnächst) (?:der|ein|die|eine)(?: \\p{L}+)? (?:text|überschrift|inhalt|beschreibung)${END}`,
  `(?:bitte )?hier (?:den |ihren |deinen |die |ihre |deine )?(?:text|titel|überschrift|beschreibung|inhalt)\\p{L}*(?: [\\p{L} ]{1,40})? (?:einsetzen|einfügen|ergänzen)${END}`,
  'wortbergen, fern der länder vokalien',
];
const FRENCH = [
  '(?:insérez|ajoutez|placez) ici (?:votre|vos|un|une|le|la|les) (?:propre )?(?:texte|titre|contenu|description|accroche)(?!\\p{L})',
  `(?:insérez|ajoutez|placez) (?:votre|vos|un|une|le|la) (?:texte|titre|contenu|description|accroche)[^.!?,;:]{0,30} ici${END}`,
  "(?:ce texte|ceci) est un (?:faux[- ]?texte|texte (?:factice|de remplissage|d['’]exemple))(?!\\p{L})",
  'ce texte est un exemple et doit être remplacé',
];
const SPANISH = [
  '(?:inserte|inserta|agregue|agrega|añada|añade|coloque) aquí (?:su|tu|el|la|un|una|sus|tus) (?:propio )?(?:texto|título|contenido|descripción|encabezado)(?!\\p{L})',
  `(?:inserte|inserta|agregue|agrega|añada|añade|coloque) (?:su|tu|el|la|un) (?:texto|título|contenido|descripción)[^.!?,;:]{0,30} aquí${END}`,
  `aquí (?:va|irá) (?:el|la|su|tu|un) (?:texto|título|contenido|descripción|encabezado)(?: de (?:la|esta|su|tu) (?:sección|página|tarjeta|diapositiva)| del (?:bloque|apartado|sitio))?${END}`,
  'este (?:es un texto|texto es) de relleno(?!\\p{L})',
  `este (?:es un texto|texto es) (?:de (?:ejemplo|muestra)|simulado)${END}`,
];
const OTHERS_SPACED = [
  // Portuguese, Italian, Dutch
  `(?:adicione|coloque) (?:o )?(?:seu|sua|um) (?:texto|título|conteúdo|descrição)[^.!?,;:]{0,20} aqui${END}|aqui (?:vai|entra) (?:o|um|seu|o seu) (?:texto|título)(?: da (?:seção|secção|página))?${END}|este (?:é um texto|texto é) de exemplo${END}`,
  `aggiungi (?:il|la|il tuo|un) (?:testo|titolo|contenuto|descrizione)[^.!?,;:]{0,20} qui${END}|qui (?:va|andrà) (?:il|un) (?:testo|titolo)(?: della (?:sezione|pagina))?${END}|questo è un testo (?:di esempio|segnaposto)${END}`,
  `hier komt (?:uw|je|jouw|de|een) (?:tekst|titel)${END}|(?:plaats|voeg) hier (?:uw|je|een) (?:tekst|titel)(?: toe)?${END}|dit is (?:een )?(?:voorbeeld|opvul|dummy)tekst${END}`,
  // Polish, Turkish, Scandinavian, Russian
  `(?:wstaw|dodaj) (?:tutaj|tu) (?:swój |swoją )?(?:tekst|tytuł|opis|treść)${END}|(?:tutaj|tu) będzie (?:twój )?(?:tekst|tytuł|opis)${END}|to jest przykładowy tekst${END}`,
  `(?:metin|başlık|açıklama|içerik|adres|telefon|e-posta) buraya gelecek${END}|buraya (?:kendi )?(?:metn|başlı|içeri|açıklama)\\p{L}* (?:ekleyin|gelecek)${END}|bu bir (?:örnek|deneme) metin`,
  `(?:infoga|indsæt|sett inn) (?:din|ditt|deres) (?:text|tekst|rubrik|overskrift)[^.!?,;:]{0,20} (?:här|her)${END}|(?:här|her) kommer (?:din|er) te[xks]+t${END}|(?:detta är|dette er) en (?:exempel|eksempel|dummy)te[xks]+t${END}`,
  `здесь (?:будет|должен быть|может быть) (?:ваш )?(?:текст|заголовок|описание)${END}|вставьте (?:сюда |здесь )(?:ваш |свой )?(?:текст|заголовок)${END}`,
];

/** A thing that a layout has. An address or a name may be printed on what a shop sells. */
const JAPANESE_PART = '(?:テキスト|文章|見出し|タイトル|本文|説明文?|キャッチコピー|画像)';
/** Without spaces, a whole text or the beginning of a sentence: 「表紙にタイトルが入ります」 is told of a book. */
const UNSPACED = [
  `^(?:${JAPANESE_PART}が入ります[。、…\\s]*)+$`,
  `(?:^|(?<=[。！？]\\s?))(?:ここ|こちら)に${JAPANESE_PART}(?:が入ります|を挿入してください)(?![\\p{L}])`,
  '^この(?:文章|テキスト)はダミーです|^(?:(?:これ|この文章)は)?ダミーテキスト(?:です|が入ります)[。\\s]*$',
  '(?:^|(?<=[。！？]\\s?))(?:此处|这里|此處|這裡|在此)(?:插入|放置)(?:您的|你的)?(?:文字|文本|标题|正文|描述|標題|內文)(?=[\\s。！…]*$)|^(?:这是|這是)一?段?占位(?:文字|文本)(?!\\p{L})',
  '^(?:여기에|이곳에) (?:텍스트|제목|내용|설명|문구)(?:가|이)? ?들어갑니다(?!\\p{L})|^(?:(?:텍스트|제목)(?:가|이) 들어갑니다[.\\s]*)+$|^(?:이것은 |이 글은 )?더미 ?텍스트입니다(?!\\p{L})',
];

const COUNT = '(?:\\d{1,3}|an?|one|two|three|four|five|six|a few|a couple of)';
const COUNTS = `${COUNT}(?:(?:[-–]| to | or )${COUNT})?`;
/** "A few words here" may begin any sentence. */
const MEASURE = `(?:(?:about|around|roughly|approx\\.?|max\\.?) ${COUNTS}|\\d{1,3}(?:(?:[-–]| to | or )\\d{1,3})?)`;
/** How much to write, and about what. */
const ORDERS = [
  `${MEASURE} (?:short |punchy )?(?:sentences?|words|paragraphs?|bullets?|bullet points) here(?= (?:on|about|describing|explaining) |[,;]|\\s*(?:[.!…]|$))`,
  `(?:(?:about|around|roughly|approx\\.?|max\\.?) )?${COUNTS} (?:short |punchy )?(?:sentences?|words|lines|paragraphs?)(?: (?:on|about|of) [^.,;:!?]{1,60})?[,;] ?(?:please )?(?:mention|include|keep it|don['’]t forget)(?! your)(?!\\p{L})`,
];

const STARTED = [...GERMAN, ...FRENCH, ...SPANISH, ...OTHERS_SPACED, ...ORDERS].join('|');
/** What goes on to a button is the page of a tool. */
const NO_TOOL =
  '(?!.{0,160}(?:cli(?:que|ck|c )|appuyez|klick|drücken|pulsa|pulse|presiona|premi |kliknij|klik |нажмите|tıklayın))';

/**
 * Signs before the words. In a group of its own: V8 writes a short repetition out four times, with all that follows it,
 * but not one that captures. Compiled so, the pattern below took 400 ms, more than the rest of a check.
 */
const SIGNS = '([^\\p{L}\\p{N}]){0,3}';

/** At the beginning of a sentence: in the middle of one somebody speaks about such texts. */
export const TEXT_ABOUT_TEXT = new RegExp(
  `(?:^|(?<=[.!?:] ))${SIGNS}${NO_TOOL}(?:${STARTED})[^.!?]{0,60}|(?:${UNSPACED.join('|')})`,
  'giu',
);

/** An order to type: a page that was not filled in has it, and so have a form and a counter of words. */
const TYPING = [
  '(?:bitte )?hier (?:den |ihren |deinen |die |ihre |deine )?(?:text|titel|überschrift|beschreibung|inhalt)\\p{L}*(?: [\\p{L} ]{1,40})? eingeben(?!\\p{L})',
  '(?:saisissez|écrivez) ici (?:votre|vos|un|une|le|la|les) (?:propre )?(?:texte|titre|contenu|description|accroche)',
  '(?:saisissez|écrivez) (?:votre|vos|un|une|le|la) (?:texte|titre|contenu|description|accroche)[^.!?]{0,30} ici(?!\\p{L})',
  '(?:escriba|escribe) aquí (?:su|tu|el|la|un|una|sus|tus) (?:propio )?(?:texto|título|contenido|descripción|encabezado)',
  '(?:escriba|escribe) (?:su|tu|el|la|un) (?:texto|título|contenido|descripción)[^.!?]{0,30} aquí(?!\\p{L})',
  '(?:insira|escreva) (?:o )?(?:seu|sua|um) (?:texto|título|conteúdo|descrição)[^.!?]{0,20} aqui(?!\\p{L})',
  '(?:inserisci|inserire|scrivi) (?:il|la|il tuo|un) (?:testo|titolo|contenuto|descrizione)[^.!?]{0,20} qui(?!\\p{L})',
  '(?:typ|schrijf) hier (?:uw|je|een) (?:tekst|titel)',
  'wpisz (?:tutaj|tu) (?:swój |swoją )?(?:tekst|tytuł|opis|treść)',
  'buraya (?:kendi )?(?:metn|başlı|içeri|açıklama)\\p{L}* (?:yazın|girin)',
  'skriv (?:din|ditt|deres) (?:text|tekst|rubrik|overskrift)[^.!?]{0,20} (?:här|her)(?!\\p{L})',
  'введите (?:сюда |здесь )(?:ваш |свой )?(?:текст|заголовок)',
  `(?:ここ|こちら)に${JAPANESE_PART}を(?:入れて|書いて|入力して)ください`,
  '(?:此处|这里|此處|這裡|在此)(?:填写|输入|填寫|輸入)(?:您的|你的)?(?:文字|文本|标题|正文|描述|標題|內文)',
  '(?:여기에|이곳에) (?:텍스트|제목|내용|설명|문구)(?:를|을)? ?(?:입력하세요|넣으세요|작성하세요)',
];
export const TYPE_IT_HERE = new RegExp(`^${SIGNS}(?:${TYPING.join('|')})`, 'giu');

/** A part whose whole text is that it is still to be written. "Coming soon" is not: what is announced may be said so. */
export const STILL_TO_WRITE =
  /^(?:to be written(?: later)?|(?:texte?|inhalte?|beschreibung) folg(?:t|en) (?:noch|in kürze|später)|(?:wird|werden) (?:noch|später) (?:ergänzt|geschrieben|nachgetragen)|noch zu (?:ergänzen|schreiben)|(?:texte à (?:compléter|rédiger)|à rédiger)(?: plus tard)?|(?:texto )?(?:por (?:redactar|escrever)|pendiente de (?:redactar|completar|escribir))(?: más (?:adelante|tarde)| mais tarde)?|texto por (?:completar|rellenar|preencher)|testo da (?:completare|scrivere)|da scrivere|nog te schrijven|do napisania|(?:内容|正文|文字)待(?:补充|填写|完善|補充|填寫|撰写)|待(?:补充|補充|撰写)|(?:추후|나중에) 작성 ?(?:예정(?:입니다)?|합니다)?)[^\p{L}\p{N}]*$/giu;

/** The same of what a form, a list of tasks or an announcement says as well. */
export const STILL_TO_FILL_IN =
  /^(?:to be (?:filled in|completed)(?: later)?|(?:wird|werden) (?:noch|später) ausgefüllt|noch auszufüllen|por (?:completar|rellenar|preencher)|a (?:rellenar|preencher)|da completare|nog in te vullen|do uzupełnienia|待(?:填写|完善|填寫)|(?:後日|追って)(?:追記|記載|掲載)(?:します|予定(?:です)?)?|(?:추후|나중에) 추가 ?(?:예정(?:입니다)?|합니다)?)[^\p{L}\p{N}]*$/giu;
