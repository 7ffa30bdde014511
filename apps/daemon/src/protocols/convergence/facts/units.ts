/** Units as people and programs write them, by what they measure. */
import { folded } from '../words.ts';

export type Dimension =
  | 'time'
  | 'bytes'
  | 'length'
  | 'mass'
  | 'volume'
  | 'temperature'
  | 'money'
  | 'share'
  | 'picture';

export interface Unit {
  dimension: Dimension;
  /** One name for all ways to write it. */
  name: string;
  factor: number;
  /** Added after the factor: degrees do not begin at the same place. */
  offset?: number;
}

const TABLE: readonly (Unit & { words: string })[] = [
  {
    dimension: 'time',
    name: 'ms',
    factor: 0.001,
    words:
      'ms msec millis millisecond milliseconds millisekunde millisekunden milisegundo milisegundos milliseconde millisecondes millisecondi ミリ秒 毫秒 밀리초',
  },
  {
    dimension: 'time',
    name: 's',
    factor: 1,
    words:
      's sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondo secondi seconden sekund sekundy sekunder секунда секунды секунд 秒 秒間 초',
  },
  {
    dimension: 'time',
    name: 'min',
    factor: 60,
    words:
      'min mins minute minutes minuten minuto minutos minuti minuut minuty minut minuter минута минуты минут 分 分間 分钟 分鐘 분',
  },
  {
    dimension: 'time',
    name: 'h',
    factor: 3_600,
    words:
      'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur uren godzina godziny godzin timme timmar time час часа часов 時間 小时 小時 시간',
  },
  {
    dimension: 'time',
    name: 'd',
    factor: 86_400,
    words:
      'd day days tag tage tagen jour jours dia dias giorno giorni dag dagen dagar dager dzien dni день дня дней 日間 日 天 일',
  },
  {
    dimension: 'time',
    name: 'week',
    factor: 604_800,
    words:
      'w week weeks woche wochen semaine semaines semana semanas settimana settimane weken tydzien tygodnie tygodni vecka veckor неделя недели недель 週間 週 周 주',
  },
  {
    dimension: 'time',
    name: 'month',
    factor: 2_592_000,
    words:
      'month months monat monate monaten mois mes meses mese mesi maand maanden miesiac miesiace miesiecy manad manader месяц месяца месяцев か月 ヶ月 カ月 个月 個月 개월',
  },
  {
    dimension: 'time',
    name: 'year',
    factor: 31_536_000,
    words:
      'year years jahr jahre jahren an ans annee annees ano anos anno anni jaar jaren rok lata lat ar год года лет 年間 年 년',
  },
  { dimension: 'bytes', name: 'B', factor: 1, words: 'byte bytes octet octets バイト 字节 바이트' },
  { dimension: 'bytes', name: 'kB', factor: 1_024, words: 'kb kib ko kilobyte kilobytes' },
  {
    dimension: 'bytes',
    name: 'MB',
    factor: 1_048_576,
    words: 'mb mib mo mbyte megabyte megabytes megabytes',
  },
  { dimension: 'bytes', name: 'GB', factor: 1_073_741_824, words: 'gb gib go gbyte gigabyte gigabytes' },
  { dimension: 'bytes', name: 'TB', factor: 1_099_511_627_776, words: 'tb tib to terabyte terabytes' },
  {
    dimension: 'length',
    name: 'mm',
    factor: 0.001,
    words: 'mm millimetre millimetres millimeter millimeters milimetro milimetros',
  },
  {
    dimension: 'length',
    name: 'cm',
    factor: 0.01,
    words: 'cm centimetre centimetres centimeter centimeters zentimeter centimetro centimetros centimetri',
  },
  {
    dimension: 'length',
    name: 'm',
    factor: 1,
    words: 'metre metres meter meters metro metros metri メートル 米 미터',
  },
  {
    dimension: 'length',
    name: 'km',
    factor: 1_000,
    words:
      'km kilometre kilometres kilometer kilometers kilometern kilometro kilometros quilometro quilometros chilometro chilometri キロメートル 公里 킬로미터',
  },
  {
    dimension: 'length',
    name: 'mi',
    factor: 1_609.344,
    words: 'mi mile miles meile meilen milha milhas milla millas miglio miglia マイル 英里 마일',
  },
  { dimension: 'length', name: 'ft', factor: 0.3048, words: 'ft foot feet pieds' },
  { dimension: 'length', name: 'in', factor: 0.0254, words: 'inch inches zoll pouces pulgadas polegadas' },
  {
    dimension: 'mass',
    name: 'g',
    factor: 0.001,
    words: 'gram grams gramm gramme grammes gramo gramos grama gramas グラム',
  },
  {
    dimension: 'mass',
    name: 'kg',
    factor: 1,
    words:
      'kg kilo kilos kilogram kilograms kilogramm kilogramo kilogramos quilo quilos キログラム 公斤 킬로그램',
  },
  {
    dimension: 'mass',
    name: 't',
    factor: 1_000,
    words: 'tonne tonnes tonnen toneladas tonnellate トン 吨 톤',
  },
  { dimension: 'mass', name: 'lb', factor: 0.45359237, words: 'lb lbs' },
  {
    dimension: 'volume',
    name: 'ml',
    factor: 0.001,
    words: 'ml milliliter milliliters millilitre millilitres mililitros',
  },
  {
    dimension: 'volume',
    name: 'l',
    factor: 1,
    words: 'liter liters litre litres litro litros litri リットル 升 리터',
  },
  { dimension: 'temperature', name: '°C', factor: 1, offset: 0, words: '°c ℃ celsius grad' },
  { dimension: 'temperature', name: '°F', factor: 5 / 9, offset: -160 / 9, words: '°f ℉ fahrenheit' },
  {
    dimension: 'money',
    name: 'cent',
    factor: 0.01,
    words:
      'cent cents ct centime centimes centimo centimos centavo centavos centesimi pence grosze groszy копеек',
  },
  {
    dimension: 'money',
    name: 'whole',
    factor: 1,
    words:
      '€ eur euro euros $ usd dollar dollars dolares r$ brl real reais £ gbp chf franken francs zloty zlotych руб рублей yen jpy 円 元 원 kr kronor kroner',
  },
  {
    dimension: 'share',
    name: '%',
    factor: 1,
    words: '% percent prozent procent percento процент процента процентов パーセント 퍼센트',
  },
  { dimension: 'picture', name: 'px', factor: 1, words: 'px pixel pixels ピクセル' },
];

