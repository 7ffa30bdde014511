/** Words that deny, end, and put in order, in the languages of documents. */
import { anyOf, everyOf } from '../../documents/language/patterns.ts';

export const NEGATION = everyOf(
  "not|no|never|none|nobody|nothing|cannot|can['’]t|won['’]t|don['’]t|doesn['’]t|isn['’]t|aren['’]t|mustn['’]t|neither|nor|forbidden|prohibited|refused|free of charge",
  'nicht|kein|keine|keinen|keiner|keinem|nie|niemals|niemand|nichts|verboten|untersagt|unzulässig|kostenlos|kostenfrei',
  'pas|aucun|aucune|jamais|rien|personne|interdit|interdite|interdits|interdites|gratuit|gratuite|gratuits|gratuites',
  'no|ningún|ninguna|ninguno|nunca|nadie|nada|prohibido|prohibida|prohibidos|prohibidas',
  'não|nao|nenhum|nenhuma|nunca|ninguém|proibido|proibida|proibidos|proibidas',
  'non|nessun|nessuno|nessuna|mai|vietato|vietata|vietati|vietate',
  'niet|geen|nooit|niemand|niets|verboden',
  'ない|ません|不可|禁止|不(?!仅|但|同|断|过|少|久)|没有|无需|无法|未能|않|없',
);

export const ENDED = anyOf(
  'no longer|discontinued|dropped|removed|retired|withdrawn|end of life|not supported|unsupported',
  'nicht mehr|eingestellt|entfernt|entfällt|nicht unterstützt|abgekündigt',
  "ne sont plus|n[’']est plus|supprimée?s?|retirée?s?|abandonnée?s?",
  'ya no|retirad[oa]s?|eliminad[oa]s?|descatalogad[oa]s?|já não|não é mais|removid[oa]s?|descontinuad[oa]s?',
  'non è più|non sono più|rimoss[oaie]|dismess[oaie]|niet meer|vervallen',
  '廃止|終了しました|サポート外|不再|已停用|已移除',
);

export const FIRST = anyOf(
  "first|first of all|zuerst|zunächst|als erstes|d[’']abord|en premier|premièrement|primero|en primer lugar|primeiro|em primeiro lugar|per primo|per prima cosa|dapprima|eerst|als eerste",
  'まず|最初に|先に|首先|先',
);
export const THEN = anyOf(
  'then|afterwards|after that|next|finally|before|dann|danach|anschließend|bevor|puis|ensuite|après quoi|avant|luego|después|a continuación|antes de|depois|em seguida|antes de|poi|dopo|quindi|prima di|daarna|vervolgens|voordat',
  'その後|次に|それから|前に|然后|再|之后',
);

export const SIDE_CLAUSE = anyOf(
  'that|which|who|whose|if|when|unless|until|because|wenn|falls|weil|dass|sofern|qui|quand|si|parce que|cuando|porque|quando|se|perché|che|als|omdat|wie',
);

/** Who bears something: we, or those we deal with. */
export const PROVIDER = anyOf(
  'we|us|seller|shop|company|provider|landlord|employer|wir|verkäufer|anbieter|vermieter|arbeitgeber|händler|nous|vendeur|bailleur|employeur|nosotros|vendedor|empresa|arrendador|nós|venditore|azienda|datore|wij|verkoper|verhuurder',
  '商家|卖家|我们|公司|店舗|当社|弊社',
);
export const CUSTOMER = anyOf(
  'you|customer|customers|buyer|tenant|guest|member|employee|kunde|kundin|kunden|käufer|mieter|gast|mitglied|vous|client|clients|acheteur|locataire|usted|ustedes|cliente|clientes|comprador|inquilino|você|locatário|acquirente|inquilino|ospite|u|klant|huurder',
  '您|客户|顾客|买家|用户|自己|お客様|利用者|購入者',
);
export const BEARS = anyOf(
  'pays?|paid by|bears?|covers?|borne by|at the expense of|zahlt|zahlen|trägt|tragen|übernimmt|zu lasten|paie|payez|prend en charge|à la charge|paga|pagan|asume|a cargo|assume|a carico|betaalt|draagt',
  '承担|支付|负责|負担|支払',
);
