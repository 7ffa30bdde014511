/**
 * Text that speaks of the text that shall stand in its place: "Insert your heading here", 「ここに見出しが入ります」, "About three
 * sentences, mention Dave". No reader is told that, in whatever language. What a form says of its fields is left out.
 */

const GERMAN = [
  '(?:dies|das|hier) ist (?:nur |lediglich )?ein (?:blindtext|platzhalter(?:text)?|beispieltext|mustertext|fülltext)(?!\\p{L})',
  'hier (?:steht|kommt|könnte|folgt|entsteht) (?:später |bald |noch |einmal )?(?:ihr|ihre|dein|deine|euer|eure) (?:eigene\\p{L}* )?(?:text|überschrift|inhalt|titel|beschreibung|slogan)',
  '(?:an dieser stelle|hier) (?:steht|folgt|kommt) (?:später|bald|demnächst) (?:der|ein|die|eine)(?: \\p{L}+)? (?:text|überschrift|inhalt|beschreibung)',
  '(?:bitte )?hier (?:den |ihren |deinen |die |ihre |deine )?(?:text|titel|überschrift|beschreibung|inhalt)\\p{L}*(?: [\\p{L} ]{1,40})? (?:einsetzen|einfügen|eingeben|ergänzen)(?!\\p{L})',
  'wortbergen, fern der länder vokalien',
];
const FRENCH = [
  '(?:insérez|ajoutez|saisissez|écrivez|placez) ici (?:votre|vos|un|une|le|la|les) (?:propre )?(?:texte|titre|contenu|description|coordonnées|accroche)',
  '(?:insérez|ajoutez|saisissez|écrivez|placez) (?:votre|vos|un|une|le|la) (?:texte|titre|contenu|description|accroche)[^.!?]{0,30} ici(?!\\p{L})',
  "(?:ce|ceci) (?:texte )?est un (?:faux[- ]?texte|texte (?:factice|de remplissage|d['’]exemple))",
  'ce texte est un exemple et doit être remplacé',
];
const SPANISH = [
  '(?:inserte|inserta|escriba|escribe|agregue|agrega|añada|añade|coloque) aquí (?:su|tu|el|la|un|una|sus|tus) (?:propio )?(?:texto|título|contenido|descripción|encabezado)',
  '(?:inserte|inserta|escriba|escribe|agregue|agrega|añada|añade|coloque) (?:su|tu|el|la|un) (?:texto|título|contenido|descripción)[^.!?]{0,30} aquí(?!\\p{L})',
  'aquí (?:va|irá) (?:el|la|su|tu|un) (?:texto|título|contenido|descripción|encabezado)',
  'este (?:es un )?texto (?:es )?(?:de (?:relleno|ejemplo|muestra)|simulado)',
];
const OTHERS_SPACED = [
  // Portuguese, Italian, Dutch
  '(?:insira|escreva|adicione|coloque) (?:aqui )?(?:o )?(?:seu|sua|um) (?:texto|título|conteúdo|descrição)[^.!?]{0,20} aqui(?!\\p{L})|aqui (?:vai|entra) (?:o|um|seu) (?:texto|título)|este (?:é um )?texto (?:é )?(?:de exemplo|fictício)',
  '(?:inserisci|inserire|scrivi|aggiungi) (?:qui )?(?:il|la|il tuo|un) (?:testo|titolo|contenuto|descrizione)[^.!?]{0,20} qui(?!\\p{L})|qui (?:va|andrà) (?:il|un) (?:testo|titolo)|questo è un testo (?:di esempio|segnaposto|fittizio)',
  'hier komt (?:uw|je|jouw|de|een) (?:tekst|titel|kop)(?!\\p{L})|(?:typ|plaats|schrijf|voeg) hier (?:uw|je|een) (?:tekst|titel)|dit is (?:een )?(?:voorbeeld|opvul|dummy)tekst',
  // Polish, Turkish, Scandinavian, Russian
  '(?:wstaw|wpisz|dodaj) (?:tutaj|tu) (?:swój |swoją )?(?:tekst|tytuł|opis|treść)|(?:tutaj|tu) (?:będzie|pojawi się) (?:twój )?(?:tekst|tytuł|opis)|to jest przykładowy tekst',
  '(?:metin|başlık|açıklama|içerik|adres|telefon|e-posta) buraya gelecek|buraya (?:kendi )?(?:metn|başlı|içeri|açıklama)\\p{L}* (?:yazın|ekleyin|girin|gelecek)|bu bir (?:örnek|deneme) metin',
  '(?:skriv|infoga|indsæt|sett inn) (?:din|ditt|deres) (?:text|tekst|rubrik|overskrift)[^.!?]{0,20} (?:här|her)(?!\\p{L})|(?:här|her) kommer (?:din|er) te[xks]+t|(?:detta|dette) är? en? (?:exempel|eksempel|dummy)te[xks]+t',
  'здесь (?:будет|должен быть|может быть) (?:ваш )?(?:текст|заголовок|описание)|(?:вставьте|введите) (?:сюда |здесь )(?:ваш |свой )?(?:текст|заголовок)',
];
const UNSPACED = [
  '(?:テキスト|文章|見出し|タイトル|キャッチコピー|説明文|本文|住所|電話番号|会社名)が入ります',
  'ここに[^。]{0,12}(?:入ります|入れてください|書いてください|挿入してください)',
  '(?:文章|テキスト)はダミーです|ダミーテキスト(?:です|が入)',
  '(?:此处|这里|此處|這裡|在此)(?:填写|输入|插入|放置|填寫|輸入)(?:您的|你的)?(?:文字|文本|标题|正文|描述|標題|內文)|(?:这是|這是)一?段?占位(?:文字|文本)',
  '(?:여기에|이곳에) [^.]{0,12}(?:텍스트|제목|내용|설명|문구)(?:를|을|이|가)? ?(?:입력하세요|넣으세요|들어갑니다|작성하세요)|(?:텍스트|제목)(?:가|이) 들어갑니다|더미 ?텍스트입니다',
];
const COUNT = '(?:\\d{1,3}|an?|one|two|three|four|five|six|a few|a couple of)';
/** How much to write, and about what. */
const ORDERS = [
  `(?:about |around |roughly |approx\\.? |max\\.? )?${COUNT}(?:(?:[-–]| to | or )${COUNT})? (?:short |punchy )?(?:sentences?|words|lines|paragraphs?|bullets?|bullet points) here(?!\\p{L})`,
  `(?:about |around |roughly |approx\\.? |max\\.? )?${COUNT}(?:(?:[-–]| to | or )${COUNT})? (?:short |punchy )?(?:sentences?|words|lines|paragraphs?)(?: (?:on|about|of) [^.,;:!?]{1,60})?[,;:.–-] ?(?:please )?(?:mention|include|keep it|don['’]t forget)(?!\\p{L})`,
];