const BY_WORD = new Map<string, Unit>(
  TABLE.flatMap(({ words, ...unit }) => words.split(' ').map((word): [string, Unit] => [folded(word), unit])),
);

/** Letters that mean a unit only right behind the figure: `30d`, not `30 d`. */
const TIGHT = new Set([
  'd',
  'h',
  'w',
  'to',
  'go',
  'mo',
  'an',
  'in',
  'ore',
  'ar',
  'time',
  'real',
  'grad',
  'mes',
]);

/** `isTight`: it stands right behind the figure. */
export function unitOf(word: string, isTight: boolean): Unit | null {
  const plain = folded(word).replace(/\.$/, '');
  if (!isTight && TIGHT.has(plain)) return null;
  const known = BY_WORD.get(plain);
  if (known !== undefined) return known;
  // Without spaces the unit runs on into the next word.
  if (!/^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}]/u.test(word)) return null;
  for (const length of [4, 3, 2, 1]) {
    const unit = BY_WORD.get([...word].slice(0, length).join(''));
    if (unit !== undefined) return unit;
  }
  return null;
}

export function inBase(value: number, { factor, offset = 0 }: Unit): number {
  return value * factor + offset;
}

export function fromBase(value: number, { factor, offset = 0 }: Unit): number {
  return (value - offset) / factor;
}
