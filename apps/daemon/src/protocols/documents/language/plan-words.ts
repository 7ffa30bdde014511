/** What plans are made of, in the languages people write them in: steps, what they wait for, proof, the way back. */
import { anyOf, everyOf } from './patterns.ts';

/** A capital, also where case is passed over. Node 22 cannot read that: there a small letter is taken too. */
export const CAPITAL = readsGroup('(?-i:[A-Z])') ? '(?-i:[A-Z])' : '[A-Z]';

function readsGroup(group: string): boolean {
  try {
    return new RegExp(group, 'iu').test('A');
  } catch {
    return false;
  }
}

/** A step by its name, such as "Step 2", "Schritt 2", "étape 2", "手順2". */
const STEP_WORDS =
  'steps?|tasks?|subtasks?|phases?|stages?|work packages?|milestones?|arbeitspakete?|schritt|schritte|schritten|aufgabe|aufgaben|etappe|arbeitsschritt|[ée]tapes?|t[âa]ches?|phases?|pasos?|tareas?|etapas?|fases?|passos?|tarefas?|passi|passo|fase|fasi|compito|stap|stappen|taak|taken|krok(?:i|u|ów|iem|ach)?|etap(?:y|u|ie)?|zadani[ae]|steg(?:en)?|trin|vaihe|lépés|korak|adım|шаг\\p{L}{0,2}|этап\\p{L}{0,2}|крок\\p{L}{0,2}|βήμα';
const UNSPACED_STEPS = 'ステップ|手順|タスク|フェーズ|工程|段階|步骤|步驟|任务|阶段|단계';
export const STEP_NAME = String.raw`(?:(?<![\p{L}\p{N}])(?:${STEP_WORDS})(?:\s+(?:nr\.?|no\.?|n[°º]))?\s*[#-]?\s*|(?:${UNSPACED_STEPS})\s*|第\s*)(\d{1,3}(?![\d.]\d|\p{Script=Latin})|(?<=[\s#-])${CAPITAL}(?![\p{L}\p{N}'’]))`;
/** "1단계", "第2段階". */
export const STEP_NAME_BEHIND = String.raw`(\d{1,3})\s*(?:단계|段階|步)`;
/** "steps 1 to 4": the first and, where there is one, the last. */
export const STEP_RANGE = new RegExp(
  String.raw`${STEP_NAME}(?:\s*(?:to|through|bis|à|a|al|até|tot|–|—|-|から|到)\s*(\d{1,3}))?`,
  'giu',
);
/** A rule for all steps, or for those that are told apart behind it. */
export const EVERY_STEP = new RegExp(
  String.raw`(?<![\p{L}])(?:every|each|all|jede[rnms]?|alle|chaque|toutes? les?|tous les|cada|tod[oa]s? [oa]s|todos los|todas las|ogni|tutt[ie] (?:i|le|gli)|elke?|alle|każd\p{L}+|varje)\s+(?:${STEP_WORDS})(?![\p{L}])|(?:各|すべての|每个|每一个|모든)\s*(?:${UNSPACED_STEPS})`,
  'iu',
);
/** Somebody by name, whoever it is. */
export const PERSON = anyOf(
  'persons?|names?|somebody|someone|personen?|namen?|jemand|personnes?|noms?|personas?|nombres?|alguien|pessoas?|nomes?|persone|nomi|persoon|osob\\p{L}*',
  '人|担当|名前|负责',
);
/** Who is not there. */
export const AWAY = anyOf(
  'away|absent|on leave|on holidays?|on vacation|unavailable|not available|not there|not here|out of (?:the )?office|travelling|off sick|parental leave',
  'abwesend|(?:im|in|auf|hat) urlaub|nicht (?:da|verfügbar|im haus|im büro)|verreist|krank|auf (?:dienst)?reise|in elternzeit|fehlt',
  "absente?s?|en congé|en vacances|indisponible|pas (?:là|disponible)|en déplacement|ausentes?|de vacaciones|no (?:está|estará|disponible)|de baja|fora|de férias|indisponível|não (?:está|estará)|assente|in ferie|non (?:c[’']è|disponibile)|afwezig|op vakantie|met verlof|niet aanwezig|nieobecn\\p{L}*|na urlopie|bortrest|på semester",
  '不在|休暇|出張|休み|休假|出差|不在|휴가|출장|부재',
);
export const STEP_CODE = String.raw`(?<![\p{L}\p{N}-])([A-Z]{1,10}[-_]?\d{1,5})(?![\p{L}\p{N}-])`;

/** What people number that is no step. */
export const NO_STEP =
  /^(?:table|tabelle|tableau|tabla|tabela|figure|figura|abb|abbildung|version|page|seite|chapter|kapitel|section|abschnitt|sección|seção|note|example|beispiel|option|variante?|alternativ\p{L}*|risk|risiko|risque|riesgo|risco|ryzyko|requirement|anforderung|exigence|requisito|wymaganie|goal|ziel|objectif|objetivo|cel|req|week|woche|semaine|semana|tydzień|day|tag|jour|día|dia|dzień|room|raum|r|fr|nfr|ac|k|g|w|e|c|a|b|appendix|annex|anhang|annexe|anexo)$/iu;

