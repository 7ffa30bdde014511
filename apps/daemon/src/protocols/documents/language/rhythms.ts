/** How often something happens and how long it takes, said in words: "hourly", "twice a year", "half a day". */
import { MORE_THAN_ONE, NUMBER_WORDS } from './number-words.ts';
import { sourceOf } from './patterns.ts';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** "hourly", "every hour", "jede Stunde": one of a unit, again and again. */
const RHYTHMS: readonly (readonly [number, RegExp])[] = [
  [
    MINUTE,
    new RegExp(
      sourceOf(
        'every minute|once a minute|minütlich|jede minute|chaque minute|toutes les minutes|cada minuto|ogni minuto|elke minuut|毎分|每分钟',
      ),
      'giu',
    ),
  ],
  [
    HOUR,
    new RegExp(
      sourceOf(
        'hourly|every hour|each hour|once an hour|stündlich|jede stunde|chaque heure|toutes les heures|cada hora|a cada hora|ogni ora|elk uur|毎時|1時間ごと|每小时',
      ),
      'giu',
    ),
  ],
  [
    DAY,
    new RegExp(
      sourceOf(
        'daily|nightly|every (?:day|night)|each (?:day|night)|once a day|täglich|jeden tag|jede nacht|nächtlich|chaque (?:jour|nuit)|tous les jours|quotidiennement|cada (?:día|noche)|todos los días|diariamente|a diario|todos os dias|cada dia|ogni giorno|elke dag|dagelijks|毎日|毎晩|每天',
      ),
      'giu',
    ),
  ],
  [
    7 * DAY,
    new RegExp(
      sourceOf(
        'weekly|every week|each week|once a week|wöchentlich|jede woche|chaque semaine|toutes les semaines|cada semana|semanalmente|ogni settimana|elke week|wekelijks|毎週|每周',
      ),
      'giu',
    ),
  ],
  [
    365 * DAY,
    new RegExp(
      sourceOf(
        'yearly|annually|every year|each year|once a year|jährlich|jedes jahr|einmal im jahr|chaque année|tous les ans|une fois par an|cada año|anualmente|una vez al año|todos os anos|uma vez por ano|ogni anno|una volta all.anno|elk jaar|jaarlijks|毎年|年1回|每年',
      ),
      'giu',
    ),
  ],
  [
    91 * DAY,
    new RegExp(
      sourceOf(
        'quarterly|every quarter|each quarter|once a quarter|vierteljährlich|jedes quartal|pro quartal|quartalsweise|trimestriel(?:le)?s?|chaque trimestre|tous les trimestres|par trimestre|cada trimestre|trimestralmente|trimestral(?:es)?|todo trimestre|todos os trimestres|por trimestre|ogni trimestre|trimestrale|elk kwartaal|per kwartaal|四半期ごと|毎四半期|每季度',
      ),
      'giu',
    ),
  ],
  [
    182 * DAY,
    new RegExp(
      sourceOf(
        'half-yearly|every half year|twice a year|semi-annually|halbjährlich|jedes halbjahr|zweimal im jahr|semestriel(?:le)?s?|chaque semestre|deux fois par an|cada semestre|semestral(?:es|mente)?|dos veces al año|todo semestre|duas vezes por ano|ogni semestre|semestrale|due volte (?:al)?l.anno|halfjaarlijks|twee keer per jaar|半年ごと|每半年',
      ),
      'giu',
    ),
  ],
  [
    30 * DAY,
    new RegExp(
      sourceOf(
        'monthly|every month|each month|once a month|monatlich|jeden monat|chaque mois|tous les mois|cada mes|mensualmente|todos os meses|mensalmente|ogni mese|elke maand|maandelijks|毎月|每月',
      ),
      'giu',
    ),
  ],
];
/** Times that are said without a figure: half a day, the next day, the day before. */
export const NEAR_TIMES: readonly (readonly [number, RegExp])[] = [
  [
    30 * MINUTE,
    new RegExp(
      sourceOf(
        "half an hour|half hour|einer? halben? stunde|halbe stunde|une demi-heure|demi-heure|media hora|meia hora|mezz['’]ora|een half uur|半時間|半小时|30분",
      ),
      'giu',
    ),
  ],
  [
    45 * MINUTE,
    new RegExp(
      sourceOf(
        "three[- ]quarters of an hour|three quarter hours?|eine dreiviertelstunde|dreiviertelstunde|trois quarts d['’]heure|tres cuartos de hora|três quartos de hora|tre quarti d['’]ora|drie kwartier",
      ),
      'giu',
    ),
  ],
  [
    15 * MINUTE,
    new RegExp(
      sourceOf(
        "(?:a )?quarter of an hour|viertelstunde|un quart d['’]heure|un cuarto de hora|um quarto de hora|un quarto d['’]ora|een kwartier",
      ),
      'giu',
    ),
  ],
  [
    12 * HOUR,
    new RegExp(
      sourceOf(
        'half a day|half day|einen? halben tag|une demi-journée|medio día|meio dia de|mezza giornata|een halve dag|半日',
      ),
      'giu',
    ),
  ],
  [
    DAY,
    new RegExp(
      sourceOf(
        'the next day|next day|the following day|the day after|the day before|the previous day|the evening before|am (?:nächsten|folgenden|selben) tag|am folgetag|am vortag|am tag (?:davor|danach|zuvor)|le lendemain|la veille|al día siguiente|el día siguiente|la víspera|el día anterior|o dia seguinte|no dia seguinte|na véspera|no dia anterior|il giorno (?:dopo|prima|successivo|precedente)|de volgende dag|de dag (?:ervoor|erna)|翌日|前日|次の日|次日|前一天|다음 ?날|전날',
      ),
      'giu',
    ),
  ],
  [
    14 * DAY,
    new RegExp(sourceOf('a fortnight|fortnight|vierzehn tage|quinze jours|una quincena|uma quinzena'), 'giu'),
  ],
  [
    182.5 * DAY,
    new RegExp(
      sourceOf(
        'half a year|ein(?:em|es)? halben jahres?|halbjahr|un semestre|medio año|meio ano|mezz[oa] anno|een half jaar|半年',
      ),
      'giu',
    ),
  ],
];
const PERIODS: readonly (readonly [number, RegExp])[] = [
  [DAY, /^(?:days?|tag|tage|jour|día|dia|giorno|dag)$/iu],
  [7 * DAY, /^(?:weeks?|woche|semaine|semana|settimana)$/iu],
  [30 * DAY, /^(?:months?|monat|mois|mes|mês|mese|maand)$/iu],
  [365 * DAY, /^(?:years?|jahr|an|année|año|ano|anno|jaar)$/iu],
];
const SOME_TIMES = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(\\d{1,3}|${MORE_THAN_ONE})[ -]?(?:x|times|mal|fois|veces|vezes|volte|keer)|(twice|zweimal|deux fois|due volte|duas vezes|dos veces)|(thrice|dreimal)|(viermal))\\s+(?:an?|per|each|pro|im|am|in der|je|par|por|al|a la|ao|à|all['’]|in het)?\\s?(\\p{L}+)`,
  'giu',
);

/** What each of these has: the pattern above takes long to make, and few texts have a use for it. */
const SAYS_TIMES = /(?:x|times|mal|fois|veces|vezes|volte|keer|twice|thrice)\s/iu;

/** "four times a year", "viermal im Jahr". */
function timesIn(text: string): { value: number; shown: string; start: number; end: number }[] {
  if (!SAYS_TIMES.test(text)) return [];
  return [...text.matchAll(SOME_TIMES)].flatMap(
    ({ 0: shown, 1: number, 2: two, 3: three, 5: word = '', index }) => {
      const period = PERIODS.find(([, pattern]) => pattern.test(word))?.[0];
      const times =
        number !== undefined
          ? (NUMBER_WORDS[number.toLowerCase()] ?? Number(number))
          : two !== undefined
            ? 2
            : three !== undefined
              ? 3
              : 4;
      return period === undefined || times < 2
        ? []
        : [{ value: Math.round(period / times), shown, start: index, end: index + shown.length }];
    },
  );
}

/** How often something happens, in words; the value in seconds. */
export function rhythmsIn(text: string): { value: number; shown: string; start: number; end: number }[] {
  const times = timesIn(text);
  const said = RHYTHMS.flatMap(([value, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: shown, index }) => ({
      value,
      shown,
      start: index,
      end: index + shown.length,
    })),
  );
  return [
    ...times,
    ...said.filter(({ start }) => !times.some((one) => start >= one.start && start < one.end)),
  ];
}

/** Half an hour, half a day, a fortnight; "the next day" says when and not how long. */
export function spokenTimesIn(text: string): { value: number; start: number; end: number }[] {
  return NEAR_TIMES.filter(([value]) => value !== DAY).flatMap(([value, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: shown, index }) => ({
      value,
      start: index,
      end: index + shown.length,
    })),
  );
}
