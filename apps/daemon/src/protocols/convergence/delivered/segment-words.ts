/** Words that part a requirement, and words that say nothing about what is delivered, in the languages of briefs. */

const JOINING =
  'and|or|with|w/|plus|including|und|oder|sowie|mit|samt|et|ou|avec|y|o|con|e|com|ed|en|met|och|og|med|oraz|z|и|или|с';
export const PARTS = new RegExp(
  `[.;:!?](?=\\s|$)|[()\\[\\]{}|—–+]|,(?!\\d)|\\s-\\s|\\s(?:${JOINING})\\s|\\s&\\s`,
  'iu',
);
export const UNSPACED_PARTS = /[。；：！？、，,;:!?()（）|—–]|和|以及|および|及び|(?<=\p{Script=Han})\//u;

/** What follows shall not be there. */
export const NOT_ASKED =
  /(?<!\p{L})(?:never|not|no|without|except|unless|nie|nicht|kein\p{L}*|ohne|außer|jamais|pas|sans|sauf|ni|nunca|sin|salvo|não|nao|sem|exceto|mai|non|senza|tranne|nooit|niet|geen|zonder|behalve)(?!\p{L})|不|無|没/iu;

/** What it is good for, and no word that must be there: "so that a stranger finds it". */
export const IN_ORDER_TO =
  /^(?:so that|that|in order|dass|damit|sodass|um|afin|pour que|de sorte|de façon|que|para que|de modo|affinché|così che|in modo|zodat|opdat|żeby|aby|så att)(?!\p{L})/iu;

const WEAK = new Set(
  [
    'page pages one each every both all only also too same other own new fits short long way ways thing things part parts file files folder code script program function line lines row rows case cases form kind format name names number numbers link links list lists show shows shown see sees given then when there their them they able exist exists need needs needed want wants make makes made give gives take takes put puts use uses work works done write writes written explain explains describe describes contain contains cover covers read reads say says tell tells start page begin begins end ends first last next left right again still already simple clear plain easy small big good well exactly version english german french spanish',
    'seite seiten eine einer passt kurz jede jeder jedes alle beide beiden datei dateien ordner programm funktion zeile zeilen name namen nummer liste zeigt zeigen erklärt erklären beschreibt enthält nennt liegt vor steht stehen schreibt macht genau sowie jeweils',
    'page pages chaque tous toutes fichier fichiers dossier programme fonction ligne lignes nom noms numéro liste montre affiche explique décrit contient donne écrit exactement',
    'página páginas cada todos todas archivo archivos fichero carpeta programa función línea líneas nombre nombres número lista muestra explica describe contiene da escribe exactamente arquivo arquivos pasta função linha linhas nome nomes mostra explica descreve contém escreve exatamente',
    'pagina pagine ogni tutti tutte file cartella programma funzione riga righe nome nomi numero elenco elenca mostra spiega descrive contiene scrive esattamente stanno',
    'bladzijde pagina elke alle bestand map programma functie regel naam nummer lijst toont legt beschrijft bevat schrijft precies',
    'paragraph paragraphs sentence sentences words section sections chapter chapters absatz absätze satz sätze wörter wörtern abschnitt abschnitte kapitel paragraphe paragraphes phrase phrases mots párrafo párrafos parágrafo paragrafo frase frases frasi palabras palavras parole apartado apartados sección secciones sezione sezioni',
    '代码 程序 数据 文件 两个 显示 说明 ファイル 一覧 表示 説明 記載',
  ]
    .join(' ')
    .split(' '),
);

const UNSPACED_WEAK = [...WEAK].filter((word) => /\p{Script=Han}|\p{Script=Katakana}/u.test(word));

export function isWeak(word: string): boolean {
  return WEAK.has(word.toLowerCase()) || UNSPACED_WEAK.some((weak) => word.includes(weak));
}
