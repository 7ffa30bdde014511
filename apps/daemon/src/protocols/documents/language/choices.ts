/** Things of which only one can be: what is said to be one of them in one place and another in the next cannot both hold. */
import { ANTONYMS } from './antonyms.ts';
import { anyOf } from './patterns.ts';

type Choice = readonly RegExp[];

/** What is given in one unit is not given in another. */
const UNITS: readonly Choice[] = [
  [
    '(?:ml|millilit(?:re|er)s?|milliliter[n]?|mililitros?)',
    '(?:µl|μl|ul|microlit(?:re|er)s?|mikroliter[n]?|microlitros?)',
    '(?:l|lit(?:re|er)s?|liter[n]?|litros?)',
  ],
  [
    '(?:mm|millimet(?:re|er)s?|millimeter[n]?|milímetros?)',
    '(?:cm|centimet(?:re|er)s?|zentimeter[n]?|centímetros?)',
    '(?:m|met(?:re|er)s?|meter[n]?|metros?)',
    '(?:inch(?:es)?|zoll|pouces?|pulgadas?)',
  ],
  [
    '(?:kg|kilo(?:gram)?s?|kilogramm|kilogrammes?)',
    '(?:g|grams?|gramm|grammes?|gramos?)',
    '(?:lbs?|pounds?)',
  ],
  ['(?:°c|celsius)', '(?:°f|fahrenheit)', '(?:kelvin)'],
  ['(?:euros?|eur|€)', '(?:us )?(?:dollars?|usd)', '(?:pounds?|gbp|sterling)', '(?:francs?|chf|franken)'],
  [
    '(?:utc|gmt|universal time)',
    '(?:local time|ortszeit|heure locale|hora local|ora locale|cet|cest|mez|mesz)',
  ],
  [
    '(?:seconds?|sekunden|secondes|segundos)',
    '(?:milliseconds?|ms|millisekunden|millisecondes|milisegundos)',
    '(?:minutes|minuten|minutos)',
  ],
].map((units) =>
  units.map((unit) =>
    anyOf(`(?:in|as|en|em|w|whole|ganze[nr]?|entiers?|types?|takes?|given in|stored in|shown in) ${unit}`),
  ),
);