const STARTED = [...GERMAN, ...FRENCH, ...SPANISH, ...OTHERS_SPACED, ...ORDERS].join('|');

/** At the beginning of a sentence: in the middle of one somebody speaks about such texts. */
export const TEXT_ABOUT_TEXT = new RegExp(
  `(?:^|(?<=[.!?:] ))[^\\p{L}\\p{N}]{0,3}(?:${STARTED})[^.!?]{0,60}|(?:${UNSPACED.join('|')})`,
  'giu',
);

/** A part whose whole text is that it is still to be written. "Coming soon" is not: what is announced may be said so. */
export const STILL_TO_WRITE =
  /^(?:to be (?:written|filled in|completed)(?: later)?|(?:texte?|inhalte?|beschreibung) folg(?:t|en) (?:noch|in kürze|später)|(?:wird|werden) (?:noch|später) (?:ergänzt|geschrieben|ausgefüllt|nachgetragen)|noch (?:auszufüllen|zu ergänzen|zu schreiben)|(?:texte )?à (?:compléter|rédiger|remplir)(?: plus tard| par [^.]{1,40})?|(?:texto )?(?:por (?:completar|redactar|rellenar|preencher|escrever)|pendiente de (?:redactar|completar|escribir)|a (?:rellenar|preencher))(?: más (?:adelante|tarde)| mais tarde)?|(?:testo )?da (?:completare|scrivere)|nog (?:in te vullen|te schrijven)|do (?:uzupełnienia|napisania)|(?:内容|正文|文字)?待(?:补充|填写|完善|補充|填寫|撰写)|(?:後日|追って)(?:追記|記載|掲載)(?:します|予定(?:です)?)?|(?:추후|나중에) (?:작성|추가) ?(?:예정(?:입니다)?|합니다)?)\W*$/giu;
