/** Days that the calendar does not have so: another day of the week, a day no month has, an end before its beginning. */
import type { MarkdownDocument } from '../../documents/document.ts';
import {
  type CalendarDay,
  calendarDaysIn,
  dayNumber,
  weekdayBeside,
  weekdayOf,
} from '../../documents/language/calendar-days.ts';
import { lineOf, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const DAY_NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Between the first and the last day of a stretch. */
const TO =
  /^\s*(?:to|until|till|through|bis(?: zum)?|au|jusqu[’']au|al|hasta el|a|até|tot(?: en met)?|do|till|–|—|-|から|〜|～|至|到)\s*(?:the\s+)?(?:\p{L}{2,12}\.?,?\s+)?(?:le\s+|el\s+|den\s+)?$/iu;

export const calendar: Check = (document) => {
  const year = yearOf(document);
  let looked = 0;
  const remarks = sentencesOf(document).flatMap((sentence): Remark[] => {
    const days = calendarDaysIn(sentence.text, year);
    looked += days.length;
    const remark = ({ start }: CalendarDay, text: string, says: string): Remark => ({
      check: 'wrong-day',
      line: lineOf(sentence, start),
      text: `${text}: ${quote(sentence.text)}`,
      remedy: write(says),
    });
    return days.flatMap((day, index): Remark[] => {
      const number = dayNumber(day);
      if (number === null) return [remark(day, `there is no ${day.shown}`, `write a day that there is`)];
      const said = weekdayBeside(sentence.text, day);
      const is = weekdayOf(number);
      if (said !== null && said.weekday !== is)
        return [
          remark(
            day,
            `${day.shown}${day.hasYear ? '' : ` ${day.year}`} is a ${DAY_NAMES[is - 1]}, and ${said.shown} is said`,
            `correct ${quote(said.shown)} or ${quote(day.shown)}`,
          ),
        ];
      const next = days[index + 1];
      const end = next === undefined ? null : dayNumber(next);
      if (next === undefined || end === null || end >= number) return [];
      const isStretch = TO.test(sentence.text.slice(day.end, next.start));
      return isStretch && (day.hasYear || day.month < 11) && next.hasYear === day.hasYear
        ? [remark(day, `${next.shown} is before ${day.shown}`, `put the earlier day first`)]
        : [];
    });
  });
  return { remarks, looked, things: 'days are as the calendar has them' };
};

/** The one year the text is about; null where it names several. */
function yearOf({ source }: MarkdownDocument): number | null {
  const years = new Set(
    [...source.matchAll(/(?<![\d.,/-])(20[0-4]\d)(?![\d.,]\d|\d)/g)].map(([, year]) => Number(year)),
  );
  const iso = new Set([...source.matchAll(/(?<!\d)(20[0-4]\d)-\d\d-\d\d/g)].map(([, year]) => Number(year)));
  const all = new Set([...years, ...iso]);
  const [only] = all;
  return all.size === 1 && only !== undefined ? only : null;
}
