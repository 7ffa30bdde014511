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

/** "A box that was open is rejected": what was is only which one is meant, and the sentence says what shall be. */
const TOLD_APART =
  /(?<=(?<!\p{L})(?:that|who|which|whose|it|they|he|she|he or she|as if|if|when|once|after|than|der|die|das|wer|wenn|falls|nachdem|sobald|qui|que|si|lorsque|quand|après|cuando|se|quando|als|wanneer|gdy|jeśli|som|om|när)(?:\s+[\p{L}'’-]+){0,5}\s)(?:was|were|had|war|waren|wurde|wurden|hatte|hatten|était|étaient|avait|avaient|era|eran|había|tinha|havia|erano|był\p{L}*)(?!\p{L})/giu;

export function isOfThePast(text: string): boolean {
  return PAST.test(text.replace(TOLD_APART, ' '));
}

/** Where something is tried out: acceptance, tests, proofs. */
export const TESTED = anyOf(
  'acceptance|accepted when|tests?|verif\\p{L}*|validation|checks?|proof|how we know|done when|abnahme\\p{L}*|prüfung|nachweis|test\\p{L}*|recette|vérif\\p{L}*|contrôle|essais?|pruebas?|comprobaci\\p{L}*|comprobar|verificaci\\p{L}*|aceptación|testes|verificaç\\p{L}*|aceitação|collaudo|accettazione|verifica|acceptatie|sprawdz\\p{L}*|odbiór|testy|acceptans|kontroll',
  '受入|受け入れ|検証|試験|テスト|確認|验收|测试|验证|검증|인수',
);

/** "Given … when … then …", "Example: …". */
const GIVEN =
  /^\s*(?:[-*]\s+)?[*_]*(?:given|example|e\.g\.|scenario|angenommen|gegeben|beispiel|szenario|étant donné|exemple|dado|dada|ejemplo|exemplo|dato|esempio|gegeven|voorbeeld|zakładając|przykład|例)(?![\p{L}])/iu;

/** A sentence that begins as a test or an example: what goes in and comes out there is not what is wanted. */
export function isTrial(own: string): boolean {
  return GIVEN.test(own) || TESTED.test(own.slice(0, LONGEST_LABEL));
}

const LONGEST_LABEL = 30;

/** Right before a date that is the last one. */
export const DEADLINE =
  /(?<![\p{L}])(?:by|until|till|before|no later than|not later than|ends? on|expires? on|deadline(?: is)?:?|bis(?: zum)?|spätestens(?: am)?|vor dem|endet am|läuft am|jusqu[’']au|avant le|au plus tard le|hasta el|antes del|a más tardar el|até|antes de|entro il|fino al|uiterlijk|tot|vóór|do|przed|najpóźniej|senast|före)\s*(?:\p{L}+(?:day|tag|di|s),?\s*)?(?:the\s+|am\s+|le\s+|el\s+)?$/iu;

/** What is tried and must not pass: a figure beyond the limit is meant. */
export const REFUSED = anyOf(
  'refus\\p{L}*|reject\\p{L}*|denied|declined|fails?|error|not (?:accepted|possible|allowed|stored)|abgelehnt|verweigert|zurückgewiesen|nicht (?:möglich|angenommen)|fehler(?:meldung)?|refusée?s?|rejetée?s?|erreur|rechazad[oa]s?|se rechaza|error|recusad[oa]s?|rejeitad[oa]s?|erro|rifiutat[oaie]|errore|geweigerd|afgewezen|odrzuc\\p{L}*|błąd|nekas\\p{L}*',
  '拒否|できない|エラー|却下|拒绝|不能|거부|오류',
);
/** From when on something must hold. */
export const FROM_DATE =
  /(?<![\p{L}])(?:from|as of|starting|ab(?: dem)?|seit|à partir du|dès le|a partir del?|desde el|a partir de|dal|vanaf|od|från och med|från)\s*$/iu;
