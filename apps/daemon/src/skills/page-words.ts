/**
 * The few words a template has of its own, in the language of the brief: a German page does not say "Skip to content".
 * A page in a language that is not here has none of them but those a reader of it cannot do without, marked as English.
 */
import { likelyLanguage } from '../measure/model/language.ts';

interface Words {
  skip: string;
  /** The navigation's name. */
  here: string;
  table: string;
  all: string;
  next: string;
  forWhom: (audience: string) => string;
}

const ENGLISH = words(
  'Skip to content',
  'On this page',
  'table',
  'All figures',
  'The next step',
  (who) => `For ${who}`,
);

const WORDS: Readonly<Record<string, Words>> = {
  en: ENGLISH,
  de: words(
    'Zum Inhalt',
    'Auf dieser Seite',
    'Tabelle',
    'Alle Zahlen',
    'Der nächste Schritt',
    (who) => `Für ${who}`,
  ),
  fr: words(
    'Aller au contenu',
    'Sur cette page',
    'tableau',
    'Tous les chiffres',
    'La suite',
    (who) => `Pour ${who}`,
  ),
  es: words(
    'Ir al contenido',
    'En esta página',
    'tabla',
    'Todas las cifras',
    'El siguiente paso',
    (who) => `Para ${who}`,
  ),
  it: words(
    'Vai al contenuto',
    'In questa pagina',
    'tabella',
    'Tutte le cifre',
    'Il prossimo passo',
    (who) => `Per ${who}`,
  ),
  nl: words(
    'Naar de inhoud',
    'Op deze pagina',
    'tabel',
    'Alle cijfers',
    'De volgende stap',
    (who) => `Voor ${who}`,
  ),
  pt: words(
    'Ir para o conteúdo',
    'Nesta página',
    'tabela',
    'Todos os números',
    'O próximo passo',
    (who) => `Para ${who}`,
  ),
  ja: words('本文へ移動', 'このページの内容', '表', 'すべての数値', '次のステップ', (who) => `${who}向け`),
  ko: words('본문으로 이동', '이 페이지의 내용', '표', '모든 수치', '다음 단계', (who) => `${who} 대상`),
  zh: words('跳到正文', '本页内容', '表格', '全部数据', '下一步', (who) => `面向${who}`),
};

function words(
  skip: string,
  here: string,
  table: string,
  all: string,
  next: string,
  forWhom: (audience: string) => string,
): Words {
  return { skip, here, table, all, next, forWhom };
}

export interface PageWords extends Words {
  /** Of the page; null where the brief's letters belong to several languages. */
  language: string | null;
  /** Of these words, where it is another one. */
  other: string | null;
}

export function pageWords(brief: string): PageWords {
  const language = likelyLanguage(brief);
  const own = language === null ? undefined : WORDS[language];
  if (own !== undefined) return { ...own, language, other: null };
  return { ...words(ENGLISH.skip, '', '', ENGLISH.all, '', (who) => who), language, other: 'en' };
}
