/** What plans are made of, in the languages people write them in: steps, what they wait for, proof, the way back. */
import { anyOf, everyOf } from './patterns.ts';

/** A step by its name, such as "Step 2", "Schritt 2", "étape 2", "手順2". */
const STEP_WORDS =
  'step|steps|task|tasks|phase|phases|stage|schritt|schritte|schritten|aufgabe|aufgaben|etappe|arbeitsschritt|[ée]tapes?|t[âa]ches?|phases?|pasos?|tareas?|etapas?|fases?|passos?|tarefas?|passi|passo|fase|fasi|compito|stap|stappen|taak';
const UNSPACED_STEPS = 'ステップ|手順|タスク|フェーズ|工程|段階|步骤|步驟|任务|阶段|단계';
export const STEP_NAME = String.raw`(?:(?<![\p{L}\p{N}])(?:${STEP_WORDS})(?:\s+(?:nr\.?|no\.?|n[°º]))?\s*[#-]?\s*|(?:${UNSPACED_STEPS})\s*|第\s*)(\d{1,3})(?![\d.]\d|\p{Script=Latin})`;
/** "1단계", "第2段階". */
export const STEP_NAME_BEHIND = String.raw`(\d{1,3})\s*(?:단계|段階|步)`;
export const STEP_CODE = String.raw`(?<![\p{L}\p{N}-])([A-Z]{1,4}[-_]?\d{1,3})(?![\p{L}\p{N}-])`;

/** What stands before the things a step waits for. */
export const NEEDS_AHEAD = everyOf(
  'depends? (?:up)?on|depending on|dependent on|dependenc(?:y|ies)|deps?|requires?|needs?|after|following|blocked by|waits? for|waiting for|prerequisites?|preconditions?|builds? on|once',
  'abhängig vo[nm]|abhängigkeit(?:en)?|hängt ab vo[nm]|hängt vo[nm]|hängen vo[nm]|hängen ab vo[nm]|benötigt|braucht|erfordert|voraussetzung(?:en)?|setzt|nach|wartet auf|blockiert (?:durch|von)|folgt auf|baut auf|sobald',
  'dépend(?:ent|ant|ance|ances)?(?: de| d)?|après|nécessite|requiert|exige|prérequis|attend|bloquée?s? par|à la suite de|suit|une fois',
  'depende(?:n)?(?: de)?|dependencias?|dependências?|después de|tras|requiere|necesita|requisitos? previos?|espera a?|bloquead[oa] por|una vez|após|depois de|requer|precisa(?: de)?|pré-requisitos?|aguarda|uma vez',
  'dipende da|dipendenze?|dopo|richiede|prerequisiti|attende|hangt af van|afhankelijk van|afhankelijkheden|na|vereist|nodig|wacht op',
  '依存(?:先|関係)?|前提(?:条件)?|先行|依赖|前置|의존|선행',
);
/** What stands behind them. */
export const NEEDS_BEHIND = anyOf(
  'に依存|が前提|を前提|の後|の完了後|完了後|が完了|が終わ|が済|を待|が必要|之后|完成后|以后|이후|완료 후|뒤에',
);
export const NEEDS_COLUMN = anyOf(
  'needs?|depends?(?: on)?|dependenc(?:y|ies)|deps?|after|requires?|prerequisites?|blocked by|braucht|abhängig(?: von)?|abhängigkeit(?:en)?|voraussetzung(?:en)?|nach|dépend(?: de)?|dépendances?|prérequis|après|depende(?: de)?|dependencias?|dependências?|requisitos?|después de|após|dipende da|dipendenze|afhankelijk van',
  '依存|前提|先行|依赖|前置|선행|의존',
);

/** How a step is proved. */
export const VALIDATION = anyOf(
  'validat\\p{L}*|verif\\p{L}*|tests?|tested|acceptance|checks?|checked|proof|proofs?|proved|assert\\p{L}*|how we know|done when|success criteri\\p{L}*|expected|evidence',
  'prüfung|prüfen|geprüft|prüft|tests?|getestet|verifi\\p{L}*|validier\\p{L}*|nachweis|abnahme|kontrolle|kontrollier\\p{L}*|erwartet|erfolgskriterium|probe|fertig,? wenn',
  'vérif\\p{L}*|contr[ôo]l\\p{L}*|validation|valid\\p{L}*|test\\p{L}*|preuve|recette|attendu|résultat attendu',
  'verificaci\\p{L}*|verific\\p{L}*|comprobaci\\p{L}*|comprob\\p{L}*|pruebas?|prob\\p{L}*|control|validaci\\p{L}*|valid\\p{L}*|verificaç\\p{L}*|testes?|testar|validaç\\p{L}*|conferir|comprovaç\\p{L}*|provas?|critério|criterio',
  'verifica|verificare|prova|collaudo|controllo|controle|controleer\\p{L}*|toets|bewijs',
  '確認|検証|テスト|検査|試験|チェック|验证|测试|检查|验收|검증|테스트|확인|점검',
);
/** A proof that proves nothing. */
export const WEAK_PROOF = anyOf(
  'looks? (?:fine|good|ok(?:ay)?|right|nice|correct)|seems? (?:fine|good|ok(?:ay)?|right|to work)|works?(?: fine)?|should work|ok(?:ay)?|fine|all good|by eye|by feel|no complaints|everything works|manual(?:ly)?|somehow|later|see above',
  'sieht gut aus|sieht (?:ok|richtig) aus|funktioniert|klappt|läuft|passt|sollte (?:gehen|funktionieren|klappen)|in ordnung|nach gefühl|per augenschein|alles gut|später',
  "ça marche|fonctionne|semble (?:bon|correct|ok)|a l[’']air (?:bon|bien|correct)|devrait (?:marcher|fonctionner)|tout va bien|à l[’']œil|visuellement|plus tard",
  'se ve bien|parece (?:bien|correcto|ok|bom|certo)|funciona|debería funcionar|deve funcionar|todo bien|tudo bem|está bien|está bom|a ojo|a olho|más tarde|mais tarde',
  'sembra (?:ok|giusto)|dovrebbe funzionare|ziet er goed uit|werkt',
  '問題なさそう|問題ない(?:こと)?|大丈夫|動けば|動作すれば|目視|なんとなく|良さそう|よさそう|看起来(?:没问题|不错)|没问题|괜찮|잘 됨|잘 되',
);

