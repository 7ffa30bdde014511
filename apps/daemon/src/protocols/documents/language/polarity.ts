/** Words that rule something out, and those that say where a rule does not hold. */
import { anyOf, everyOf } from './patterns.ts';

/** Without exception: whoever does it after all, breaks it. */
export const NEVER = everyOf(
  'never|nobody|no one|none|under no circumstances|in no case|at no time',
  'nie|niemals|niemand|keinesfalls|auf keinen fall|unter keinen umständen',
  'jamais|personne ne|en aucun cas|aucune?|nunca|jamás|nadie|ningún|ninguna|en ningún caso|ninguém|jamais|nenhum|nenhuma|em nenhum caso|mai|nessuno|nooit|niemand',
  '決して|一切|絶対に|いかなる場合|从不|绝不|절대',
);
/** Anything that denies, the plain words too. */
export const NEGATION = everyOf(
  "cannot|can ?not|can[’']t|must not|mustn[’']t|may not|shall not|not|no|does ?n[’']t|do ?n[’']t|is ?n[’']t|are ?n[’']t|won[’']t|no longer",
  'nicht|kein|keine|keinen|keiner|keinem|darf nicht|dürfen nicht',
  "ne|n[’']\\p{L}+ pas|pas de|pas|interdit de|interdit|no|ningún|ninguna|prohibid[oa]s?|não|nenhuma?|proibid[oa]s?|non|vietat[oaie]|niet|geen|verboden|nie|żad\\p{L}*|zabron\\p{L}*|inte|ingen|inga|förbjud\\p{L}*",
  'できない|できません|しない|しません|禁止|不可|ならない|ません|されない|せず|いない|なかった|ない(?=。|$)|不能|不得|不会|할 수 없|하지 않|않는',
);
/** A sentence with a condition rules out only what it names. */
export const CONDITIONAL = anyOf(
  'unless|until|except|without|before|if|when|while|only|otherwise|more than|less than|other than|more|than|longer|twice|again',
  'außer|ausser|bis|ohne|bevor|wenn|falls|solange|nur|sonst|mehr als|weniger als|ansonsten|es sei denn',
  'sauf|sans|avant|si|lorsque|tant que|seulement|uniquement|sinon|plus de|moins de|excepto|salvo|sin|antes|cuando|solo|sólo|si no|más de|menos de|exceto|sem|se|quando|só|apenas|senão|mais de|tranne|senza|solo|tenzij|zonder|als|alleen',
  'ただし|場合|以外|まで|限り|とき|のみ|だけ|除く|なら|たら|ければ|除非|如果|只|단|경우|만',
);
/** Roles that may do what others may not. */
export const ROLE = anyOf(
  'owners?|admins?|administrators?|editors?|moderators?|managers?|operators?|supervisors?|premium|paid|staff|support|system|job|service|besitzer\\p{L}*|administrator\\p{L}*|leit\\p{L}*|verwalt\\p{L}*|propriétaires?|administrateurs?|gérante?s?|responsables?|administrador\\p{L}*|propietari[oa]s?|gerentes?|proprietári[oa]s?|管理者|担当者|責任者|管理员|관리자',
);

export const VERB_LAST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]|^(?:nicht|dürfen|darf)/iu;

export const WITHOUT = everyOf(
  '(?:without|no need for)(?: (?:an?|any|the|further|additional)){0,2}',
  'ohne(?: (?:eine[nrs]?|jede[nrs]?|weitere[nrs]?)){0,2}|sans(?: (?:aucune?|une?|l[ea]s?)){0,1}|sin(?: (?:ningún|ninguna|una?|el|la)){0,1}|sem(?: (?:nenhuma?|uma?|[oa])){0,1}|senza(?: (?:alcuna?|una?)){0,1}|zonder(?: (?:een|enige)){0,1}',
);
export const EVERY = anyOf(
  'every|all|each|always|any|only|jede[rnms]?|alle[nr]?|immer|stets|nur|chaque|tous|toutes|toujours|seulement|cada|todos?|todas?|siempre|sólo|sempre|apenas|ogni|tutt[ie]|solo|elke?|altijd|alleen',
  'すべて|全て|必ず|常に|所有|每个|모든',
);
export const UNLESS = anyOf(
  'unless|except|if|when|while|otherwise|außer|ausser|wenn|falls|solange|sonst|sauf|si|lorsque|tant que|sinon|excepto|salvo|cuando|si no|exceto|se|quando|senão|tranne|tenzij|als',
  'ただし|場合|以外|限り|とき|除く|除非|如果|단|경우',
);

