/** What reviewers object to in any text, by the words it is written with: open ends, absolutes, secrets, nobody named. */
import { anyOf } from './patterns.ts';

/** A list that goes on: what else belongs to it is not said. */
export const GOES_ON = anyOf(
  'etc\\.?|and so on|and so forth|or similar|or something like that|and the like|including but not limited to|usw\\.?|und so weiter|u\\.s\\.w\\.|o\\.ä\\.|oder ähnliches|und dergleichen|et cetera|et ainsi de suite|et autres|entre otros|y así sucesivamente|y demás|e assim por diante|e outros|e così via|ecc\\.?|enz\\.?|enzovoort(?:s)?|en dergelijke|itd\\.?|itp\\.?|i tak dalej|m\\.fl\\.|o\\.s\\.v\\.|osv\\.?|och så vidare',
  'などなど|等等|등등',
);
/** Does something again and again. */
export const AGAIN = anyOf(
  'repeats?|repeated|retr(?:y|ies|ied)|tries again|tried again|resends?|resent|keeps? (?:trying|sending|asking|calling)|wiederhol\\p{L}*|erneut versuch\\p{L}*|versucht es (?:erneut|weiter)|réessa\\p{L}*|répèt\\p{L}*|relanc\\p{L}*|reintent\\p{L}*|repite\\p{L}*|repete\\p{L}*|tenta novamente|riprov\\p{L}*|ripet\\p{L}*|ritent\\p{L}*|herhaal\\p{L}*|opnieuw geprobeerd|ponawia\\p{L}*|powtarza\\p{L}*|försöker igen|upprepa\\p{L}*',
  '再試行|繰り返|リトライ|再送|重试|重复|재시도|반복',
);
/** Up to something that may never be. */
export const UNTIL_IT_DOES = anyOf(
  "until (?:it|they|he|she|that|this|the \\p{L}+|someone|somebody|there|an answer|successful|success)|bis (?:es|er|sie|das|der|die|jemand|eine antwort|zum erfolg)|jusqu[’']à ce qu\\p{L}*|jusqu[’']au succès|hasta que|até que|finché|fino a quando|totdat|tot het|aż|dopóki|tills",
  'まで|直到|될 때까지',
);
/** No system keeps it, and nobody can test it. */
export const ABSOLUTE = anyOf(
  '(?:never|not) (?:be )?(?:interrupted|fail(?:s|ed)?|down|lost|unavailable|go(?:es)? down|crash(?:es)?) under any circumstances|under any circumstances|100\\s?% (?:available|availability|uptime|secure|safe|reliable|accurate|error[- ]free|correct)|always available|zero (?:downtime|errors|defects|bugs|failures|outages)|(?:absolutely|completely|totally|perfectly|fully) (?:secure|safe|error[- ]free|reliable|bug[- ]free|failsafe|tamper[- ]proof)|error[- ]free|bug[- ]free|fail[- ]?safe at all times|never (?:fails?|goes down|crashes|breaks)|cannot fail|without any (?:errors?|interruption|downtime|failure)',
  'unter keinen umständen (?:aus)?fall\\p{L}*|100\\s?% (?:verfügbar\\p{L}*|sicher\\p{L}*|fehlerfrei|zuverlässig)|immer verfügbar|(?:absolut|völlig|vollkommen|hundertprozentig) (?:sicher|fehlerfrei|zuverlässig|ausfallsicher)|fehlerfrei|ausfallsicher|darf (?:niemals|nie) ausfallen|fällt (?:niemals|nie) aus|ohne jede (?:unterbrechung|ausfallzeit)|null fehler',
  'toujours disponible|disponible à 100\\s?%|(?:totalement|absolument|parfaitement) (?:sûr|fiable|sécurisé)e?s?|zéro (?:panne|défaut|erreur|interruption)|sans aucune (?:erreur|interruption|panne)|ne (?:doit|peut) jamais (?:tomber en panne|être interrompue?)|infaillible',
  'siempre disponible|disponible al 100\\s?%|(?:totalmente|absolutamente|completamente) (?:segur[oa]|fiable)|cero (?:errores|fallos|caídas)|sin ningún (?:error|fallo)|nunca (?:falla|se cae|debe fallar)|infalible|sempre disponíve[li]s?|100\\s?% (?:disponível|seguro)|zero (?:falhas|erros)|nunca (?:falha|cai|pode falhar)|sempre disponibil[ei]|zero errori|non (?:deve|può) mai (?:fermarsi|guastarsi|interrompersi)|altijd beschikbaar|nooit uitval\\p{L}*|foutloos|zawsze dostępn\\p{L}+|bezbłędn\\p{L}+|niezawodn\\p{L}+ w 100\\s?%|alltid tillgänglig\\p{L}*|felfri\\p{L}*',
  '決して(?:停止|止ま|失敗)|絶対に(?:停止|止ま|失敗|安全)|常に利用可能|100\\s?%(?:の)?(?:稼働|可用)|ゼロ(?:ダウンタイム|エラー)|绝对安全|永不(?:中断|停机)|百分之百|절대 중단',
);
/** Praise in the place of a reason. */
export const PRAISE = anyOf(
  'the best (?:\\p{L}+)|(?:simply|clearly|obviously) (?:the )?(?:best|better|superior)|everybody (?:knows|uses)|obviously|industry[- ]leading|cutting[- ]edge|das beste \\p{L}+|die beste \\p{L}+|der beste \\p{L}+|bekanntlich|selbstverständlich|le meilleur \\p{L}+|la meilleure \\p{L}+|évidemment|el mejor \\p{L}+|la mejor \\p{L}+|obviamente|o melhor \\p{L}+|a melhor \\p{L}+|il miglior\\p{L}* \\p{L}+|la migliore \\p{L}+|ovviamente|de beste \\p{L}+|uiteraard|najleps\\p{L}+|oczywiście|den bästa|det bästa|självklart',
);
/** Deeds that somebody must answer for. */
export const ANSWERED_FOR = anyOf(
  '(?:is|are|be|gets?|must be|shall be|will be) (?:\\p{L}+ly )?(?:reviewed|approved|signed(?: off)?|authori[sz]ed|decided|inspected|countersigned|audited|escalated|accepted)',
  '(?:wird|werden) (?:[^.;,]{0,40} )?(?:genehmigt|freigegeben|geprüft und \\p{L}+|abgezeichnet|unterschrieben|bewilligt|entschieden|abgenommen|gegengezeichnet)',
  '(?:est|sont|doit être|doivent être) (?:approuvée?s?|validée?s?|signée?s?|autorisée?s?|décidée?s?|contrôlée?s? et \\p{L}+)|(?:se|es|son|debe ser|deben ser) (?:aprob\\p{L}+|firmad\\p{L}+|autoriz\\p{L}+|decid\\p{L}+|validad\\p{L}+)|(?:é|são|deve ser|devem ser) (?:aprovad\\p{L}+|assinad\\p{L}+|autorizad\\p{L}+|decidid\\p{L}+|validad\\p{L}+)|(?:viene|vengono|deve essere) (?:approvat\\p{L}+|firmat\\p{L}+|autorizzat\\p{L}+|decis\\p{L}+)|(?:wordt|worden) (?:goedgekeurd|ondertekend|geautoriseerd|besloten|vrijgegeven)|(?:jest|są|zostaje) (?:zatwierdzan\\p{L}+|podpisywan\\p{L}+|akceptowan\\p{L}+)|(?:godkänns|undertecknas|beslutas)',
);
/** Names whoever does it. */
export const BY_SOMEBODY =
  /(?<![\p{L}])(?:by|durch|von|vom|beim|par|por|pel[oa]s?|da|dal|dalla|dai|door|przez|av|automatically|automatisch|automatiquement|automáticamente|automaticamente|automatycznie|automatiskt|system|when|if|once|after|as soon as|wenn|sobald|falls|nachdem|si|quand|lorsque|dès que|cuando|quando|se|wanneer|als|zodra|gdy|jeśli|när|om)(?![\p{L}])/iu;

