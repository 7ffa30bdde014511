/** How people write that something is not decided, not written, or nobody knows, in several languages. */
import { anyOf } from './patterns.ts';

/**
 * A mark where a text belongs. Words that are also states of an order or a form ("pending", "to be filled in") are no
 * marks, or only where they stand alone.
 */
export const PLACEHOLDER = new RegExp(
  [
    String.raw`\b(?:TBD|TBC|TBA|FIXME|XXX)\b|(?<![\p{L}])TODO(?=\s*[:(]|\s*$)|\?\?\?|\[(?:insert|fill in|add)\b[^\]]{0,60}\]|<(?:insert|fill|your)[^>]{0,60}>|\[\s*(?:\.\.\.|…)\s*\]|^\s*(?:\.\.\.|…)\s*$|_{4,}`,
    String.raw`^[\s((]*(?:placeholder|to follow|platzhalter|folgt|à compléter|à remplir|à venir|por completar|por rellenar|a completar|a preencher|作成中|準備中|執筆中|未記入|未記載|待补充|待填写|작성 ?중)[\s)).。]*$`,
    anyOf(
      '(?<!(?:has|have|had|needs?|ought|able|likely) )to be (?:defined|determined|decided|confirmed|written|completed|done|specified|announced)|lorem ipsum|coming soon|(?:details|text|more|rest) to follow|will follow later|not yet written|not written yet',
      'noch zu (?:ergänzen|schreiben|definieren|bestimmen|ermitteln)|wird noch (?:ergänzt|nachgereicht|nachgetragen|ausgefüllt|geschrieben)|wird (?:nachgereicht|nachgetragen)|folgt (?:noch|später|in kürze)|noch nicht (?:geschrieben|ausgefüllt|definiert)',
      'à (?:définir|préciser|rédiger|déterminer)|reste à (?:écrire|définir|compléter|préciser)',
      'por (?:definir|determinar|escribir)|pendiente de (?:definir|completar|escribir)',
      'a (?:definir|determinar|ser definid[oa])|da (?:definire|scrivere)|nog (?:in te vullen|te bepalen|aan te vullen)',
      '後で記入|後ほど記入|あとで(?:記入|書く)|追って(?:記入|記載|連絡)|記入予定|記載予定|追記予定|後日(?:記入|記載|追記)',
      '待补充|待完善|추후 (?:작성|기입|추가)|작성 ?예정',
    ).source,
  ].join('|'),
  'iu',
);