/** The rest of something, of which the first part was told before. */
export const OTHERS = anyOf(
  'others?|otherwise|remaining|the rest|all else|andere[rnms]?|übrige[rnms]?|sonstige[rnms]?|sonst|ansonsten|restliche[rnms]?|autres?|sinon|restante?s?|otr[oa]s?|demás|resto|outr[oa]s?|demais|altr[oaie]|overige|andere|pozostał\\p{L}*|inn\\p{L}{1,2}|övriga',
  '他の|その他|以外|それ以外|其他|其余|나머지|다른',
);
/** The beginning of a clause that tells something apart. */
export const RELATIVE =
  /^\s*(?:(?:in|for|on|at|of|from|to|with)\s+)?(?:which|who|whose|whom|that|where)\b|^\s*(?:(?:in|für|auf|an|bei|aus|mit|zu|von)\s+)?(?:der|die|das|dem|den|dessen|deren|welche[rnms]?|wo|weil|da|damit|sodass)\b|^\s*(?:qui|que|dont|où|lequel|laquelle|dans lequel|dans laquelle|ce qui|parce|car|quien|cuy[oa]|donde|porque|pues|cuj[oa]|onde|pois|cui|dove|perché|die|dat|waar|omdat|któr\p{L}*|gdzie|bo|ponieważ|som|där)\b|^\s*(?:so that|because|since|as)\b/iu;

/** What was spoken of before: whoever it is, it is not everybody. */
export const SUCH = anyOf(
  '(?:from|of|for|by) (?:them|it|those|these)|such|these|those|diese[rnms]?|solche[rnms]?|davon|ces|cet(?:te)?|tels?|telles?|est[oa]s|es[oa]s|tales|dess[ea]s?|quest[ie]|deze|zulke|t(?:e|ych|ymi)|dessa|これら|その',
);

/** Forbidden or impossible, and its opposite. */
export const MODAL =
  /(?:cannot|can ?not|can[’']t|must not|may not|shall not|not allowed|darf|dürfen|kann|können|ne peut|ne peuvent|ne doit|no puede|no pueden|no debe|não pode|não podem|não deve|non può|non possono|mag niet|kan niet|nie może|nie wolno|får inte|できない|できません|禁止|不可|不能|不得)/iu;
export const MAY =
  /(?<![\p{L}])(?:may|can|is allowed to|are allowed to|is able to|are able to|darf|dürfen|kann|können|peut|peuvent|puede|pueden|pode|podem|può|possono|mag|mogen|kan|kunnen|może|mogą|wolno|får)(?![\p{L}])|できる|てよい|可以/iu;
/** "Booking fee: none." */
export const ABSENT =
  /^\s*(?:[-*•>]\s*)?([\p{L}][\p{L}\s-]{2,40}?)\s*[:\uFF1A=]\s*(?:none|no|nothing|keine?r?|nichts|aucune?s?|rien|ninguna?|nada|nenhuma?|nessuna?|niente|geen|brak|żad\p{L}+|inga|なし|無し?|无|없음)(?![\p{L}])/iu;

/** What follows is some of what was told before. */
export const PART_OF = anyOf(
  'of (?:which|whom|these|them|those)|among them|davon|darunter|hiervon|dont|parmi (?:eux|elles|lesquel\\p{L}*)|de (?:los|las) (?:que|cuales)|de ell[oa]s|d[oa]s quais|del[ea]s|di cui|tra cui|waarvan|daarvan|z tego|z czego|varav',
  'そのうち|このうち|うち|其中|그중|이 ?중',
);