/** Who does it also says that it is right. */
export const OWN_APPROVAL =
  /(?<!\p{L})(?:approv\p{L}+|sign(?:s|ed)? off|review\p{L}*|releas\p{L}+|check\p{L}*|verif\p{L}+|audit\p{L}*)\s+(?:\p{L}+\s+)?(?:their|his|her|its|his or her)\s+own(?!\p{L})|(?<!\p{L})(?:genehmigt|prüft|kontrolliert|gibt)\s+(?:\p{L}+\s+)?(?:die |den |das )?(?:eigene[nrsm]?|selbst)(?!\p{L})|(?<!\p{L})(?:approuve|valide|contrôle|vérifie)\s+(?:son|sa|ses|leurs?)\s+propres?|(?<!\p{L})(?:aprueba|valida|revisa|controla|aprova|verifica|approva)\s+(?:su|sus|seu|sua|il|la|i)?\s*propri[oae]s?|(?<!\p{L})(?:keurt|controleert)\s+(?:zijn|haar|hun)?\s*eigen|zatwierdza\s+własn\p{L}+|godkänner\s+(?:sin|sitt|sina)\s+eg[ei]n?|自ら承認|自己承認|自分で承認|自行审批/iu;
/** Two denials of one thing. */
export const TWICE_DENIED =
  /(?<!\p{L})(?:not|never|cannot|must not|no)\s+(?:\p{L}+\s+){0,2}(?:not|never)(?!\p{L})(?! only)|(?<!\p{L})(?:nicht|kein\p{L}*|nie)\s+(?:\p{L}+\s+){0,3}(?:nicht|kein\p{L}*|nie)(?!\p{L})[^.;]*(?:außer|wenn nicht|sofern nicht|es sei denn)/iu;
/** Live data of people where something is tried. */
export const LIVE_DATA =
  /(?<!\p{L})(?:production|live|real|complete|customer|patient|personal|produktiv\p{L}*|echt\p{L}*|kunden|patienten|personenbezogen\p{L}*|réelles?|de production|clients?|reales|de producción|clientes|reais|de produção|reali|di produzione|clienti|echte|productie|klant\p{L}*|prawdziw\p{L}*|produkcyjn\p{L}*|verkliga|produktions)(?!\p{L})[^.;]{0,60}(?:data(?:base)?|daten(?:bank)?|données|base de données|datos|dados|dati|gegevens|dane|danych|uppgifter|records|データ|数据)/iu;
export const TRIED_ON =
  /(?<!\p{L})(?:test|demo|staging|stage|sandbox|trial|training|dev(?:elopment)?|vendor[’']?s?|test\p{L}*|demo\p{L}*|schulungs\p{L}*|essai|recette|formation|prueba[s]?|pruebas|teste[s]?|prova|collaudo|proef|testow\p{L}*)[\s-]*(?:\p{L}+[\s-]+){0,2}(?:server|system|environment|instance|machine|database|account|umgebung|serveur|environnement|servidor|entorno|ambiente|omgeving|środowisk\p{L}*|miljö|サーバ|环境)/iu;