const MORE: readonly Choice[] = [
  [
    anyOf(
      'silence|tacit\\p{L}*|implicit\\p{L}*|without objection|no objection|stillschweigend|schweigen gilt|tacite\\p{L}*|silence vaut|silencio|tácit\\p{L}*|silêncio|silenzio|tacit\\p{L}*|milcz\\p{L}*|黙示',
    ),
    anyOf(
      'explicit\\p{L}*|expressly|in writing|ausdrücklich|schriftlich|explicit\\p{L}*|expressément|par écrit|expresa\\p{L}*|por escrito|explícit\\p{L}*|expressamente|esplicit\\p{L}*|per iscritto|uitdrukkelijk|schriftelijk|wyraźn\\p{L}*|pisemn\\p{L}*|明示',
    ),
  ],
  ...UNITS,
  // Of several values, which counts.
  [
    anyOf(
      'highest|largest|greatest|höchste[rnms]?|größte[rnms]?|le plus (?:haut|élevé|grand)|la plus (?:haute|élevée|grande)|más alt[oa]|mayor|mais alt[oa]|maior|più alt[oa]|hoogste|najwyższ\\p{L}*|最高|最大の',
    ),
    anyOf(
      'average|mean|durchschnitt\\p{L}*|mittelwert|moyenne|promedio|la media|média|la media|gemiddelde?|średni\\p{L}*|平均',
    ),
    anyOf(
      'lowest|smallest|niedrigste[rnms]?|kleinste[rnms]?|le plus (?:bas|faible|petit)|la plus (?:basse|faible|petite)|más baj[oa]|menor|mais baix[oa]|più bass[oa]|laagste|najniższ\\p{L}*|最低',
    ),
  ],
  [
    anyOf(
      'round(?:ed|s)? up|aufgerundet|aufrunden|arrondi\\p{L}* (?:au \\p{L}+(?: \\p{L}+)? )?supérieure?|redonde\\p{L}* (?:hacia )?arriba|arredond\\p{L}* para cima|arrotond\\p{L}* per eccesso|naar boven afgerond|zaokrągl\\p{L}* w górę|切り上げ',
    ),
    anyOf(
      'round(?:ed|s)? down|truncated|abgerundet|abrunden|arrondi\\p{L}* (?:au \\p{L}+(?: \\p{L}+)? )?inférieure?|redonde\\p{L}* (?:hacia )?abajo|arredond\\p{L}* para baixo|arrotond\\p{L}* per difetto|naar beneden afgerond|zaokrągl\\p{L}* w dół|切り捨て',
    ),
    anyOf('round(?:ed|s)? to the nearest|kaufmännisch gerundet|四捨五入'),
  ],
  [
    anyOf(
      'opt[- ]in|off by default|disabled by default|standardmäßig (?:aus|deaktiviert|abgeschaltet)|désactivée?s? par défaut|desactivad[oa]s? por defecto|desativad[oa]s? por padrão',
    ),
    anyOf(
      'opt[- ]out|on by default|enabled by default|standardmäßig (?:an|aktiv|aktiviert|eingeschaltet)|activée?s? par défaut|activad[oa]s? por defecto|ativad[oa]s? por padrão',
    ),
  ],
  [
    anyOf(
      'anonymous|anonymously|anonymised|anonymized|without (?:a |the |their )?names?|anonym\\p{L}*|anónim\\p{L}*|anônim\\p{L}*|anonim\\p{L}*|匿名',
    ),
    anyOf(
      'by name|with (?:the |their |full )?names?|full names?|namentlich|mit namen|nominati\\p{L}*|avec (?:le|son|leur) nom|con (?:el|su) nombre|com (?:o|seu) nome|imienn\\p{L}*|記名|氏名',
    ),
  ],
  [
    anyOf(
      'read[- ]only|not editable|cannot be (?:edited|changed|modified)|unchangeable|immutable|schreibgeschützt|unveränderlich|nur lesbar|en lecture seule|non modifiables?|immuables?|solo lectura|no editables?|somente leitura|imutáve\\p{L}*|sola lettura|tylko do odczytu|読み取り専用|変更できない',
    ),
    anyOf(
      'editable|can be (?:edited|changed|modified)|may (?:edit|change|modify)|editierbar|änderbar|bearbeitbar|modifiables?|peu(?:t|vent) (?:être )?modifi\\p{L}*|editables?|puede(?:n)? (?:editar|modificar)\\p{L}*|editáve\\p{L}*|pode(?:m)? (?:editar|alterar)|modificabil\\p{L}*|編集できる|変更できる',
    ),
  ],
  [
    anyOf(
      'in plain text|plaintext|unencrypted|im klartext|unverschlüsselt|en clair|en texto (?:plano|claro)|in chiaro|平文',
    ),
    anyOf(
      'hashed|encrypted|gehasht|verschlüsselt|haché\\p{L}*|chiffré\\p{L}*|cifrad\\p{L}*|hasheado|crittograf\\p{L}*|szyfrowan\\p{L}*|ハッシュ|暗号化',
    ),
  ],
  [
    anyOf(
      'offline|without (?:a |an |the )?(?:network|internet|connection)|ohne (?:netz|internet|verbindung)\\p{L}*|hors ligne|sans (?:réseau|connexion|internet)|sin (?:conexión|red|internet)|sem (?:conexão|rede|internet)|senza (?:rete|connessione)|オフライン',
    ),
    anyOf(
      '(?:permanent|constant|internet|network) connection (?:is )?(?:required|needed|necessary)|only online|online only|nur online|uniquement en ligne|sólo en línea|solo en línea|apenas online|solo online|オンラインのみ',
    ),
  ],
  [
    anyOf(
      "stays? (?:on|in) the (?:device|phone|premises|building|country)|on[- ]premises?|locally|lokal|auf dem gerät|localement|sur (?:l[’']appareil|place)|localmente|en el dispositivo|no dispositivo|端末内|ローカル",
    ),
    anyOf(
      'in the cloud|cloud|uploaded to|sent to (?:a|the) server|in der cloud|dans le (?:cloud|nuage)|en la nube|na nuvem|nel cloud|w chmurze|クラウド',
    ),
  ],
  [
    anyOf(
      "first come,? first served|in order of (?:arrival|receipt|request)|fifo|oldest first|nach eingang|in der reihenfolge des eingangs|premier arrivé,? premier servi|par ordre d[’']arrivée|dans l[’']ordre d[’']arrivée|por orden de llegada|por ordem de chegada|in ordine di arrivo|według kolejności zgłoszeń|kolejności zgłosze\\p{L}*|先着順|到着順",
    ),
    anyOf(
      'by (?:lot|lottery|drawing lots)|drawn by lot|lottery|at random|randomly|per los|durch los|verlos\\p{L}*|ausgelost|zufällig|tirage au sort|tiré\\p{L}* au sort|au hasard|por sorteo|se sortea\\p{L}*|por sorteio|sortead\\p{L}*|a sorteggio|door loting|losow\\p{L}*|抽選',
    ),
    anyOf(
      'by priority|by (?:urgency|need|age|alphabet|seniority)|alphabetical\\p{L}*|nach (?:dringlichkeit|bedarf|priorität|alphabet)|alphabetisch|par (?:priorité|ordre alphabétique)|por (?:prioridad|prioridade|orden alfabético|ordem alfabética)|in ordine alfabetico|優先度順|五十音順',
    ),
  ],
  [
    anyOf(
      'irreversibl\\p{L}*|cannot be (?:undone|restored|reversed|recovered)|permanently deleted|for good|endgültig|unwiderruflich|définitivement|irréversibl\\p{L}*|definitivamente|irreversible\\p{L}*|definitivamente|nieodwracaln\\p{L}*|元に戻せない|復元できない',
    ),
    anyOf(
      'can be (?:undone|restored|reversed|recovered)|may be restored|recoverable|restorable|wiederherstell\\p{L}*|rückgängig|restaur\\p{L}*|récupér\\p{L}*|recuper\\p{L}*|przywr\\p{L}*|復元でき|元に戻せる',
    ),
  ],
];

/** Done and not yet done are left out: a text says both of its parts all the time. */
export const CHOICES: readonly Choice[] = [...ANTONYMS.slice(0, -1), ...MORE];