/** How the work is undone. */
export const ROLLBACK = anyOf(
  'roll(?:s|ed|ing)?[- ]?backs?|revert\\p{L}*|undo\\p{L}*|undone|restor\\p{L}*|back(?:ing|ed)?[- ]?out|down migration|feature flag|going back|go back|way back|(?:put|set|switch|turn|bring|change|move|point|send|route|copy|load)\\p{L}*(?: \\S+){0,6} back|(?:to|use|start) the old(?: \\S+){1,3} again|if (?:it|this|something|anything|that) (?:goes|went) wrong|fall(?:s|ing)?[- ]?back|recovery plan|(?:turn|switch)\\p{L}*(?: \\S+){0,4} off(?: again)?|(?:turned|switched) off again',
  'rückfall|rückfallebene|rückbau|rückabwicklung|rollback|zurück(?:ge)?\\p{L}*|wiederherstell\\p{L}*|rückgängig|rückkehr|rücknahme',
  'retour (?:en )?arrière|retour à|reven(?:ir|ons|ez|ant)|revient|restaur\\p{L}*|annul(?:er|ation)|rétabli\\p{L}*|repli|remet(?:tre|tons|s)?|réversion|marche arrière',
  'reversi\\p{L}*|revert\\p{L}*|deshac\\p{L}*|restaur\\p{L}*|volver|vuelta atrás|marcha atrás|retroce\\p{L}*|desfaz\\p{L}*|voltar|reversão|retorno|plano de volta',
  'wenn (?:es|etwas|das) schief ?geht|falls (?:es|etwas|das) schief ?geht|im fehlerfall|si (?:ça|cela|quelque chose) (?:tourne mal|ne marche pas)|si (?:algo|esto) sale mal|se (?:algo|isso) (?:der errado|correr mal)|se qualcosa va storto|als het misgaat',
  'ripristin\\p{L}*|annull\\p{L}*|tornare indietro|terugdraai\\p{L}*|terugzet\\p{L}*|herstel\\p{L}*|terug naar',
  'ロールバック|切り?戻し?|元に戻|戻す|戻せ|戻し|復旧|復元|巻き戻|回滚|回退|恢复|还原|롤백|복구|되돌|원복',
);
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
export const DESTROYS = anyOf(
  'delete|drop|remove|migrat\\p{L}*|rename|overwrite|truncate|purge|lösch\\p{L}*|entfern\\p{L}*|migrier\\p{L}*|umbenenn\\p{L}*|überschreib\\p{L}*|supprim\\p{L}*|migr\\p{L}*|renomm\\p{L}*|écras\\p{L}*|elimin\\p{L}*|borr\\p{L}*|renombr\\p{L}*|sobrescrib\\p{L}*|apag\\p{L}*|renome\\p{L}*',
  '削除|移行|上書き|改名|删除|迁移|삭제|이전',
);

/** Headings of a plan, by what stands under them. */
export const HEADINGS = {
  requirements: anyOf(
    'requirements?|goals?|must haves?|needs|acceptance criteria|what (?:is|was) (?:wanted|asked)|asked for|constraints?|demands?|vorgaben?|contraintes?|restricciones|restrições|vincoli|anforderung(?:en)?|ziele?|forderungen|exigences?|besoins?|objectifs?|requisitos?|objetivos?|necesidades|requirement|requisiti|eisen|doelen',
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
    `${STEP_WORDS}|implementation|work|plan|procedure|roadmap|how|umsetzung|vorgehen|ablauf|arbeiten|déroulement|mise en œuvre|réalisation|procedimiento|implementación|implementação|execução|ejecución|procedimento|uitvoering`,
    'ステップ|手順|作業|工程|実施|計画|タスク|步骤|实施|계획|단계|절차',
  ),
} as const;

/** A sentence that names what is wanted, before a list of it. */
export const WANTED = anyOf(
  'wants?|wanted|requires?|required|must|goals?|we need|the brief|asked for|wollen|gewünscht|gefordert|soll|ziele?|on veut|nous voulons|il faut|demandé|objectifs?|queremos|se quiere|se pide|quiere|hay que|objetivos?|precisamos|quer(?:em)?|vogliamo|willen',
  'したい|求め|要求|要件|目標|目的|需要|要求|원한다|필요',
);
