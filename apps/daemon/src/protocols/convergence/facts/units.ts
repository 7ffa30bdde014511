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
  | 'picture'
  | 'energy'
  | 'power'
  | 'pressure'
  | 'speed'
  | 'frequency'
  | 'area'
  | 'sound'
  | 'bit rate'
  | 'voltage'
  | 'current';

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
    words: 'm metre metres meter meters metro metros metri メートル 米 미터',
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
  { dimension: 'mass', name: 'µg', factor: 1e-9, words: 'µg μg mcg' },
  {
    dimension: 'mass',
    name: 'mg',
    factor: 1e-6,
    words: 'mg milligram milligrams milligramm milligrammes miligramos miligramas ミリグラム 毫克',
  },
  {
    dimension: 'mass',
    name: 'g',
    factor: 0.001,
    words: 'g gram grams gramm gramme grammes gramo gramos grama gramas グラム',
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
    words: 'l liter liters litre litres litro litros litri リットル 升 리터',
  },
  { dimension: 'temperature', name: '°C', factor: 1, offset: 0, words: '°c ℃ celsius grad' },
  { dimension: 'temperature', name: 'K', factor: 1, offset: -273.15, words: '°k kelvin k' },
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
  {
    dimension: 'energy',
    name: 'Wh',
    factor: 0.001,
    words: 'wh wattstunde wattstunden wattheure wattheures vatiohora wattora ワット時',
  },
  {
    dimension: 'energy',
    name: 'kWh',
    factor: 1,
    words:
      'kwh kilowattstunde kilowattstunden kilowattheure kilowattheures kilowattora kilowattore kilovatiohora キロワット時 千瓦时 度电',
  },
  { dimension: 'energy', name: 'MWh', factor: 1_000, words: 'mwh megawattstunde megawattstunden' },
  { dimension: 'energy', name: 'kJ', factor: 1 / 3_600, words: 'kj kilojoule kilojoules' },
  { dimension: 'energy', name: 'kcal', factor: 4.184 / 3_600, words: 'kcal kilocalorie kilocalories' },
  { dimension: 'power', name: 'W', factor: 0.001, words: 'watt watts vatios ワット' },
  { dimension: 'power', name: 'kW', factor: 1, words: 'kw kilowatt kilowatts キロワット' },
  { dimension: 'power', name: 'MW', factor: 1_000, words: 'megawatt megawatts' },
  { dimension: 'voltage', name: 'mV', factor: 0.001, words: 'mv millivolt millivolts' },
  { dimension: 'voltage', name: 'V', factor: 1, words: 'v volt volts volte voltios ボルト 伏' },
  { dimension: 'voltage', name: 'kV', factor: 1_000, words: 'kv kilovolt kilovolts' },
  { dimension: 'current', name: 'mA', factor: 0.001, words: 'milliampere milliamps' },
  { dimension: 'current', name: 'A', factor: 1, words: 'ampere amperes amps amperios アンペア' },
  { dimension: 'pressure', name: 'Pa', factor: 1e-5, words: 'pascal' },
  { dimension: 'pressure', name: 'hPa', factor: 1e-3, words: 'hpa mbar millibar ヘクトパスカル' },
  { dimension: 'pressure', name: 'kPa', factor: 0.01, words: 'kpa kilopascal' },
  { dimension: 'pressure', name: 'bar', factor: 1, words: 'bar bars' },
  { dimension: 'pressure', name: 'psi', factor: 0.0689476, words: 'psi' },
  { dimension: 'speed', name: 'km/h', factor: 1, words: 'km/h kmh kph キロ毎時' },
  { dimension: 'speed', name: 'm/s', factor: 3.6, words: 'm/s' },
  { dimension: 'speed', name: 'mph', factor: 1.609344, words: 'mph' },
  { dimension: 'speed', name: 'knot', factor: 1.852, words: 'knot knots knoten noeuds nudos nos ノット' },
  { dimension: 'frequency', name: 'Hz', factor: 1, words: 'hz hertz ヘルツ' },
  { dimension: 'frequency', name: 'kHz', factor: 1e3, words: 'khz' },
  { dimension: 'frequency', name: 'MHz', factor: 1e6, words: 'mhz' },
  { dimension: 'frequency', name: 'GHz', factor: 1e9, words: 'ghz' },
  { dimension: 'area', name: 'm²', factor: 1, words: 'm² m2 qm sqm 平方メートル 平方米' },
  {
    dimension: 'area',
    name: 'ha',
    factor: 10_000,
    words: 'ha hektar hectare hectares hectareas ヘクタール 公顷',
  },
  { dimension: 'volume', name: 'm³', factor: 1_000, words: 'm³ m3 立方メートル 立方米' },
  { dimension: 'sound', name: 'dB', factor: 1, words: 'db decibel decibels dezibel デシベル' },
  { dimension: 'bit rate', name: 'kbit/s', factor: 1, words: 'kbit/s kbps' },
  { dimension: 'bit rate', name: 'Mbit/s', factor: 1_000, words: 'mbit/s mbps' },
  { dimension: 'bit rate', name: 'Gbit/s', factor: 1_000_000, words: 'gbit/s gbps' },
  { dimension: 'picture', name: 'px', factor: 1, words: 'px pixel pixels ピクセル' },
];

const BY_WORD = new Map<string, Unit>(
  TABLE.flatMap(({ words, ...unit }) => words.split(' ').map((word): [string, Unit] => [folded(word), unit])),
);

/** Letters that mean a unit only right behind the figure: `30d`, not `30 d`. */
const TIGHT = new Set([
  'g',
  'k',
  'ha',
  'nos',
  'mi',
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
  // "EUR/kWh" is money for each of something.
  const [whole = '', each] = plain.split('/');
  if (each !== undefined) return BY_WORD.get(whole) ?? null;
  // Without spaces the unit runs on into the next word.
  if (!/^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}]/u.test(word)) return null;
  for (const length of [4, 3, 2, 1]) {
    const unit = BY_WORD.get([...word].slice(0, length).join(''));
    if (unit !== undefined) return unit;
  }
  return null;
}

/** Signs of the unit a text without spaces begins with. */
export function unspacedLength(word: string): number {
  return [4, 3, 2, 1].find((length) => BY_WORD.has([...word].slice(0, length).join(''))) ?? word.length;
}

export function inBase(value: number, { factor, offset = 0 }: Unit): number {
  return value * factor + offset;
}

export function fromBase(value: number, { factor, offset = 0 }: Unit): number {
  return (value - offset) / factor;
}

/** Whether a figure without a unit may be this one, in some unit of its measure. */
export function isSomeUnit(value: number, dimension: string, base: number): boolean {
  return TABLE.some(
    (unit) =>
      unit.dimension === dimension &&
      Math.abs(inBase(value, unit) - base) <= 0.001 * Math.max(1e-9, Math.abs(base)),
  );
}