/** A decision nobody has taken. */
export const UNDECIDED = anyOf(
  "not (?:yet )?(?:decided|settled|agreed)|not yet (?:clear|known|defined|sure|final|fixed|certain)|not (?:clear|known|defined|sure|final|fixed|certain) yet|not (?:sure|clear) (?:if|whether|about|how|who|what|when|where|why)|not sure|undecided|(?:is|are|remains?|still) (?:unclear|unresolved)|unclear (?:if|whether|who|how|what|when)|an? open (?:question|point|issue)|open (?:question|point|issue):|(?:is|are|remains?) still open|remains? open|still open(?=\\W*$)|still (?:to be|being) (?:decided|discussed|clarified)|needs? to be (?:decided|clarified|discussed)|needs? (?:clarification|a decision)|we (?:still )?(?:have|need) to (?:decide|discuss|clarify)|to be discussed|up for discussion|(?:we|i|nobody|no one|they) (?:still )?(?:don[’']t|do not|does not|doesn[’']t) know|don[’']t know yet|maybe|perhaps|i (?:think|guess|believe|suppose)|we (?:think|guess|assume)|probably|presumably|to (?:check|confirm|verify) with|(?:must|needs?|has|have) (?:still )?to be confirmed|waiting for (?:an answer|confirmation|approval)|(?:we )?decide (?:this |that |it )?later|no decision|nobody knows|under discussion",
  'noch nicht (?:entschieden|geklärt|klar|beschlossen|bekannt|abgestimmt|festgelegt|sicher)|nicht entschieden|noch (?:offen|unklar|ungeklärt|zu klären|zu entscheiden|zu besprechen)|bleib(?:t|en) (?:noch )?(?:offen|unklar|ungeklärt)|(?:ist|sind) (?:offen|unklar|ungeklärt|zu klären)(?=\\W*$)|offene (?:frage|punkte?):|unklar,? (?:ob|wer|wie|was|wann)|muss (?:noch )?(?:geklärt|entschieden|besprochen|abgestimmt) werden|wissen wir (?:noch )?nicht|vielleicht|wahrscheinlich|vermutlich|(?:ich|wir) (?:glaube|denke|glauben|denken|vermuten?)|muss noch bestätigt werden|(?:abzustimmen|zu bestätigen|rückfrage|rücksprache) mit|evtl\\.?|eventuell|zu klären|in klärung|wird noch (?:geklärt|entschieden|besprochen|diskutiert)',
  'pas encore (?:décidée?s?|définie?s?|tranchée?s?|fixée?s?|sûre?s?|arrêtée?s?|clair)|non (?:décidée?s?|tranchée?s?)|reste à (?:décider|trancher|discuter|voir|confirmer)|à (?:décider|discuter|trancher|clarifier)|à voir(?=\\W*$)|on ne sait pas(?: encore)?|indéterminée?s?|en discussion|question ouverte|peut-être|probablement|sans doute|je (?:crois|pense)|(?:nous|on) (?:pensons|pense)|à (?:confirmer|valider)|pas clair',
  '(?:aún|todavía) (?:no|por|sin)(?: (?:se ha|se han|está|están|hemos))? (?:decid\\p{L}*|defin\\p{L}*|acord\\p{L}*|clar\\p{L}*)|no (?:se ha|está|están|hemos) (?:decidid[oa]|definid[oa]|acordad[oa]|clar[oa])|no se sabe(?: aún| todavía)?|sin (?:decidir|definir)|por decidir|por acordar|pendiente de (?:decisión|decidir|acordar)|quizás?|probablemente|creo que|creemos que|supongo que|(?:falta|faltan|por|hay que) (?:confirmar|concretar|acordar|aclarar)\\p{L}*|tal vez|a lo mejor|en discusión|por ver(?=\\W*$)',
  'ainda (?:não|por|está|a)(?: (?:foi|está|se))?(?: por)? (?:decid\\p{L}*|defin\\p{L}*|acord\\p{L}*|clar\\p{L}*|discut\\p{L}*|em aberto)|não (?:foi|está)(?: ainda)? (?:decidid[oa]|definid[oa]|clar[oa])|não se sabe|não sabemos|a decidir|(?:fica|está|questão) em aberto|em discussão|por decidir|talvez|provavelmente|acho que|achamos que|(?:falta|por|a) (?:confirmar|acertar|esclarecer)',
  'non (?:ancora )?(?:deciso|definito|chiaro)|da decidere|da discutere|forse|probabilmente|credo che|penso che|da confermare|waarschijnlijk|ik denk|te bevestigen|nog niet (?:besloten|duidelijk|bekend)|nog te (?:beslissen|bespreken)|misschien|onduidelijk',
  '未定|未決|(?:は|が)未確定|検討中|要検討|検討する予定|検討が必要|(?:は|現在)確認中|要確認|調整中|協議中|決まっていない|決めていない|決まり次第|(?:は|が)不明(?!な|の)|後で決め|後日決定|今後決め|かもしれない|たぶん|おそらく',
  '待定|待讨论|尚未(?:确定|决定)|미정|미확정|검토 ?중|추후 (?:결정|논의)|결정되지 않|정해지지 않',
);

/** A heading whose entries are questions by themselves: it says no more than this, but for a number. */
export const OPEN_HEADING = new RegExp(
  String.raw`^[\d.\s)]*${
    anyOf(
      '(?:open|unresolved|outstanding) (?:points?|questions?|issues?|topics?|items?)|open|to (?:be )?decided?|undecided',
      '(?:noch )?offene (?:punkte|fragen|themen)|offen|ungeklärtes?|klärungsbedarf|zu klären',
      'points? (?:ouverts?|en suspens)|questions? (?:ouvertes?|en suspens)|à (?:décider|clarifier)',
      'puntos? (?:abiertos?|pendientes?)|preguntas? (?:abiertas?|pendientes?)|cuestiones (?:abiertas|pendientes)|pontos? (?:em aberto|pendentes?)|perguntas? (?:em aberto|abertas?)|questões (?:em aberto|abertas)|punti aperti|domande aperte|open vragen|open punten',
      '未決事項|未定事項|検討事項|未解決(?:事項)?|待定事项|待解决|미결(?: 사항)?|미정 사항',
    ).source
  }[\s:.]*$`,
  'iu',
);

/** "None", for whoever writes a section because it has to be there. */
export const NONE =
  /^[\s(*_\-–—:.]*(?:none|nothing|no|n\/a|not applicable|nil|keine?|keiner|nichts|entfällt|aucune?|rien|néant|sans objet|ningun[oa]|ninguna|nada|nenhum|nenhuma|nessun[oa]|niente|geen|niets|なし|無し|無|ない|該当なし|特になし|无|没有|없음|해당 ?없음|-|–|—)(?:\s+(?:of (?:these|them|weight)|yet|known|so far))?[\s)*_.。]*$/iu;
