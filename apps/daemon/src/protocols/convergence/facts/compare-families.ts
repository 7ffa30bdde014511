/** Things of which one is chosen, such as a time zone, a currency or a database: two places that choose differently. */
import type { Compared } from './compare-figures.ts';
import { isRole, termsOf } from './concepts.ts';
import { type Contradiction, keyOf, placeOf } from './contradiction.ts';
import type { Spot, Subject } from './fact.ts';
import type { Passage } from './passages.ts';
import { spotOf } from './read-figures.ts';

interface Family {
  name: string;
  members: readonly (readonly [string, RegExp])[];
  /** A project has one for all it does. */
  isOne: boolean;
}

const FAMILIES: readonly Family[] = [
  {
    name: 'time zone',
    isOne: true,
    members: [
      ['UTC', /(?<![\p{L}\d])(?:UTC|GMT|Zulu|協定世界時|世界標準時)(?![\p{L}\d]|[+-]\d)/u],
      ['Japan', /(?<![\p{L}\d])(?:JST|Asia\/Tokyo|UTC\+9|UTC\+09:00)(?![\p{L}\d])|日本時間|日本标准时间/u],
      ['China', /(?<![\p{L}\d])Asia\/Shanghai(?![\p{L}\d])|北京时间|中国標準時/u],
      [
        'Central Europe',
        /(?<![\p{L}\d])(?:MEZ|MESZ|CET|CEST|UTC\+1|UTC\+2|Europe\/(?:Berlin|Paris|Madrid|Rome|Vienna|Zurich|Amsterdam|Brussels|Warsaw|Prague|Stockholm)|hora (?:peninsular|de Madrid)|heure de Paris|mitteleuropäische\p{L}* (?:sommer)?zeit|ora italiana)(?![\p{L}\d])/iu,
      ],
      ['London', /(?<![\p{L}\d])(?:Europe\/London|BST|London time|UK time)(?![\p{L}\d])/u],
      ['Lisbon', /(?<![\p{L}\d])(?:Europe\/Lisbon|hora de Lisboa)(?![\p{L}\d])/u],
      ['Brasília', /(?<![\p{L}\d])(?:America\/Sao_Paulo|BRT|hor[aá]rio de Brasília)(?![\p{L}\d])/u],
      ['US Eastern', /(?<![\p{L}\d])(?:America\/New_York|EST|EDT|Eastern [Tt]ime)(?![\p{L}\d])/u],
      ['US Pacific', /(?<![\p{L}\d])(?:America\/Los_Angeles|PST|PDT|Pacific [Tt]ime)(?![\p{L}\d])/u],
      [
        'local time',
        /(?<!\p{L})(?:local time|Ortszeit|lokaler? Zeit|heure locale|hora local|ora locale|lokale tijd)(?!\p{L})|現地時間|当地时间/iu,
      ],
    ],
  },
  {
    name: 'database',
    isOne: true,
    members: [
      ['PostgreSQL', /\bpostgres(?:ql)?\b/i],
      ['MySQL', /\bmysql\b/i],
      ['MariaDB', /\bmariadb\b/i],
      ['SQLite', /\bsqlite3?\b/i],
      ['MongoDB', /\bmongo(?:db)?\b/i],
      ['Oracle', /\boracle\b/i],
      ['SQL Server', /\b(?:mssql|sql ?server)\b/i],
    ],
  },
  {
    name: 'operating system',
    isOne: false,
    members: [
      ['Windows', /(?<!\p{L})(?:windows|win(?:10|11|32|64)|powershell)(?!\p{L})/iu],
      ['macOS', /(?<!\p{L})(?:mac ?os(?: ?x)?|osx|macs?|macbooks?|homebrew|brew)(?!\p{L})/iu],
      ['Linux', /(?<!\p{L})(?:linux|ubuntu|debian|fedora|apt(?:-get)?|systemd)(?!\p{L})/iu],
      ['Android', /(?<!\p{L})android(?!\p{L})/iu],
      ['iOS', /(?<!\p{L})(?:ios|iphones?|ipados|ipads?)(?!\p{L})/u],
    ],
  },
  {
    name: 'message broker',
    isOne: true,
    members: [
      ['Kafka', /\bkafka\b/i],
      ['RabbitMQ', /\b(?:rabbitmq|amqp)\b/i],
      ['NATS', /\bnats\b/],
      ['MQTT', /\bmqtt\b/i],
    ],
  },
  {
    name: 'hash',
    isOne: false,
    members: [
      ['MD5', /\bmd5\b/i],
      ['SHA-1', /\bsha-?1\b/i],
      ['SHA-256', /\bsha-?256\b/i],
      ['SHA-512', /\bsha-?512\b/i],
      ['bcrypt', /\bbcrypt\b/i],
      ['Argon2', /\bargon2(?:id?)?\b/i],
      ['scrypt', /\bscrypt\b/i],
      ['PBKDF2', /\bpbkdf2\b/i],
    ],
  },
  {
    name: 'encoding',
    isOne: true,
    members: [
      ['UTF-8', /\butf-?8\b/i],
      ['UTF-16', /\butf-?16(?:le|be)?\b/i],
      ['Latin-1', /\b(?:latin-?1|iso-?8859-1)\b/i],
      ['windows-1252', /\b(?:windows-?1252|cp1252)\b/i],
      ['Shift_JIS', /\b(?:shift[-_ ]?jis|sjis|cp932)\b/i],
    ],
  },
  {
    name: 'separator',
    isOne: true,
    members: [
      [
        'semicolon',
        /(?<!\p{L})(?:semicolons?|semikolons?|points?[- ]virgules?|punto y coma|ponto e vírgula|punto e virgola|puntkomma)(?!\p{L})|セミコロン|分号|(?:delim|separ|trenn)\p{L}*["']?\s*[:=,(]\s*["'];["']/iu,
      ],
      [
        'comma',
        /(?<!\p{L})(?:commas?|kommas?|virgules?|vírgulas?|virgola)(?!\p{L})|(?<!y )(?<!\p{L})comas?(?!\p{L})|カンマ|逗号|(?:delim|separ|trenn)\p{L}*["']?\s*[:=,(]\s*["'],["']/iu,
      ],
      [
        'tab',
        /(?<!\p{L})(?:tabs?|tabulator\p{L}*|tabulation|tabulador)(?!\p{L})(?=[^\n]{0,30}(?:separ|delim|getrenn|trenn|sépar))|(?:delim|separ|trenn)\p{L}*["']?\s*[:=,(]\s*["']\\t["']/iu,
      ],
    ],
  },
  {
    name: 'order of a date',
    isOne: true,
    members: [
      [
        'year first',
        /\bYYYY[-./]?MM[-./]?DD\b|%Y[-./]?%m[-./]?%d|\b(?:year-month-day|ISO[- ]8601)\b|\bJJJJ-MM-TT\b|\bAAAA-MM-[DJ][DJ]\b/i,
      ],
      [
        'day first',
        /\bDD[-./]MM[-./](?:YY)?YY\b|%d[-./]%m[-./]%[Yy]|\b(?:day-month-year)\b|\bTT\.MM\.JJJJ\b|\b[DJ][DJ]\/MM\/AAAA\b/i,
      ],
      ['month first', /\bMM[-./]DD[-./](?:YY)?YY\b|%m[-./]%d[-./]%[Yy]/i],
    ],
  },
  {
    name: 'currency',
    isOne: false,
    members: [
      ['EUR', /(?<![\p{L}\d])(?:EUR|euros?)(?!\p{L})|€/iu],
      ['USD', /(?<![\p{L}\d])(?:USD|dollars?|dólares)(?!\p{L})|(?<!R|US|CA|A)\$(?=\s?\d)/iu],
      ['GBP', /(?<![\p{L}\d])(?:GBP|pounds?)(?!\p{L})|£/iu],
      ['CHF', /(?<![\p{L}\d])(?:CHF|franken)(?!\p{L})/iu],
      ['JPY', /(?<![\p{L}\d])(?:JPY|yen)(?!\p{L})|\d\s?円/iu],
    ],
  },
  {
    name: 'day of the week',
    isOne: false,
    members: [
      [
        'Monday',
        /(?<!\p{L})(?:mondays?|montags?|lundis?|lunes|segunda-feira|lunedì|maandag)(?!\p{L})|月曜|星期一|周一/iu,
      ],
      [
        'Tuesday',
        /(?<!\p{L})(?:tuesdays?|dienstags?|mardis?|martes|terça-feira|martedì|dinsdag)(?!\p{L})|火曜|星期二|周二/iu,
      ],
      [
        'Wednesday',
        /(?<!\p{L})(?:wednesdays?|mittwochs?|mercredis?|miércoles|quarta-feira|mercoledì|woensdag)(?!\p{L})|水曜|星期三|周三/iu,
      ],
      [
        'Thursday',
        /(?<!\p{L})(?:thursdays?|donnerstags?|jeudis?|jueves|quinta-feira|giovedì|donderdag)(?!\p{L})|木曜|星期四|周四/iu,
      ],
      [
        'Friday',
        /(?<!\p{L})(?:fridays?|freitags?|vendredis?|viernes|sexta-feira|venerdì|vrijdag)(?!\p{L})|金曜|星期五|周五/iu,
      ],
      [
        'Saturday',
        /(?<!\p{L})(?:saturdays?|samstags?|sonnabends?|samedis?|sábados?|sabato|zaterdag)(?!\p{L})|土曜|星期六|周六/iu,
      ],
      [
        'Sunday',
        /(?<!\p{L})(?:sundays?|sonntags?|dimanches?|domingos?|domenica|zondag)(?!\p{L})|日曜|星期日|周日/iu,
      ],
    ],
  },
];

