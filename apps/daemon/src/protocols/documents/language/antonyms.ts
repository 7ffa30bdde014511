/** Words of which a thing can be one or the other. */
import { anyOf } from './patterns.ts';

type Antonyms = readonly [RegExp, RegExp];

export const ANTONYMS: readonly Antonyms[] = [
  [
    anyOf(
      'compulsory|mandatory|obligatory|required|verpflichtend|pflicht|vorgeschrieben|obligatorisch|obligatoires?|requise?s?|obligatori[oa]s?|obbligatori[oaie]|verplicht|必須|必需|义务|必填|필수',
      // What nothing is done without is demanded.
      '(?:without|ohne|sans|sin|sem|senza|zonder|bez) (?:\\p{L}+ ){1,3}[^.;]{0,60}(?:not|cannot|no|nicht|keine?|ne|pas|no|não|non|niet|geen|nie)|(?:not|nicht|pas|no|não|non|niet) (?:filled in|given|entered|ausgefüllt|angegeben|eingetragen|renseignée?s?|remplie?s?|indicad[oa]s?|rellenad[oa]s?|preenchid[oa]s?|compilat[oaie]|ingevuld)[^.;]{0,40}(?:not|cannot|nicht|ne|no|não|non|niet)',
    ),
    anyOf(
      'voluntary|optional|not (?:required|mandatory|needed|necessary)|freiwillig|wahlfrei|facultati(?:f|ve|fs|ves|v[oa]s?)|optionnel(?:le)?s?|voluntari[oa]s?|opciona(?:l|is|les)|opzional[ei]|facoltativ[oaie]|vrijwillig|optioneel|任意|自由|可选|선택 ?사항',
    ),
  ],
  [
    anyOf(
      'allowed|permitted|may be|welcome|erlaubt|gestattet|zulässig|zugelassen|autorisée?s?|permise?s?|permitid[oa]s?|autorizad[oa]s?|permess[oaie]|consentit[oaie]|toegestaan|許可|可能です|允许|허용',
    ),
    anyOf(
      'forbidden|prohibited|not (?:allowed|permitted)|banned|verboten|nicht (?:erlaubt|gestattet|zulässig)|untersagt|interdite?s?|prohibid[oa]s?|proibid[oa]s?|no (?:está |están )?permitid[oa]s?|vietat[oaie]|verboden|niet toegestaan|禁止|금지',
    ),
  ],
  [
    anyOf(
      'free of charge|for free|is free|are free|free for|at no cost|kostenlos|kostenfrei|gratis|unentgeltlich|gratuite?s?|gratuit[oa]s?|無料|免费|무료',
    ),
    anyOf(
      '(?:costs?|pays?|zahl(?:t|en)|bezahl(?:t|en)|paie(?:nt)?|pagan?|betaalt|płaci) (?:\\p{L}+ )?\\p{Sc}?\\d+|chargeable|fee of|paid service|kostenpflichtig|gebührenpflichtig|payante?s?|de pago|pag[oa]s|a pagamento|betaald|有料|收费|유료',
    ),
  ],
  [
    anyOf(
      'automatic|automatically|automatisch|automatiques?|automatiquement|automáticamente|automaticamente|自動|自动|자동',
    ),
    anyOf(
      'manual|manually|by hand|manuell|von hand|händisch|manuelle?s?|manuellement|à la main|manualmente|a mano|handmatig|手動|手作業|手动|수동',
    ),
  ],
  [
    anyOf(
      'enabled|switched on|turned on|aktiviert|eingeschaltet|activée?s?|activad[oa]s?|ativad[oa]s?|habilitad[oa]s?|attivat[oaie]|ingeschakeld|有効',
    ),
    anyOf(
      'disabled|switched off|turned off|deaktiviert|ausgeschaltet|désactivée?s?|desactivad[oa]s?|desativad[oa]s?|deshabilitad[oa]s?|disattivat[oaie]|uitgeschakeld|無効',
    ),
  ],
  [
    anyOf('always|in every case|immer|stets|toujours|siempre|sempre|altijd|常に|必ず|总是'),
    anyOf('never|at no time|nie|niemals|jamais|nunca|jamás|mai|nooit|決して|从不'),
  ],
  [
    anyOf('public|öffentlich|publics?|publiques?|públic[oa]s?|pubblic[oahei]+|openbaar|公開|公开'),
    anyOf(
      'private|confidential|nicht öffentlich|privat|vertraulich|privée?s?|confidentiel(?:le)?s?|privad[oa]s?|privat[oaie]|vertrouwelijk|非公開|非公开',
    ),
  ],
  [
    anyOf(
      'encrypted|verschlüsselt|chiffrée?s?|cifrad[oa]s?|criptografad[oa]s?|encriptad[oa]s?|crittografat[oaie]|versleuteld|暗号化|加密',
    ),
    anyOf(
      'unencrypted|plain text|in the clear|unverschlüsselt|klartext|en clair|sin cifrar|texto plano|texto claro|in chiaro|onversleuteld|平文|明文',
    ),
  ],
  [
    anyOf('synchronous|synchronously|synchron|synchrones?|síncron[oa]s?'),
    anyOf('asynchronous|asynchronously|asynchron|asynchrones?|asíncron[oa]s?|assíncron[oa]s?'),
  ],
  [
    anyOf(
      'included|inclusive|enthalten|inklusive|inbegriffen|comprise?s?|incluse?s?|incluid[oa]s?|incluíd[oa]s?|compres[oaie]|inbegrepen|込み|含む|包含',
    ),
    anyOf(
      'not included|excluded|exclusive|extra charge|nicht (?:enthalten|inbegriffen)|exklusive|non comprise?s?|exclue?s?|no incluid[oa]s?|excluid[oa]s?|não incluíd[oa]s?|esclus[oaie]|niet inbegrepen|別途|含まない|不含',
    ),
  ],
  [
    anyOf(
      'ascending|oldest (?:\\p{L}+ )?first|from (?:the )?oldest to|from oldest|von alt nach neu|du plus ancien au plus récent|de la más antigua|del más antiguo al|do mais antigo ao|dal più vecchio|aufsteigend|croissante?s?|ascendente|älteste zuerst|昇順|升序',
    ),
    anyOf(
      'descending|(?:newest|latest|most recent) (?:\\p{L}+ )?first|from (?:the )?newest to|von neu nach alt|du plus récent au plus ancien|del más reciente al|do mais recente ao|dal più recente|absteigend|décroissante?s?|descendente|neueste zuerst|降順|降序',
    ),
  ],
  [
    anyOf(
      'done|completed?|finished|implemented|released|live since|erledigt|abgeschlossen|fertig(?:gestellt)?|umgesetzt|terminée?s?|réalisée?s?|achevée?s?|terminad[oa]s?|hech[oa]s?|realizad[oa]s?|concluíd[oa]s?|feit[oa]s?|completat[oaie]|fatt[oaie]|afgerond|完了|済み|已完成|완료',
    ),
    anyOf(
      'not (?:yet )?(?:done|started|finished|implemented|completed?|released)|still open|pending|in progress|to do|noch (?:offen|nicht \\p{L}+)|in arbeit|nicht begonnen|pas encore \\p{L}+|en cours|à faire|pendientes?|por hacer|en curso|sin (?:hacer|terminar|empezar)|pendentes?|em andamento|por fazer|da fare|in corso|nog niet|未着手|未完了|進行中|未完成|进行中|미완료',
    ),
  ],
];