/** What stands before the things a step waits for. */
export const NEEDS_AHEAD = everyOf(
  'depends? (?:up)?on|depending on|dependent on|dependenc(?:y|ies)|deps?|requires?|needs?|after|following|blocked by|waits? for|waiting for|held by|gated by|not before|only after|as soon as|prerequisites?|preconditions?|builds? on|once',
  'abhängig vo[nm]|abhängigkeit(?:en)?|hängt ab vo[nm]|hängt vo[nm]|hängen vo[nm]|hängen ab vo[nm]|benötigt|braucht|erfordert|voraussetzung(?:en)?|setzt|nach|wartet auf|erst nach|sobald|vorher|zuvor|blockiert (?:durch|von)|folgt auf|baut auf|sobald',
  'dépend(?:ent|ant|ance|ances)?(?: de| d)?|après|nécessite|requiert|exige|prérequis|attend|bloquée?s? par|à la suite de|suit|une fois',
  'depende(?:n)?(?: de)?|dependencias?|dependências?|después(?: del?)?|luego de|tras|requiere|necesita|requisitos? previos?|espera a?|bloquead[oa] por|una vez|após|depois(?: d[eoa]s?)?|requer|precisa(?: de)?|pré-requisitos?|aguarda|uma vez',
  'zależ\\p{L}*(?: od)?|wymaga|po|czeka na|zablokowan\\p{L}* przez|poprzedza|beror på|kräver|efter|väntar på|blockeras av|зависит от|после|требует',
  'dipende da|dipendenze?|dopo|richiede|prerequisiti|attende|hangt af van|afhankelijk van|afhankelijkheden|na|vereist|nodig|wacht op',
  '依存(?:先|関係)?|前提(?:条件)?|先行|依赖|前置|의존|선행',
);
/** What stands behind them. */
export const NEEDS_BEHIND = anyOf(
  'に依存|が前提|を前提|の後|の完了後|完了後|が完了|が終わ|が済|を待|が必要|之后|完成后|以后|이후|완료 후|뒤에',
);
export const NEEDS_COLUMN = anyOf(
  'needs?|depends?(?: on)?|dependenc(?:y|ies)|deps?|after|requires?|prerequisites?|blocked by|braucht|abhängig(?: von)?|abhängigkeit(?:en)?|voraussetzung(?:en)?|nach|dépend(?: de)?|dépendances?|prérequis|après|depende(?: de)?|dependencias?|dependências?|requisitos?|después de|após|dipende da|dipendenze|afhankelijk van|zależy(?: od)?|zależności|wymaga|po|poprzednik\\p{L}*|predecessors?|blockers?|waits for|vorgänger|prédécesseurs?|predecesor(?:es)?|beroende|beror på',
  '依存|前提|先行|依赖|前置|선행|의존',
);

