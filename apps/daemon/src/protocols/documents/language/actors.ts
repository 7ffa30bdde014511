/** Who does something, where a sentence says it of what is done: "issued by the manager", "approuvé par le chef". */

const END = String.raw`(?=[.;:,)(]|\s(?:and|or|und|oder|et|ou|y|o|e|i|lub|at|on|in|within|before|after|for|with|when|if|dans|en|avec|pour|avant|après|con|para|antes|com|na|w|przed|do|entro|prima)\s|\s*$)`;
const WHO = String.raw`(?!\d|hand\b|mail\b|email\b|e-mail\b|post\b|phone\b|default\b|name\b|letter\b|sms\b|courriel\b|téléphone\b|correo\b|teléfono\b)(?:(?:the|an?|our|their|le|la|les|un|une|el|los|las|una|o|os|as|um|uma|il|lo|gli|i)\s+)?(?:l[’'])?([\p{L}][\p{L}\s'’-]{2,50}?)`;
const BY = 'by|par|por|pel[oa]s?|da|dal|dalla|dai|door|przez|av|vom|von|durch';

/** The first group is the deed, the second who does it. */
export const ACTED_BY = new RegExp(
  String.raw`([\p{L}]{3,})\s+(?:(?:only|always|exclusively|nur|uniquement|seulement|sólo|solo|apenas|tylko)\s+)?(?:${BY})\s+${WHO}${END}`,
  'giu',
);

/** German and Dutch put the deed last: "von der Personalabteilung entschieden". The first group is who does it, the second the deed. */
export const ACTED_LAST =
  /(?<!\p{L})(?:von|vom|durch|door)\s+(?:(?:der|dem|den|des|einer|einem|die|das|de|het|een)\s+)?(\p{L}(?:(?!\s(?:von|vom|durch|door)\s)[\p{L}\s-]){2,40}?)\s+((?:ge|be|ver|er|ent|ab|an|aus|frei|zu)\p{L}{3,}(?:t|en|d))(?=[\s.,;:)]|$)/giu;
/** "Über den Antrag entscheidet die Leitung": what it is done to comes first, who does it last. */
export const ABOUT_FIRST = /^[\s*\d.()-]*(?:über|sur|sobre|su|over)\s/iu;

/** Nobody else: "Only a team lead may cancel". */
export const ONLY_WHO =
  /^\s*(?:[-*•]\s*)?(?:[\p{L}\d]{1,3}[.)]\s*)?(?:only|nur|ausschließlich|allein|seule?s?|uniquement|solo|sólo|solamente|únicamente|apenas|somente|soltanto|alleen|uitsluitend|tylko|wyłącznie|endast|bara)(?![\p{L}])/iu;
/** What is done to the thing the sentence begins with. */
export const PASSIVE =
  /(?<![\p{L}])(?:is|are|be(?!\s+able)|been|being|was|were|gets?|wird|werden|worden|wurde|est|sont|être|été|sera|seront|es|son|ser|será|serán|se|é|são|foi|è|sono|viene|vengono|wordt|worden|jest|są|zostaje|zostają|zostanie|blir)(?![\p{L}])/iu;
