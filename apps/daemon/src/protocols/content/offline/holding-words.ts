/** Words by which documents demand and rule out, and by which texts claim, in the languages they are written in. */
import { anyOf } from '../../documents/language/patterns.ts';

/** A sentence that says what a text must not speak of. */
export const PROHIBITED = anyOf(
  "must not|may not|never (?:say|mention|promise|name|announce|write|use|talk|claim)|(?:do not|don['’]?t|not to) (?:say|mention|promise|name|announce|write|talk|claim)|not (?:be )?(?:promised?|mentioned|named|announced|used|shown)|no (?:mention|promise|word)|not before|before (?:then|that)",
  'darf nicht|dürfen nicht|(?:nie|niemals) (?:nennen|erwähnen|versprechen|sagen|schreiben)|nicht (?:nennen|erwähnen|versprechen|ankündigen|vor)|kein\\p{L}* (?:nennen|erwähnen|versprechen)|nicht (?:genannt|erwähnt|versprochen|angekündigt)|wird nicht|werden nicht',
  "ne (?:pas|jamais|doit|doivent|parlons|promettons|citons|mentionnons|se)|n[’']est pas|ne sont pas|jamais",
  'no (?:se|debe|deben|mencionar|prometer|hablar|nombrar|anunciar|hablamos|prometemos|mencionamos)|nunca (?:decir|prometer|mencionar|hablar)',
  'não (?:se|deve|devem|mencionar|prometer|falar|falamos|prometemos|anunciar)|nunca (?:dizer|prometer|mencionar|falar)',
  'non (?:si|deve|devono|parlare|promettere|parliamo|promettiamo|nominare|annunciare)|mai (?:dire|promettere|nominare|parlare)',
  'niet (?:noemen|beloven|vermelden)|mag niet|mogen niet|nooit (?:noemen|beloven|zeggen)',
  'しない|触れない|禁止|書かない|約束しない|言わない|不得|不能|不要|不提',
);

/** A sentence that lists what a text consists of. */
export const PARTS_OF_A_TEXT = anyOf(
  '(?:posts?|articles?|pages?|texts?|emails?|newsletters?|site) (?:have|has|contain|contains|include|includes|consist|consists|need|needs|end|ends|close|closes|begin|begins|carry|carries)|(?:every|each) (?:post|article|page|text|email|newsletter)|parts|sections',
  'teile|abschnitte|(?:jeder|jede|jedes) (?:beitrag|artikel|seite|text|post|newsletter)|(?:beiträge|artikel|seiten|texte) (?:haben|enthalten|enden|schließen)|(?:seite|text|beitrag) (?:hat|enthält|endet|schließt)',
  'parties|sections|chaque (?:article|page|texte|billet)|(?:articles|pages|textes) (?:ont|contiennent|finissent|se terminent)',
  'partes|secciones|cada (?:artículo|página|texto|entrada|publicación)|(?:artículos|páginas|textos) (?:tienen|llevan|terminan)',
  'seções|cada (?:artigo|página|texto|post)|todo (?:artigo|texto|post)|(?:artigos|páginas|textos) (?:têm|terminam)',
  'parti|sezioni|ogni (?:articolo|pagina|testo|post)|(?:articoli|pagine|testi) (?:hanno|finiscono|chiudono)',
  'onderdelen|elk (?:artikel|bericht)|elke (?:pagina|tekst|post)',
  '構成|各記事|記事には|必ず入れる|每篇|文章(?:要|必须)|包括',
);

export const CONTACT_PART = anyOf(
  'contact|how to reach us|reach us|phone|telephone|booking link|link|address',
  'erreich*|kontakt*|telefon*|anschrift|link',
  'contact|joindre|téléphone|lien|adresse|contacto|contactar|teléfono|enlace|contato|telefone|contatto|contatti|telefono|bereiken',
  '連絡先|電話|问い合わせ|联系',
);

/** Where something is still to be written. */
export const GAP = new RegExp(
  [
    String.raw`\[(?=[^\]]{3,80}\](?!\())(?:[^\]]*\b(?:here|ask|insert|add|tbd|tbc|photo|pic|picture|image|hier|einfügen|bild|foto|fragen|ici|insérer|aquí|insertar|falta|aqui|inserir|qui|inserire|hier|invoegen)\b[^\]]*|[\p{Lu}\s,.!-]{6,})\]`,
    String.raw`\((?:[^)]{0,20}\b)?(?:falta|faltan|fehlt|fehlen|manque|manca|mancano|missing|todo|to do|tbd|tbc|to come|to follow|folgt|nachtragen|ergänzen|à compléter|à venir|por poner|completar|da inserire|da completare|nog invullen)\b[^)]{0,60}\)`,
    String.raw`(?<![\p{L}\p{N}])(?:XX+|NN)(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?:TODO|TBD|TBC|FIXME|XXX)(?![\p{L}\p{N}])`,
    '(?:画像|写真|図)(?:は後|未定|挿入)|(?:要確認|後で(?:書く|記入))|(?:待补|此处插入|图片待)',
  ].join('|'),
  'u',
);

