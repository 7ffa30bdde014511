/** What briefs say in the languages people write them in: that something is asked for, and that something is not. */

/** Not within another word; Chinese, Japanese and Korean have no spaces to stand between. */
function words(list: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})(?![\\p{L}\\p{M}])`, 'iu');
}

const DEMANDS = words(
  [
    'must|shall|should|has to|have to|needs? to|required to|is required|may not|we (?:need|want)|wanted',
    'muss|müssen|soll(?:en|te|ten)?|darf (?:nicht|kein\\w*)|dürfen (?:nicht|kein\\w*)|wir (?:brauchen|wollen|möchten)',
    'doit|doivent|devr(?:a|ont|ait)|il faut|nous voulons|on veut|on voudrait|souhaitons',
    'deben?|deber(?:á|án|ía)|tienen? que|hay que|queremos|necesitamos|(?<!no )hace falta',
    'devem?|dever(?:á|ão)|tem que|têm que|tem de|precisam?|precisamos|é preciso',
    'deve|devono|dovr(?:à|anno)|bisogna|vogliamo|occorre|ci serve',
    'moet|moeten|dient te|dienen te|we willen',
    'musi|muszą|powinien|powinna|powinno|powinny|należy|chcemy',
    'ska|skall|måste|bör|skal|skulle',
    'должен|должна|должно|должны|нужно|необходимо|следует|требуется',
    'gerekir|gerekli|olmalı\\p{L}*',
  ].join('|'),
);
const DEMANDS_UNSPACED =
  /なければならない|必要がある|すること|べき(?:だ|で|。)|してほしい|してください|必須|必须|须|需要|应该|應該|해야|하여야|필요합니다|바랍니다/u;

/** "This is what we need": it announces, and asks for nothing itself. */
const ANNOUNCES = words(
  "(?:this|that|here|below) is what we (?:need|want)|what we (?:need|want)|das (?:brauchen|wollen|möchten) wir|was wir (?:brauchen|wollen)|voici ce qu['’]il (?:nous )?faut|ce que nous voulons|esto es lo que (?:queremos|necesitamos|pedimos)|lo que (?:queremos|necesitamos|pedimos)|isto é o que (?:queremos|precisamos)|ecco cosa ci serve|dit hebben we nodig",
);

export function demands(text: string): boolean {
  if (ANNOUNCES.test(text) && text.length <= 80) return false;
  return DEMANDS.test(text) || DEMANDS_UNSPACED.test(text);
}

const NOT_NOW = words(
  [
    "(?:not|n[’']t|nicht|pas|no|não|non|niet|nie)\\s(?:\\p{L}+\\s)?(?:asked|required|needed|demanded|verlangt|gefordert|erforderlich|notwendig|exigée?s?|requise?s?|necesari[oa]s?|requerid[oa]s?|pedid[oa]s?|necessári[oa]s?|richiest[oaie]|necessari[oaie]|vereist|gevraagd|wymagan\\p{L}*)",
    "(?:by|from) (?:someone|somebody|another team|others?) ?(?:else)?|von (?:jemand|anderen|einem anderen)\\p{L}*(?: ander\\p{L}*)?|par (?:quelqu[’']un d[’']autre|une autre équipe)|por (?:otra persona|otro equipo|outra pessoa|outra equipa?e?)|da qualcun altro|door iemand anders",
    'not (?:needed|required|wanted|part of|now)|out of scope|for later|later on|nice to have|next (?:version|release|year)',
    'nicht (?:nötig|gefordert|gewünscht|teil)|später|nicht jetzt',
    'pas (?:nécessaire|demandée?s?|maintenant)|plus tard',
    'no hace falta|más adelante|no es necesario',
    'não (?:é preciso|é necessário|precisa)|mais tarde',
    'non (?:serve|è richiesto|è necessario)|più avanti',
    'niet nodig|later pas|nie (?:trzeba|jest potrzebn\\p{L}*)|не (?:нужно|требуется)|позже|behövs inte',
  ].join('|'),
);
const NOT_NOW_UNSPACED = /対象外|不要(?:です|。|$)|今後|不需要|以后|之后再|나중에|필요 없/u;

export function isForLater(text: string): boolean {
  return NOT_NOW.test(text) || NOT_NOW_UNSPACED.test(text);
}

const OUTSIDE =
  /out of scope|not (?:wanted|in scope|included|needed|part)|non[- ]?goals?|excluded|won'?t do|later|future|hors (?:du )?(?:périmètre|sujet|champ)|non (?:inclus|compris|demandé)|fuera (?:del? )?(?:alcance|ámbito)|no (?:incluido|incluye|se pide)|exclu|außerhalb|nicht (?:gewünscht|enthalten|teil|im umfang|gefordert|bestandteil)|abgrenzung|nicht-?ziele|fora (?:de|do) (?:escopo|âmbito)|fuori (?:ambito|perimetro)|esclus|non (?:richiest|obiettiv)|buiten (?:de )?(?:scope|bereik)|niet (?:gewenst|nodig|inbegrepen)|poza zakresem|вне (?:рамок|объ)|не входит|utanför|uden ?for|utenfor|kapsam dışı|対象外|範囲外|スコープ外|不包括|范围外|範圍外|범위 ?(?:외|밖)|제외/iu;
const BACKGROUND =
  /^(?:\d[\d.]*\s*)?(?:context|background|goals?|purpose|motivation|material|references?|links?|see also|open(?: questions?| points?)?|questions?|glossary|contexte|objectif|contexto|antecedentes|objetivo|contesto|obiettivo|kontext|hintergrund|ziel|material(?:ien)?|offene? (?:punkte|fragen)|achtergrond|doel|tło|cel|контекст|цель|bakgrund|背景|目的|参考|資料|목적|배경|참고)\b/iu;

/** What stands under such a heading is not asked for: it is left out, or it only explains. */
export function isNotAsked(heading: string): boolean {
  return OUTSIDE.test(heading) || BACKGROUND.test(heading.trim());
}

const WANTED =
  /requirement|acceptance|criteria|deliverable|must have|scope|features?|user stor|to ?do|what we (?:need|want)|anforderung|abnahme|akzeptanz|liefer|umfang|exigence|critère|livrable|besoins?|requisito|criterio|entregable|alcance|critério|entrega|escopo|requisit|consegn|eisen|vereist|acceptatie|wymagan|kryteri|требован|критери|krav|gereksinim|要件|要求|受け入れ|受入|納品|需求|验收|驗收|交付|요구|수용|인수|납품/iu;

/** Every item under such a heading is asked for. */
export function isWanted(heading: string): boolean {
  return WANTED.test(heading);
}
