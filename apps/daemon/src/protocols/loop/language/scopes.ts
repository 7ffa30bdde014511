/** Words that say of when, of whom or of what kind a statement is. */
import { anyOf } from './patterns.ts';

/** What was or is so far is no demand: it may differ from what shall be. */
export const PAST = anyOf(
  'currently|today|so far|until now|at present|nowadays|last (?:year|month|week|summer|winter|season|quarter)|previously|formerly|used to|was|were|had|reported|in (?:19|20)\\d\\d',
  'derzeit|zurzeit|zur zeit|momentan|heute|bisher|bislang|früher|letzte[ns]? (?:jahr|monat|woche)|war|waren|wurde|wurden|hatte|hatten',
  "actuellement|aujourd[’']hui|jusqu[’']ici|auparavant|l[’']an dernier|était|étaient|avait|avaient",
  'actualmente|hoy|hasta ahora|antes se|el año pasado|era|eran|había|habían|tenía|atualmente|hoje|até agora|no ano passado|tinha|havia|attualmente|oggi|finora|era|erano|momenteel|vandaag|tot nu toe|was|waren|obecnie|dotychczas|dzisiaj|był|była|było|były',
  '現在|今まで|これまで|従来|昨年|目前|以前|현재|지금까지',
);

/** Where something is tried out: acceptance, tests, proofs. */
export const TESTED = anyOf(
  'acceptance|accepted when|tests?|verif\\p{L}*|validation|checks?|proof|how we know|done when|abnahme\\p{L}*|prüfung|nachweis|test\\p{L}*|recette|vérif\\p{L}*|contrôle|essais?|pruebas?|comprobaci\\p{L}*|comprobar|verificaci\\p{L}*|aceptación|testes|verificaç\\p{L}*|aceitação|collaudo|accettazione|verifica|acceptatie|sprawdz\\p{L}*|odbiór|testy|acceptans|kontroll',
  '受入|受け入れ|検証|試験|テスト|確認|验收|测试|验证|검증|인수',
);