export const SUPERLATIVE = anyOf(
  '(?:the )?(?:largest|biggest|fastest|cheapest|oldest|safest|most (?:popular|trusted|loved|successful|advanced)|number one|no\\.? ?1|leading|only provider|first in the (?:country|world))',
  '(?:der|die|das|den|dem) (?:größte|schnellste|günstigste|älteste|sicherste|beliebteste|erfolgreichste|beste|einzige)[nrs]?|marktführer|führende[rns]?|nummer eins',
  '(?:le|la|les) plus (?:grande?|rapide|ancienne?|populaire|sûre?)s?|(?:le|la) meilleure?|leader|numéro un',
  '(?:el|la|los|las) más (?:grande|rápid[oa]|antigu[oa]|popular|segur[oa]|barat[oa])s?|(?:el|la) mejor|número uno|líder(?:es)?',
  '(?:o|a) (?:maior|melhor|mais (?:rápid[oa]|antig[oa]|popular|segur[oa]))|número um|líder(?:es)?',
  '(?:il|la|lo) più (?:grande|veloce|antic[oa]|amat[oa]|sicur[oa]|economic[oa])|(?:il|la) migliore?|numero uno|leader',
  '(?:de|het) (?:grootste|snelste|oudste|beste|goedkoopste)|marktleider|最大の|最も|業界初|業界一|日本一|No\\.1|最大|第一|领先|最好的?|最佳|最优|顶级|全国第一|最高の',
);

/** Whoever writes speaks of themselves. */
export const OF_OURS = anyOf(
  "we|we[’']re|our|ours|us|wir|uns|unser\\p{L}*|nous|notre|nos|nosotr[oa]s|nuestr[oa]s?|somos|nós|noss[oa]s?|noi|nostr[oaie]|siamo|wij|ons|onze",
);

export const DISTINCTION = anyOf(
  'award(?:s|ed|-winning)?|prize|certified|certification|accredited|patented|recommended by|endorsed by|voted|winner of|guaranteed by|approved by|clinically proven|scientifically proven|proven',
  'ausgezeichnet|auszeichnung|preisträger\\p{L}*|zertifiziert|zertifizierung|patentiert|testsieger|prämiert|empfohlen von|wissenschaftlich (?:belegt|bewiesen)|nachweislich',
  'primée?s?|récompensée?s?|certifiée?s?|brevetée?s?|recommandée?s? par|prouvée?s?|lauréate?s?',
  'premiad[oa]s?|galardonad[oa]s?|certificad[oa]s?|patentad[oa]s?|recomendad[oa]s? por|demostrad[oa]s?|premio nacional',
  'premiat[oaie]|certificat[oaie]|brevettat[oaie]|consigliat[oaie] da|dimostrat[oaie]|comprovad[oa]s?|bekroond|gecertificeerd|bewezen',
  '受賞|認定|特許|認証|获奖|认证|专利',
);

export const ACCORDING_TO = anyOf(
  'according to|studies (?:show|by)|a study|research (?:by|from|shows)|experts (?:say|at)|scientists',
  'laut|nach angaben|studien? (?:zeigen|zeigt|der|des)|forscher|experten',
  "selon|d[’']après|une étude|des études|según|un estudio|estudios de|segundo|de acordo com|um estudo|secondo|uno studio|volgens|een studie|によると|によれば|根据|研究表明",
);

export const SPOKEN_BY = anyOf(
  'says|said|told us|writes|wrote|recalls|explains|sagt|sagte|erzählt|schreibt|meint|dit|raconte|explique|écrit|dice|cuenta|explica|escribe|diz|conta|escreve|dice|racconta|scrive|spiega|zegt|vertelt|schrijft',
  'と話す|と語る|さん(?:は|も)|说|表示',
);

export const INCLUDED = anyOf(
  'included|inclusive|comes with|free of charge|for free|enthalten|inklusive|inbegriffen|kostenlos|comprise?s?|incluse?s?|gratuite?s?|incluid[oa]s?|incluye|gratis|incluíd[oa]s?|inclus[oa]s?|compres[oaie]|inclus[oaie]|inbegrepen|込み|含まれ|包含',
);
export const LEFT_OUT = anyOf(
  'not included|excluded|plus (?=\\p{L})|extra|on top|separately|at extra cost|bring your own|you bring|you buy|you pay|charged|nicht (?:enthalten|inbegriffen)|zusätzlich|extra|separat|selbst mitbringen|mitbringen|kostet',
  'non comprise?s?|en plus|en supplément|en sus|apporte[rz]|à part|no incluid[oa]s?|aparte|por separado|se pagan?|trae tus?|traes|à parte|não incluíd[oa]s?|pag[oa]s? à parte|traga|non compres[oaie]|a parte|porti tu|li porti|porta i tuoi|si pagano|niet inbegrepen|apart|zelf meebrengen|別途|別料金|另付|不含',
);

