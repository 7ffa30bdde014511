/** An invitation to something that was over when the page was published, by the page's own word for both days. */
import type { Observation } from '../finding.ts';
import type { Page } from '../model/page.ts';
import { visibleBlocks } from '../model/reading.ts';
import { datesIn } from './dates.ts';
import { inTwoPlaces } from './two-places.ts';

const PUBLISHED =
  /^\W*(?:first )?(?:published|posted|released|veröffentlicht|erschienen|publiée?|mis en ligne|publicad[oa]|pubblicat[oa]|gepubliceerd|publicerad)(?!\p{L})/iu;
const INVITES =
  /(?<!\p{L})(?:register (?:now|today|here|by)|sign up (?:now|today|by)|book (?:now|your (?:place|seat|ticket))|reserve your|join us|places are limited|apply (?:now|by)|upcoming|will take place|melden sie sich|jetzt (?:anmelden|buchen|bewerben)|anmeldung bis|findet (?:am|statt)|inscrivez-vous|inscription jusqu|aura lieu|réservez|inscríb\p{L}+|inscripción hasta|tendrá lugar|reserve (?:su|tu)|inscreva-se|inscrições até|terá lugar|vai decorrer|iscriv\p{L}+|si terrà|prenota|meld je aan|vindt plaats)(?!\p{L})/iu;
const DAY_MS = 86_400_000;

export function overAlready(page: Page): Observation[] {
  const blocks = visibleBlocks(page).filter(({ kind }) => kind !== 'code');
  const days = blocks.flatMap(({ said }) =>
    PUBLISHED.test(said)
      ? datesIn(said).map(({ time, text }) => ({ time, text: `${said}`.slice(0, 60) || text }))
      : [],
  );
  const published = days.toSorted((one, other) => one.time - other.time)[0];
  if (published === undefined) return [];
  return blocks.flatMap(({ element: at, said }): Observation[] => {
    const dates = INVITES.test(said) && !PUBLISHED.test(said) ? datesIn(said) : [];
    const [first] = dates;
    if (first === undefined || dates.some(({ time }) => time > published.time - DAY_MS)) return [];
    return [inTwoPlaces(at, `${INVITES.exec(said)?.[0] ?? ''}: ${first.text}`, published.text)];
  });
}