interface Choice extends Spot, Subject {
  family: Family;
  member: string;
  shown: string;
}

const MOST_CHOICES = 200;
const NOTHING: ReadonlySet<string> = new Set();
const NEGATED =
  /(?<!\p{L})(?:not|no longer|instead of|never|nicht|kein\p{L}*|statt|pas|au lieu|no|en lugar|não|em vez|non|invece|niet)(?!\p{L})/iu;

export function compareFamilies(passages: readonly Passage[]): Compared {
  const found: Contradiction[] = [];
  let pairs = 0;
  for (const family of FAMILIES) {
    const choices = passages.flatMap((passage) => choiceIn(passage, family)).slice(0, MOST_CHOICES);
    const told = new Map(
      (['prose', 'rest'] as const).map((side) => [
        side,
        new Set(
          choices.filter((one) => (one.kind === 'prose') === (side === 'prose')).map(({ member }) => member),
        ),
      ]),
    );
    const isAlone = family.isOne && told.get('prose')?.size === 1 && told.get('rest')?.size === 1;
    for (const [index, one] of choices.entries())
      for (const other of choices.slice(index + 1)) {
        if (one.path === other.path || (one.kind !== 'prose' && other.kind !== 'prose')) continue;
        const strength = isAlone && one.kind !== other.kind ? 1 : sharedOf(one, other);
        if (strength < 1) continue;
        pairs++;
        if (one.member === other.member) continue;
        const claim = `The ${family.name} is ${one.shown} in ${placeOf(one)}, but ${other.shown} in ${placeOf(other)}.`;
        found.push({ key: keyOf(family.name, [one, other]), claim, places: [one, other], strength });
      }
  }
  return { found, pairs };
}