const DAY_NAMES =
  'mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|sonntags?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica';
/** When something runs or is open, and not one day of a story. */
export const SCHEDULE = new RegExp(
  `(?<!\\p{L})(?:(?:on|every|each|only|jeden|immer|chaque|tous les|cada|los|todos los|ogni|tutti i)\\s+)?(${DAY_NAMES})\\s*(?:,|to|and|until|–|-|bis|und|au?|et|y|a|al|e)\\s*(${DAY_NAMES})(?!\\p{L})`,
  'iu',
);

export const FREE = anyOf(
  "free (?:with|for|of charge)|for free|is free|are free|it[’']s free|kostenlos|kostenfrei|gratis|umsonst|gratuite?s?|gratuit[oa]s?|無料|免费|무료",
);

/** What opens a text, and must not. */
export const FIRST_LINE = anyOf(
  'first line|opening line|hook|erste zeile|erster satz|einstieg|première (?:ligne|phrase)|accroche|primera (?:línea|frase)|gancho|primeira (?:linha|frase)|prima (?:riga|frase)|eerste (?:regel|zin)|冒頭|一行目|第一行|开头',
);
export const NOT_THE_NAME = anyOf(
  '(?:never|not|without|no) (?:with )?(?:the )?(?:name|product|brand)*|nie (?:mit )?(?:dem )?(?:namen|produkt)*|nicht (?:mit )?(?:dem )?(?:namen|produkt)*|jamais (?:par |avec )?le (?:nom|produit)|nunca (?:con )?el (?:nombre|producto)|nunca (?:com )?o (?:nome|produto)|mai (?:con )?il (?:nome|prodotto)|nooit (?:met )?de (?:naam|product)*',
);

/** "No questions in headings". */
export const NO_QUESTION_HEADING =
  /(?<!\p{L})(?:no|never|avoid|without|keine?|nie|ohne|pas de|jamais de|sans|éviter les|sin|nada de|evitar|sem|nunca|niente|senza|mai|geen|nooit)\s[^.\n]{0,30}(?:question|frage|pregunta|pergunta|domand|vrag)\p{L}*[^.\n]{0,30}(?:title|heading|headline|überschrift|titel|titre|título|titular|titol|kop)/iu;

/** "Never name a competitor". */
export const NO_COMPETITOR =
  /(?<!\p{L})(?:no|never|avoid|not|don['’]?t|keine?|nie|nicht|pas|jamais|sin|nunca|no|não|non|mai|geen|nooit)(?!\p{L})[^.\n]{0,40}(?:competitor|rival|konkurren|mitbewerb|wettbewerber|concurrent|competidor|competência|competencia|concorrent|concurrenten|other (?:publishers|brands|companies|makers|products|providers|suppliers)|andere (?:marken|anbieter|hersteller|firmen|merken|aanbieders)|autres (?:marques|entreprises|éditeurs)|otras (?:marcas|empresas)|outras (?:marcas|empresas)|altr[ie] (?:marchi|marche|aziende)|innych (?:marek|firm)|andra (?:märken|företag))/iu;
export const COMPARED_WITH =
  /(?<!\p{L})(?:unlike|compared (?:with|to)|instead of|better than|cheaper than|than|anders als|im gegensatz zu|statt|als|contrairement à|au lieu de|à la différence de|que|a diferencia de|en vez de|ao contrário de|em vez de|a differenza di|invece di|anders dan|in plaats van)\s+(?:the\s+)?(\p{Lu}[\p{L}\p{N}]+(?:\s\p{Lu}[\p{L}\p{N}]+)*)/iu;

/** What follows is not part of it. */
export const WITHOUT =
  /(?<!\p{L})(?:without|no|ohne|keine?n?|sans|aucune?|sin|ning[uú]n\p{L}*|sem|nenhum\p{L}*|senza|nessun\p{L}*|zonder|geen)\s+(?:an?\s|une?\s|d['’])?(\p{L}{5,})/giu;

/** The reader has to have it. */
export const BRING = anyOf(
  'bring (?:\\p{L}+ and )?your own|bring your|mitbringen|bringen sie|bring dein\\p{L}*|apportez vos?|apporte tes?|trae tus?|traiga su|traga seus?|traga suas?|porta i tuoi|porta il tuo|porti|neem je eigen',
);