/** How a step is proved. */
export const VALIDATION = anyOf(
  // "fatto quando", "ok quand", "gotowe gdy": over when something is so.
  '(?:ok|fatto|finito|fait|fini|terminée?|prêt|hecho|listo|feito|pronto|klaar|gedaan|zrobione|gotowe|fertig|erledigt|klart),? (?:quando|quand|cuando|wanneer|als|gdy|kiedy|när|wenn|sobald|dès que|si)',
  'validat\\p{L}*|verif\\p{L}*|tests?|tested|acceptance|checks?|checked|proof|proofs?|proved|assert\\p{L}*|how we know|done when|success criteri\\p{L}*|expected|evidence|exit criteri\\p{L}*|proven|(?:ok|okay|good|fine|done|works) (?:if|when|once)|definition of done|dod|confirmed by|measured by|passed (?:if|when|once)|accepted (?:if|when|once)|bestanden,? wenn|réussie? (?:si|quand)|superad[oa] (?:si|cuando)|aprovad[oa] (?:se|quando)|signed off|sign-off|passes when|pass criteri\\p{L}*|ready when|finished when|complete when|we know',
  'prüfung|prüfen|geprüft|prüft|tests?|getestet|verifi\\p{L}*|validier\\p{L}*|nachweis|abnahme|kontrolle|kontrollier\\p{L}*|erwartet|erfolgskriterium|probe|fertig,? wenn|erledigt,? wenn|erfüllt,? wenn|gilt als (?:fertig|erledigt)|freigabe|gegenprobe|stichprobe\\p{L}*',
  'vérif\\p{L}*|contr[ôo]l\\p{L}*|validation|valid\\p{L}*|test\\p{L}*|preuve|recette|attendu|résultat attendu|terminée? quand|finie? quand|critère\\p{L}*|constat\\p{L}*|mesur\\p{L}*',
  'verificaci\\p{L}*|verific\\p{L}*|comprobaci\\p{L}*|comprob\\p{L}*|pruebas?|prob\\p{L}*|control|validaci\\p{L}*|valid\\p{L}*|verificaç\\p{L}*|testes?|testar|validaç\\p{L}*|conferir|comprovaç\\p{L}*|provas?|critério|criterio|listo cuando|hecho cuando|terminado cuando|se da por (?:hecho|terminado)|pronto quando|concluíd[oa] quando|feito quando',
  'sprawdz\\p{L}*|weryfik\\p{L}*|kontrol\\p{L}*|potwierdz\\p{L}*|dowód|odbiór|kryteri\\p{L}*|gotowe,? gdy|kontroll\\p{L}*|verifier\\p{L}*|bevis|klart när|провер\\p{L}*|тест\\p{L}*',
  'verifica|verificare|prova|collaudo|finito quando|pronto quando|klaar als|klaar wanneer|controllo|controle|controleer\\p{L}*|toets|bewijs',
  '確認|検証|テスト|検査|試験|チェック|验证|测试|检查|验收|검증|테스트|확인|점검',
);
/** A place for a proof that says there is none. */
export const NO_PROOF = anyOf(
  '(?:no|not|without|none)(?: \\p{L}+){0,3} (?:checks?|tests?|proof|verification|validation|needed|necessary|required)|(?:checks?|tests?|proof|verification) (?:is |are )?(?:not (?:needed|necessary|required)|skipped|omitted|n/a)|kein\\p{L}*(?: \\p{L}+){0,2} (?:prüfung|test|kontrolle|nachweis)\\p{L}*|nicht (?:nötig|erforderlich|notwendig)|entfällt|(?:pas|aucune?|sans)(?: de| d.)?(?: \\p{L}+){0,2} (?:vérification|contrôle|test|preuve|nécessaire)s?|(?:sin|ninguna?|no hace falta|no se)(?: \\p{L}+){0,2} (?:comprobación|comprobar|prueba|pruebas|verificación|verifica)|(?:sem|nenhuma?|não é preciso)(?: \\p{L}+){0,2} (?:verificação|teste|testes|prova)|(?:senza|nessun\\p{L}*)(?: \\p{L}+){0,2} (?:verifica|prova|test|controllo)|geen(?: \\p{L}+){0,2} (?:controle|test|toets)|(?:bez|brak|nie)(?: \\p{L}+){0,2} (?:sprawdzeni\\p{L}*|weryfikacj\\p{L}*|testów|potrzeb\\p{L}*)',
  '(?:確認|検証|テスト)(?:は)?(?:不要|なし|省略|しない)|无需(?:验证|测试)|검증 ?(?:없음|불필요)',
);
/** Who answers for a step. */
/** Nobody in particular. */
export const NOBODY = anyOf(
  "tbd|tbc|n/?a|open|unknown|someone|somebody|anyone|to be (?:named|found|decided)|offen|jemand|unbekannt|à (?:définir|désigner)|quelqu[’']un|alguien|por (?:definir|designar)|alguém|a definir|da definire|qualcuno|iemand|nog niet bekend|ktoś|nieznany",
  '未定|未決|待定|미정',
);

export const OWNER = anyOf(
  'owners?|who|responsible|assignee|assigned(?: to)?|lead|by whom|person|verantwortlich\\p{L}*|wer|zuständig\\p{L}*|bearbeiter\\p{L}*|durch|responsables?|qui|pilote|responsável|responsáveis|quién|quien|encargad[oa]s?|quem|responsabile|chi|verantwoordelijke?|wie|odpowiedzialn\\p{L}*|kto|wykonawc\\p{L}*|ansvarig\\p{L}*|vem',
  '担当者?|責任者|负责人|담당자?',
);
/** What comes ahead of a step: "before step 3". */
export const BEFORE_STEP = new RegExp(
  String.raw`(?<![\p{L}])(?:before|prior to|ahead of|earlier than|vor|bevor|noch vor|avant|antes del?|antes d[oa]|prima d(?:i|el|ella)|voor|vóór|przed|före)\s+(?:(?:the|dem|der|den|le|la|l[’']|el|o|a|il|de)\s*)?${STEP_NAME}`,
  'giu',
);