/** The one of a family that a text names and does not rule out; null where it names none or several. */
export function chosenIn(text: string): { family: string; member: string; shown: string }[] {
  const lines = text.split('\n').filter((line) => !NEGATED.test(line));
  return FAMILIES.flatMap(({ name, members }) => {
    const named = members.flatMap(([member, pattern]) => {
      const shown = lines.map((line) => pattern.exec(line)?.[0]).find((one) => one !== undefined);
      return shown === undefined ? [] : [{ family: name, member, shown }];
    });
    return named.length === 1 ? named : [];
  });
}

/** A line that names two of a family tells of both. */
function choiceIn(passage: Passage, family: Family): Choice[] {
  if (NEGATED.test(passage.text)) return [];
  const named = family.members.flatMap(([member, pattern]) => {
    const match = pattern.exec(passage.text);
    return match === null ? [] : [{ member, shown: match[0] }];
  });
  const [only] = named;
  if (named.length !== 1 || only === undefined) return [];
  const own = termsOf(passage.text.replace(only.shown, ' '));
  return [{ ...spotOf(passage), own, near: NOTHING, far: termsOf(passage.context), family, ...only }];
}

/** Most of what the shorter one says must be what the other says. */
function sharedOf(one: Choice, other: Choice): number {
  const shared = [...one.own].filter((term) => other.own.has(term) && !isRole(term));
  const least = Math.min(one.own.size, other.own.size);
  return shared.length >= 2 && shared.length / Math.max(1, least) >= 0.5 ? 1 : 0;
}
