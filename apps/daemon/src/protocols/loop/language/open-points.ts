/** How people write that something is not decided, not written, or nobody knows, in several languages. */
import { anyOf } from './patterns.ts';

/** A mark where a text belongs. */
export const PLACEHOLDER = new RegExp(
  [
    String.raw`\b(?:TODO|TBD|TBC|TBA|FIXME|XXX)\b|\?\?\?|\[(?:insert|fill in|add)\b[^\]]{0,60}\]|<(?:insert|fill|your)[^>]{0,60}>|\[\s*(?:\.\.\.|…)\s*\]|^\s*(?:\.\.\.|…)\s*$|_{4,}`,
    anyOf(
      'to be (?:defined|determined|decided|confirmed|written|completed|done|specified|added|announced|filled in|supplied)|lorem ipsum|coming soon|to follow|will follow later|not (?:yet )?written|placeholder',
      'noch zu (?:ergänzen|schreiben|definieren|klären|bestimmen|ermitteln)|wird (?:noch )?(?:ergänzt|nachgereicht|nachgetragen|ausgefüllt)|folgt (?:noch|später|in kürze)|noch nicht (?:geschrieben|ausgefüllt|festgelegt|definiert)|platzhalter',
      'à (?:compléter|définir|préciser|remplir|rédiger|venir|déterminer)|reste à (?:écrire|définir|compléter|préciser)',
      'por (?:definir|completar|determinar|rellenar|escribir|confirmar)|pendiente de (?:definir|completar|escribir|confirmar)',
      'a (?:definir|completar|preencher|determinar|confirmar|ser definid[oa])|por preencher|da (?:definire|completare|scrivere)|nog (?:in te vullen|te bepalen|aan te vullen)',
      '後で記入|後ほど記入|あとで(?:記入|書く)|追って(?:記入|記載|連絡)|記入予定|記載予定|追記予定|後日(?:記入|記載|追記)|未記入|未記載|要記入|作成中|準備中|執筆中|仮置き',
      '待补充|待填写|待完善|待写|추후 (?:작성|기입|추가)|작성 ?예정|작성 ?중',
    ).source,
  ].join('|'),
  'iu',
);

/** A decision nobody has taken. */
export const UNDECIDED = anyOf(
  "not (?:yet )?(?:decided|settled|agreed|clear|known|defined|sure|final|fixed|certain)(?: yet)?|not sure(?: yet)?|undecided|unclear|unresolved|open (?:question|point|issue)s?|(?:is|are|remains?|still|stays?) open|still (?:to be|being) (?:decided|discussed|clarified)|needs? (?:to be )?(?:decided|clarified|discussion|clarification)|we (?:still )?(?:have|need) to (?:decide|discuss|clarify)|to be discussed|up for discussion|don[’']t know(?: yet)?|do not know(?: yet)?|maybe|perhaps|needs? a decision|decide later|depends on who you ask|no decision|nobody knows|pending decision|under discussion",
  'noch nicht (?:entschieden|geklärt|klar|beschlossen|bekannt|abgestimmt|festgelegt|sicher)|nicht entschieden|noch (?:offen|unklar|ungeklärt|zu klären|zu entscheiden|zu besprechen)|(?:ist|bleibt|sind|bleiben) (?:noch )?(?:offen|unklar|ungeklärt|zu klären)|offene (?:frage|punkte?)|unklar|muss (?:noch )?(?:geklärt|entschieden|besprochen|abgestimmt) werden|wissen wir (?:noch )?nicht|keine entscheidung|vielleicht|evtl\\.?|eventuell|zu klären|zu entscheiden|in klärung|wird noch (?:geklärt|entschieden|besprochen|diskutiert)',
  'pas encore (?:décidée?s?|définie?s?|tranchée?s?|fixée?s?|sûre?s?|arrêtée?s?|clair)|non (?:décidée?s?|définie?s?|tranchée?s?|précisée?s?)|reste à (?:décider|trancher|discuter|voir|confirmer)|à (?:décider|discuter|voir|trancher|confirmer|clarifier)|on ne sait pas(?: encore)?|indéterminée?s?|en discussion|question ouverte|point ouvert|peut-être|en suspens|pas clair',
  '(?:aún|todavía) (?:no|por|sin)(?: (?:se ha|se han|está|están|hemos))? (?:decid\\p{L}*|defin\\p{L}*|acord\\p{L}*|clar\\p{L}*|decidir|definir|acordar)|no (?:se ha|está|están|hemos) (?:decidido|definido|acordado|claro|decidida|definida)|no se sabe|sin (?:decidir|definir|resolver)|por decidir|por acordar|(?:queda|quedan) (?:pendiente|por)|pendientes?(?: de decisión| de decidir)?|quizás?|tal vez|a lo mejor|en discusión|por ver',
  'ainda (?:não|por|está|a)(?: (?:foi|está|se))?(?: por)? (?:decid\\p{L}*|defin\\p{L}*|acord\\p{L}*|clar\\p{L}*|discut\\p{L}*|em aberto)|não (?:foi|está|se sabe|sabemos)(?: ainda)? ?(?:decidid[oa]|definid[oa]|clar[oa])?|a decidir|em aberto|em discussão|por decidir|talvez|indefinid[oa]',
  'non (?:ancora )?(?:deciso|definito|chiaro)|da decidere|da discutere|in sospeso|forse|nog niet (?:besloten|duidelijk|bekend)|nog te (?:beslissen|bespreken)|misschien|onduidelijk',
  '未定|未決|未確定|検討中|要検討|検討する予定|検討が必要|確認中|要確認|調整中|協議中|決まっていない|決めていない|決まり次第|不明|保留|後で決め|後日決定|今後決め|かもしれない|たぶん|おそらく',
  '待定|未定|待确认|待讨论|尚未(?:确定|决定)|未确定|미정|미확정|검토 ?중|추후 (?:결정|논의)|결정되지 않|정해지지 않|확인 ?중',
);

/** A heading whose entries are questions by themselves. */
export const OPEN_HEADING = anyOf(
  'open (?:points?|questions?|issues?|topics?|items?)|questions?|unresolved|to (?:be )?decided?|undecided',
  'offene (?:punkte|fragen|themen)|ungeklärtes?|klärungsbedarf|zu klären',
  'points? (?:ouverts?|en suspens)|questions? (?:ouvertes?|en suspens)|à (?:décider|clarifier)',
  'puntos? (?:abiertos?|pendientes?)|preguntas? (?:abiertas?|pendientes?)|cuestiones (?:abiertas|pendientes)|pendientes|pontos? (?:em aberto|pendentes?)|perguntas? (?:em aberto|abertas?)|questões (?:em aberto|abertas)|punti aperti|domande aperte|open vragen|open punten',
  '未決事項|未定事項|検討事項|課題|未解決|待定事项|待解决|미결|미정 사항',
);

/** "None", for whoever writes a section because it has to be there. */
export const NONE =
  /^[\s(*_\-–—:.]*(?:none|nothing|no|n\/a|not applicable|nil|keine?|keiner|nichts|entfällt|aucune?|rien|néant|sans objet|ningun[oa]|ninguna|nada|nenhum|nenhuma|nessun[oa]|niente|geen|niets|なし|無し|無|ない|該当なし|特になし|无|没有|없음|해당 ?없음|-|–|—)(?:\s+(?:of (?:these|them|weight)|yet|known|so far))?[\s)*_.。]*$/iu;