/** What must hold at the end: "By then …", "Am Ende …". */
export const IN_THE_END =
  /^\s*(?:by then|by that (?:time|date)|at the end|in the end|afterwards|after that|when (?:we are|we[’']re|it is) done|bis dahin|am ende|danach gilt|hinterher|d[’']ici là|à la fin|au final|para entonces|al final|até lá|no final|entro allora|alla fine|tegen die tijd|aan het eind|do tego czasu|na koniec|då ska)(?![\p{L}])/iu;
/** What goes on being used. */
export const STILL = anyOf(
  'still|in parallel|alongside|side by side|keeps?|kept|compare\\p{L}*|continue\\p{L}*|from the old|with the old|noch|weiterhin|parallel|vergleich\\p{L}*|aus dem alten|encore|toujours|en parallèle|compar\\p{L}*|continu\\p{L}*|todavía|aún|sigue\\p{L}*|en paralelo|ainda|continua\\p{L}*|em paralelo|ancora|in parallelo|confront\\p{L}*|nog|parallel|vergelijk\\p{L}*|nadal|równoleg\\p{L}*|porówn\\p{L}*',
  '並行|比較|引き続き|まだ|并行|对比|병행|비교',
);
/** What takes a thing out of use. */
export const ENDS_USE = anyOf(
  '(?:turn|switch|power)(?:s|ed|ing)?(?: \\S+){0,4} off|shut(?:s|ting)?(?: \\S+){0,3} down|unplug\\p{L}*|disconnect\\p{L}*|dismantl\\p{L}*|uninstall\\p{L}*|decommission\\p{L}*|delet\\p{L}*|remov\\p{L}*|retir\\p{L}*|returns?|returned|hand(?:s|ed)? back|cancel\\p{L}*|scrap\\p{L}*|wipe\\p{L}*',
  'abschalt\\p{L}*|abgeschaltet|schalt\\p{L}*(?: \\S+){0,4} ab|ausschalt\\p{L}*|abbau\\p{L}*|abgebaut|demontier\\p{L}*|lösch\\p{L}*|entfern\\p{L}*|zurückgeb\\p{L}*|zurückgegeben|kündig\\p{L}*|stilllegen|deinstallier\\p{L}*',
  'éteind\\p{L}*|arrêt\\p{L}*|débranch\\p{L}*|démont\\p{L}*|supprim\\p{L}*|retir\\p{L}*|rendre|résili\\p{L}*|désinstall\\p{L}*|apagar|apaga|desconect\\p{L}*|desmont\\p{L}*|elimin\\p{L}*|retir\\p{L}*|devolv\\p{L}*|dar de baja|desligar|desliga\\p{L}*|remov\\p{L}*|spegn\\p{L}*|smont\\p{L}*|rimuov\\p{L}*|disdi\\p{L}*|uitzetten|uitschakel\\p{L}*|verwijder\\p{L}*|wyłącz\\p{L}*|usuw\\p{L}*|usun\\p{L}*|demont\\p{L}*|odda\\p{L}*',
  '停止|撤去|廃止|削除|返却|取り外|关闭|拆除|删除|종료|철거|삭제',
);
/** What brings a thing that others use. */
export const BRINGS = anyOf(
  'install\\p{L}*|set(?:s|ting)? up|build|builds|built|creat\\p{L}*|introduc\\p{L}*|deliver\\p{L}*|buy|buys|order|mount|write|writes|develop\\p{L}*|provision\\p{L}*',
  'installier\\p{L}*|einricht\\p{L}*|eingerichtet|aufbau\\p{L}*|aufgebaut|erstell\\p{L}*|beschaff\\p{L}*|liefer\\p{L}*|anleg\\p{L}*|montier\\p{L}*|install\\p{L}*|mettre en place|cré\\p{L}*|achet\\p{L}*|instal\\p{L}*|crear|crea|mont\\p{L}*|compr\\p{L}*|cria\\p{L}*|zainstal\\p{L}*|utworz\\p{L}*|zakup\\p{L}*|kup\\p{L}*|installeer\\p{L}*|inricht\\p{L}*',
  '設置|導入|作成|構築|安装|搭建|설치|구축',
);

/** Between what comes first and what comes after it. */
export const ORDERED =
  /(?<![\p{L}])(?:before(?: (?:they|it|any|the|we|he|she|being))?|prior to|bevor|ehe|vor|avant(?: (?:de|que|d[’']))?|antes de(?: que|l)?|prima di|voordat|zanim|przed|innan)(?![\p{L}])|前に/iu;

/** A proof that proves nothing. */
export const WEAK_PROOF = anyOf(
  'looks? (?:fine|good|ok(?:ay)?|right|nice|correct)|seems? (?:fine|good|ok(?:ay)?|right|to work)|works?(?: fine)?|should work|ok(?:ay)?|fine|all good|by eye|by feel|no complaints|nobody complains|nobody complained|goes? well|going well|went well|runs? (?:well|fine|ok|smoothly)|as expected|is ok|all fine|all right|alright|team is happy|people are happy|users are happy|happy|satisfied|good enough|we are confident|feels? (?:good|right|fine)|quick look|looked at|somebody looks|someone looks|(?:has|have|takes?|having) a (?:quick |short )?look|we (?:trust|hope|believe)|hope(?: for the best|fully)?|fingers crossed|cross (?:our|your|my) fingers|we (?:will )?see|should be fine|no problems?|without problems?|stable|properly|correctly|successful(?:ly)?|everything works|manual(?:ly)?|somehow|later|see above',
  'sieht gut aus|sieht (?:ok|richtig) aus|funktioniert|klappt|läuft|passt|sollte (?:gehen|funktionieren|klappen)|in ordnung|nach gefühl|per augenschein|alles gut|später|geht gut|läuft (?:gut|rund|stabil|sauber)|keine (?:beschwerden|klagen|probleme)|niemand (?:meckert|beschwert sich|klagt)|wie erwartet|zufrieden|ordentlich|problemlos|reibungslos|erfolgreich|kurzer blick|schaut (?:mal )?drauf|(?:mal )?draufschau\\p{L}*|wir (?:hoffen|vertrauen|glauben)|hoffentlich|daumen (?:drücken|gedrückt)|gutes gefühl|stabil|korrekt|ordnungsgemäß',
  "ça marche|fonctionne|semble (?:bon|correct|ok)|a l[’']air (?:bon|bien|correct)|devrait (?:marcher|fonctionner)|tout va bien|à l[’']œil|visuellement|plus tard|se passe bien|tout se passe|va bien|bien passée?s?|comme prévu|satisfaite?s?|content\\p{L}*|personne ne se plaint|sans (?:problème|souci|plainte)s?|correctement|stable|un coup d[’']œil|bon fonctionnement",
  'se ve bien|parece (?:bien|correcto|ok|bom|certo)|funciona|debería funcionar|deve funcionar|todo bien|tudo bem|está bien|está bom|a ojo|a olho|más tarde|mais tarde|va bien|vaya bien|salga bien|sale bien|todo (?:va|sale|funciona)|corre bem|vai bem|como (?:se espera|esperado|previsto)|content[oa]s?|satisfech[oa]s?|satisfeit[oa]s?|nadie se queja|ninguém reclama|sin (?:problemas|quejas)|sem (?:problemas|queixas|reclamações)|correctamente|corretamente|estable|estável|un vistazo|uma olhada|visualmente',
  'sembra (?:ok|giusto)|dovrebbe funzionare|va (?:bene|tutto bene)|tutto (?:ok|bene|funziona)|senza problemi|soddisfatt\\p{L}*|come previsto|nessuno si lamenta|ziet er goed uit|werkt|gaat goed|geen klachten|zonder problemen|tevreden|naar behoren|działa|wygląda dobrze|jest (?:ok|dobrze)|bez problemów|zgodnie z oczekiwaniami|zadowol\\p{L}*|nikt nie narzeka|na oko|poprawnie|fungerar|ser bra ut|går bra',
  '問題なさそう|問題ない(?:こと)?|大丈夫|動けば|動作すれば|目視|なんとなく|良さそう|よさそう|看起来(?:没问题|不错)|没问题|괜찮|잘 됨|잘 되',
);

/** How the work is undone. */
export const ROLLBACK = anyOf(
  // "if it goes wrong", "se va male": what is done then is the way back.
  "if (?:it|this|that|anything|something|the \\p{L}+) (?:goes wrong|fails|breaks|does not work|doesn[’']t work)|(?:wenn|falls) (?:es|etwas|das|die \\p{L}+) (?:schief|fehl|scheiter)\\p{L}*|si (?:ça|cela|quelque chose|tout) (?:échoue|rate|foire|coince|se passe mal|ne marche pas|tourne mal)|if (?:it|this|things|everything) (?:all )?(?:goes|go|went) wrong|(?:wenn|falls)(?: es| das| was| etwas)? nicht (?:klappt|geht|funktioniert)|si (?:algo )?(?:sale|va|falla) ?(?:mal)?|se (?:algo )?(?:der errado|falhar|va male|qualcosa va storto|non funziona)|als het (?:misgaat|fout gaat|niet lukt)|jeśli (?:coś )?(?:pójdzie źle|się nie uda)",
  'roll(?:s|ed|ing)?[- ]?backs?|revert\\p{L}*|undo\\p{L}*|undone|restor\\p{L}*|back(?:ing|ed)?[- ]?out|down migration|feature flag|going back|go back|way back|(?:put|set|switch|turn|bring|change|move|point|send|route|copy|load)\\p{L}*(?: \\S+){0,6} back|(?:to|use|start) the old(?: \\S+){1,3} again|if (?:it|this|something|anything|that|things) (?:goes?|went) wrong|if (?:\\S+ ){1,6}(?:is|was) (?:a disaster|rubbish|bad|no good|a failure)|(?:plug|put|turn|switch)(?:\\S*)(?: \\S+){0,5} (?:in|on|up) again|what if|should (?:it|this|something) fail|fall(?:s|ing)?[- ]?back|recovery plan|(?:turn|switch)\\p{L}*(?: \\S+){0,4} off(?: again)?|(?:turned|switched) off again',
  'rückweg|wieder (?:\\p{L}+ )?(?:angeschlossen|aufgebaut|eingeschaltet|eingespielt|in betrieb|aktiviert)|ersatz\\p{L}*|notbetrieb|rückfall|rückfallebene|rückbau|rückabwicklung|rollback|zurück(?:ge)?\\p{L}*|wiederherstell\\p{L}*|rückgängig|rückkehr|rücknahme',
  'retour (?:en )?arrière|retour à|reven(?:ir|ons|ez|ant)|revient|restaur\\p{L}*|annul(?:er|ation)|rétabli\\p{L}*|repli|remet(?:tre|tons|s)?|réversion|marche arrière',
  'reversi\\p{L}*|revert\\p{L}*|deshac\\p{L}*|restaur\\p{L}*|volver|vuelta atrás|marcha atrás|retroce\\p{L}*|desfaz\\p{L}*|voltar|reversão|retorno|plano de volta',
  'wenn (?:es|etwas|das) schief ?geht|falls (?:es|etwas|das) schief ?geht|im fehlerfall|si (?:ça|cela|quelque chose) (?:tourne mal|ne marche pas)|si (?:(?:algo|esto|todo|la cosa) )?(?:sale|va|saliera) mal|volvemos|se vuelve a|regresamos|se (?:algo|isso) (?:der errado|correr mal)|se qualcosa va storto|als het misgaat',
  'wycof\\p{L}*|przywr\\p{L}*|powr[oó]t\\p{L}*|wr[oó]ci\\p{L}*|cofn\\p{L}*|gdy(?:by)? coś pójdzie nie tak|w razie (?:niepowodzenia|awarii|problemów)|återställ\\p{L}*|återgå\\p{L}*|gå tillbaka|откат\\p{L}*|восстанов\\p{L}*',
  "plan b|emergency plan|abort(?:ed|ing)? the|stays? (?:available|in place|on|running) (?:as|until|in case)|keep(?:s|ing)? the old|alter? \\p{L}+ bleibt (?:in betrieb|erhalten|verfügbar)|im notfall|notfallplan|plan de secours|en cas (?:d[’']échec|de problème|de panne)|plan de contingencia|en caso de (?:fallo|problemas|error)|plano de contingência|em caso de (?:falha|problemas|erro)|in caso di (?:problemi|errore|guasto)|terugval\\p{L}*|ripristin\\p{L}*|annull\\p{L}*|ritorno|tornare indietro|terugdraai\\p{L}*|terugzet\\p{L}*|herstel\\p{L}*|terug naar",
  'ロールバック|切り?戻し?|元に戻|戻す|戻せ|戻し|復旧|復元|巻き戻|回滚|回退|恢复|还原|롤백|복구|되돌|원복',
);
/** "If it rains: the hall": what is done instead stands behind the case, at the beginning of a line. */
export const FALLBACK =
  /^[\s>*+-]*(?:if|in case|wenn|falls|s[’']il|si|en cas|se|als|jeśli|om)\s[^:.\n]{3,40}\s?:/imu;
/** What is done where a step does not come out: as a word, or as the head of a column. */
export const OTHERWISE =
  /(?<!\p{L})(?:otherwise|if not|failing that|andernfalls|ansonsten|falls nicht|wenn nicht|sinon|dans le cas contraire|de lo contrario|si no|caso contrário|se não|altrimenti|in caso contrario|zo niet|anders|w przeciwnym razie|jeśli nie|annars|om inte)(?!\p{L})|さもなければ|そうでなければ|失敗したら|否则|아니면/iu;
export const RISK = anyOf(
  'risks?|hazards?|may fail|could fail|mitigat\\p{L}*|contingenc\\p{L}*|risiko|risiken|gefahr\\p{L}*|risques?|aléas?|riesgos?|riscos?|rischi|rischio|risico|risicos',
  'リスク|危険|懸念|风险|위험|리스크',
);

/** What a plan is about to make need not be there yet. */
export const MAKES = anyOf(
  'add|adds|create|creates|new|write|writes|introduce|introduces|generate|generates|scaffold|extract|move|moves|rename|renames|produce|produces|dump|dumps|export|exports|save|saves|output|emit|draft|set up',
  'anlegen|angelegt|legt|erstell\\p{L}*|erzeug\\p{L}*|neue?[rnms]?|hinzufüg\\p{L}*|schreib\\p{L}*|geschrieben|einführ\\p{L}*|generier\\p{L}*|umbenenn\\p{L}*|verschieb\\p{L}*|exportier\\p{L}*|speicher\\p{L}*',
  'cré\\p{L}*|ajout\\p{L}*|nouve(?:au|aux|lle|lles)|écri\\p{L}*|génér\\p{L}*|renomm\\p{L}*|déplac\\p{L}*|introdui\\p{L}*|export\\p{L}*|enregistr\\p{L}*',
  'crea\\p{L}*|añad\\p{L}*|agreg\\p{L}*|nuev[oa]s?|escrib\\p{L}*|gener\\p{L}*|renombr\\p{L}*|mover|mueve|introduc\\p{L}*|export\\p{L}*|guard\\p{L}*|cria\\p{L}*|adicion\\p{L}*|nov[oa]s?|escrev\\p{L}*|ger\\p{L}*|renome\\p{L}*|grava\\p{L}*',
  'crear?e?|aggiung\\p{L}*|nuov[oaie]|scriv\\p{L}*|gener\\p{L}*|maak\\p{L}*|toevoeg\\p{L}*|nieuwe?|schrijf\\p{L}*',
  '作成|作る|作り|追加|新規|新しい|新設|生成|書き出|書く|出力|移動|創建|创建|新建|新增|添加|编写|생성|추가|새로|작성',
);
/** What is changed, taken away or used has to be there. */
export const USES = anyOf(
  'chang(?:e|es|ed|ing)|edit|edits|modif\\p{L}*|updat(?:e|es|ed|ing)|extends?|adapts?|adjusts?|patch|patches|fix|fixes|refactor\\p{L}*|rewrites?|replac(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|drops?|us(?:e|es|ed|ing)|calls?|calling|reus(?:e|es|ing)|wraps?|around|imports?|reads?|runs?|via|existing|from',
  'ändern|ändert|ändere|geändert\\p{L}*|anpass\\p{L}*|angepasst|passt|erweiter\\p{L}*|ersetz\\p{L}*|entfern\\p{L}*|lösch\\p{L}*|bestehend\\p{L}*|vorhanden\\p{L}*|benutz\\p{L}*|verwende\\p{L}*|nutzt|ruft|liest|aus',
  'modifi\\p{L}*|chang\\p{L}*|adapt\\p{L}*|étend\\p{L}*|remplac\\p{L}*|supprim\\p{L}*|existant\\p{L}*|utilis\\p{L}*|appel\\p{L}*',
  'cambi\\p{L}*|modific\\p{L}*|actualiz\\p{L}*|atualiz\\p{L}*|ampli\\p{L}*|reemplaz\\p{L}*|substitu\\p{L}*|elimin\\p{L}*|borr\\p{L}*|remov\\p{L}*|apag\\p{L}*|existentes?|usa\\p{L}*|utiliz\\p{L}*|llama\\p{L}*|altera\\p{L}*',
  'aggiorn\\p{L}*|sostitu\\p{L}*|rimuov\\p{L}*|esistent\\p{L}*|wijzig\\p{L}*|aanpass\\p{L}*|vervang\\p{L}*|verwijder\\p{L}*|bestaand\\p{L}*|gebruik\\p{L}*',
);
/** The same where verbs stand behind what they are about. */
export const USES_BEHIND =
  /^[`'"」]?\s*(?:[^\n。.;]{0,24}?(?:変更|修正|更新|削除|置換|置き換え|書き換え|拡張|使う|使用|呼び出|読み込|修改|删除|替换|调用|변경|수정|삭제|사용|호출)|(?:entsprechend )?(?:anpassen|ändern|erweitern|ersetzen|entfernen|löschen|verwenden|nutzen))/u;
/** What makes a copy to go back to. */
export const SAVES = anyOf(
  'back(?:s|ed|ing)? (?:\\S+ ){0,4}up|back-?ups?|snapshots?|datensicherung\\p{L}*|sicherungskopie\\p{L}*|sauvegard\\p{L}*|copias? de seguridad|cópias? de segurança|copie di sicurezza|copia di sicurezza|kopi[aeę] zapasow\\p{L}+|säkerhetskopi\\p{L}*',
  'バックアップ|备份|백업',
);
/** What leaves nothing to copy; to move or to rename does. */
export const WIPES = anyOf(
  'drop|drops|delete|deletes|truncate|truncates|purge|purges|wipe|wipes|erase|erases|destroy|destroys|lösch\\p{L}*|vernicht\\p{L}*|supprim\\p{L}*|effac\\p{L}*|borr\\p{L}*|elimin\\p{L}*|cancell\\p{L}*|verwijder\\p{L}*|usun\\p{L}*|usuw\\p{L}*|radera\\p{L}*',
  '削除|删除|삭제',
);
export const DESTROYS = anyOf(
  'usuw\\p{L}*|usun\\p{L}*|kasow\\p{L}*|decommission\\p{L}*|scrap\\p{L}*|dispose\\p{L}*|format(?:ted|ting)?|vernicht\\p{L}*|verschrott\\p{L}*|destru\\p{L}*|détrui\\p{L}*|delete|drop|remove|migrat\\p{L}*|rename|overwrite|truncate|purge|lösch\\p{L}*|entfern\\p{L}*|migrier\\p{L}*|umbenenn\\p{L}*|überschreib\\p{L}*|supprim\\p{L}*|migr\\p{L}*|renomm\\p{L}*|écras\\p{L}*|elimin\\p{L}*|borr\\p{L}*|renombr\\p{L}*|sobrescrib\\p{L}*|apag\\p{L}*|renome\\p{L}*',
  '削除|移行|上書き|改名|删除|迁移|삭제|이전',
);

/** Headings of a plan, by what stands under them. */
export const HEADINGS = {
  requirements: anyOf(
    'requirements?|goals?|must haves?|aims?|objectives?|targets?|wymagania|wymagań|cele|oczekiwania|krav|mål|needs|acceptance criteria|what (?:is|was) (?:wanted|asked)|asked for|constraints?|demands?|vorgaben?|contraintes?|restricciones|restrições|vincoli|anforderung(?:en)?|ziele?|forderungen|exigences?|besoins?|objectifs?|requisitos?|objetivos?|necesidades|requirement|requisiti|eisen|doelen|ce qu.il faut|ce qui est (?:demandé|attendu)|lo que (?:se pide|quiere|queremos)|o que (?:se quer|queremos)|was (?:gewollt|gefordert|verlangt) ist|co (?:trzeba|ma być|chcemy)|what (?:has to|must|should) (?:hold|be|happen)',
    '要件|要求|目標|制約|需求|要求事项|목표|요구(?:사항)?',
  ),
  options: anyOf(
    'options?|alternatives?|approach(?:es)?|variante?n?|optionen|alternativen|ansatz|opciones|opción|alternativas?|opções|opção|approche|選択肢|方式|方案|대안',
  ),
  validation: VALIDATION,
  rollback: new RegExp(
    `${ROLLBACK.source}|^\\s*(?:\\d+[.)]?\\s*)?(?:back|undo|zurück|retour|volver|voltar|indietro|terug)\\s*$`,
    'iu',
  ),
  risks: RISK,
  dependencies: anyOf(
    'dependenc(?:y|ies)|prerequisites?|order|sequence|abhängigkeiten|reihenfolge|voraussetzungen|dépendances|prérequis|ordre|dependencias|dependências|orden|ordem|依存関係?|前提|依赖|의존',
  ),
  steps: anyOf(
    `${STEP_WORDS}|implementation|work|plan|procedure|roadmap|how|what we(?:[’']ll| will| are going to)? do|what (?:has|needs) to be done|to-?dos?|was (?:wir|zu) (?:tun|machen)(?: ist)?|so machen wir\\p{L}*|ce qu[’']on (?:fait|va faire)|ce que nous (?:faisons|ferons)|lo que (?:hacemos|haremos|vamos a hacer)|qué hacemos|o que (?:fazemos|vamos fazer)|cosa facciamo|wat we doen|co robimy|umsetzung|vorgehen|ablauf|arbeiten|déroulement|mise en œuvre|réalisation|procedimiento|implementación|implementação|execução|ejecución|procedimento|uitvoering`,
    'ステップ|手順|作業|工程|実施|計画|タスク|步骤|实施|계획|단계|절차',
  ),
} as const;

/** A sentence that names what is wanted, before a list of it. */
export const WANTED = anyOf(
  'wants?|wanted|veut|veulent|verlangt|erwartet|exigen?|piden?|vuole|vogliono|requires?|required|must|has to|have to|shall|should|needs? to|is expected|to (?:hold|achieve|reach)|chce|chcemy|wymaga\\p{L}*|musi|vill|ska|måste|goals?|we need|the brief|asked for|wollen|gewünscht|gefordert|soll|ziele?|on veut|nous voulons|il faut|demandé|objectifs?|queremos|se quiere|se pide|quiere|hay que|objetivos?|precisamos|quer(?:em)?|vogliamo|willen',
  'したい|求め|要求|要件|目標|目的|需要|要求|원한다|필요',
);

/** A deed that shall come after this. */
export const BEFORE_DEED =
  /(?<!\p{L})(?:before(?: we| you| it is| they are)?|bevor|vor dem|vor der|avant de|avant d[’']|avant que|antes de(?: que)?|prima di|voordat|voor het|przed)\s+((?:[\p{L}-]+\s*){1,6})/giu;
/** Works on what must still be there. */
export const LOOKS_AT = anyOf(
  'compar\\p{L}*|measure\\p{L}*|copy|copies|copying|export\\p{L}*|read|inspect\\p{L}*|back ?up|verify|vergleich\\p{L}*|miss\\p{L}*|kopier\\p{L}*|exportier\\p{L}*|sicher\\p{L}*|copier|exporter|mesurer|sauvegard\\p{L}*|medir|copiar|exportar|respald\\p{L}*|confronta\\p{L}*|misura\\p{L}*|copia\\p{L}*|esporta\\p{L}*|vergelijk\\p{L}*|meten|kopiëren|porówn\\p{L}*|比較|照合|コピー|比对|复制',
);
