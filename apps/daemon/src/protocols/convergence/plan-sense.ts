/** What a plan cannot mean: what prepares a start and comes after it, one person in two places, days ruled out, risks nobody answers. */

import { calendarDaysIn, dayNumber } from '../documents/language/calendar-days.ts';
import { anyOf } from '../documents/language/patterns.ts';
import { AWAY } from '../documents/language/plan-words.ts';
import { sentencesOf } from '../documents/sentences.ts';
import { tablesOf } from '../documents/tables.ts';
import { spanIn, type When, whenOf } from './plan-dates.ts';
import { doubtful, type Found } from './plan-faults.ts';
import type { PlanContents } from './plan-items.ts';
import type { PlanStep } from './plan-step.ts';

export function senseFaults(contents: PlanContents): Found[] {
  const when = whenOf(contents);
  return [
    ...awayByTable(contents, when),
    ...twoPlaces(contents),
    ...turnedAbout(contents),
    ...doubtful([
      ...preparedTooLate(contents, when),
      ...inFreeze(contents, when),
      ...unansweredRisks(contents),
    ]),
  ];
}

function idOf({ entries }: PlanContents, step: PlanStep | undefined): string | undefined {
  return (
    entries.find((entry) => step !== undefined && entry.step === step) ??
    entries.find((entry) => entry.step !== null)
  )?.item.id;
}

const PREPARES = anyOf(
  'go\\s?/\\s?no-?go|go-no-go|training|train the|approval by|sign-?off|acceptance by|first test|dress rehearsal|rehearsal|pilot run|consent|permission|privacy (?:review|opinion)|data protection|legal review|risk assessment|backup of|snapshot of|briefing of',
  'schulung\\p{L}*|freigabe durch|abnahme durch|datenschutz\\p{L}*|genehmigung|generalprobe|probelauf|erster test|datensicherung|betriebsrat|unterweisung',
  'formation (?:des|du)|recette par|accord (?:de|du)|autorisation|répétition|avis du|validation par|premier essai|sauvegarde',
  'formación|capacitación|autorización|aprobación|permiso|ensayo|primera prueba|copia de seguridad|treinamento|formação|autorização|aprovação|parecer|primeiro teste|formazione|parere|autorizzazione|approvazione|prima prova|collaudo|benestare',
  'opleiding|training van|toestemming|goedkeuring|generale repetitie|eerste test|szkoleni\\p{L}+|zgoda|opinia|zatwierdzeni\\p{L}+|próba generalna|utbildning|godkännande|tillstånd|första test',
  '研修|承認|許可|リハーサル|事前テスト|培训|审批|批准|演练|교육|승인',
);
const STARTS = anyOf(
  'go-?live|cut-?over|launch|switch(?:-?over)?|roll-?out starts|production (?:start|migration)|opening(?: day)?|release day|public start',
  'livegang|inbetriebnahme|umstellung|produktivstart|scharfschaltung|eröffnung|start im echtbetrieb',
  'mise en (?:service|production)|bascule|lancement|ouverture|puesta en (?:marcha|producción)|lanzamiento|apertura|entrada em produção|lançamento|virada|avvio|messa in (?:servizio|produzione)|lancio|apertura',
  'livegang|ingebruikname|overgang|lancering|uruchomieni\\p{L}+|start produkcyjn\\p{L}+|przełączeni\\p{L}+|driftsättning|lansering|övergång',
  '本番(?:開始|移行|切替)|リリース|切替|開業|上线|切换|发布|오픈|전환',
);
const AFTERWARDS = anyOf(
  'follow-?up|second|further|refresher|post|after (?:the )?(?:go-?live|launch|switch)|later|nach(?:schulung|betreuung|besprechung)|wiederholung|deuxième|suivi|segund[oa]|seguimiento|seconda|vervolg|uzupełniając\\p{L}+|uppföljning',
  '事後|後続|二回目|后续',
);

/** Somebody decides, learns or allows what has been going on for days. */
function preparedTooLate(contents: PlanContents, when: ReadonlyMap<PlanStep, When>): Found[] {
  const { steps } = contents;
  const live = steps.find(({ title }) => STARTS.test(title) && !PREPARES.test(title));
  const start = live === undefined ? undefined : when.get(live);
  if (live === undefined) return [];
  return steps.flatMap((step, index): Found[] => {
    if (step === live || !PREPARES.test(step.title) || AFTERWARDS.test(step.title)) return [];
    const own = when.get(step);
    const isLater =
      own !== undefined && start !== undefined
        ? own.from > start.from
        : index > steps.indexOf(live) && step.needs.some(({ key }) => key === live.key);
    const id = idOf(contents, step);
    if (!isLater || id === undefined) return [];
    const [at, to] = [
      own === undefined ? '' : ` (${own.shown}, line ${own.line})`,
      start === undefined ? '' : ` (${start.shown}, line ${start.line})`,
    ];
    return [
      [
        id,
        {
          kind: 'b',
          reason: `line ${step.line}: ${step.shown}${at} should come before ${live.shown}${to}, which it prepares`,
        },
      ],
    ];
  });
}

/** A column that says who is away, and a step of theirs in that time. */
function awayByTable(contents: PlanContents, when: ReadonlyMap<PlanStep, When>): Found[] {
  return tablesOf(contents.document).flatMap(({ header, rows }): Found[] => {
    const at = header.findIndex(
      (name) =>
        AWAY.test(name) ||
        /(?:absence|urlaub|abwesen|congé|ausencia|ausência|assenz|afwezig|nieobecn|frånvaro|不在)/iu.test(
          name,
        ),
    );
    if (at === -1) return [];
    return rows.flatMap(({ cells, line }): Found[] => {
      const span = spanIn(cells[at] ?? '');
      const name = (cells[0] ?? '').trim();
      if (span === null || name.length < 3) return [];
      return [...when].flatMap(([step, own]): Found[] => {
        const said = [step.title, ...step.parts.map(({ raw }) => raw)].join(' ');
        const id = idOf(contents, step);
        if (!said.includes(name) || own.to < span.from || own.from > span.to || id === undefined) return [];
        return [
          [
            id,
            {
              kind: 'b',
              reason: `line ${own.line}: ${step.shown} is planned for ${own.shown}, and ${name} is away then (line ${line}): ${cells[at]}`,
            },
          ],
        ];
      });
    });
  });
}

const FREEZE = anyOf(
  'freeze|frozen|blackout|no (?:changes|releases|deployments)|moratorium|änderungssperre|freeze-?phase|keine (?:änderungen|releases)|sperrzeit|gel des|aucune modification|congelación|sin cambios|congelamento|sem alterações|blocco (?:delle )?modifiche|nessuna modifica|bevriezing|geen wijzigingen|zamrożenie|bez zmian|förändringsstopp|inga ändringar',
  '凍結|変更禁止|封网|冻结|변경 금지',
);

/** A change in days in which nothing may be changed. */
function inFreeze(contents: PlanContents, when: ReadonlyMap<PlanStep, When>): Found[] {
  const { steps, document } = contents;
  return sentencesOf(document).flatMap((sentence): Found[] => {
    const span =
      FREEZE.test(sentence.own) &&
      !steps.some((step) => sentence.line >= step.line && sentence.line <= step.endLine)
        ? spanIn(sentence.own)
        : null;
    if (span === null) return [];
    return [...when].flatMap(([step, own]): Found[] => {
      const id = idOf(contents, step);
      return own.to < span.from || own.from > span.to || id === undefined || own.to - own.from > 20
        ? []
        : [
            [
              id,
              {
                kind: 'b',
                reason: `line ${own.line}: ${step.shown} is planned for ${own.shown}, when nothing may be changed (line ${sentence.line}): "${sentence.text.trim().slice(0, 120)}"`,
              },
            ],
          ];
    });
  });
}

const HOURS =
  /(?<![\d:.])(\d{1,2})(?:[:.h](\d{2}))?\s*(?:Uhr|h)?\s*(?:-|–|—|to|bis|à|a|alle|às|tot|do|till|〜)\s*(\d{1,2})(?:[:.h](\d{2}))?(?=\s*(?:Uhr|h\b|[,.;)]|$))/u;
const NAMED = /(?<![\p{L}])(\p{Lu}\p{Ll}{2,})(?![\p{L}])/gu;

/** Who does something, where the plan says so: other capitals are rooms, meetings, or nouns of German. */
const DOER =
  /(?:[Oo]wner|[Rr]esponsible|[Ll]ead|[Aa]ssigned to|[Bb]y|[Ww]ho|[Vv]erantwortlich|[Zz]uständig|[Dd]urch|[Ww]er|[Rr]esponsable|[Pp]ar|[Pp]or|[Rr]esponsabile|[Vv]erantwoordelijke|[Dd]oor|[Oo]dpowiedzialn\p{L}*|[Aa]nsvarig)\s*[:(]?\s+(\p{Lu}\p{Ll}{2,})/gu;

/** "…: Dario, 2 April": whoever stands right before the day. */
const BESIDE_DATE = /(?<![\p{L}])(\p{Lu}\p{Ll}{2,}),?\s*$/u;
const WEEKDAY = /day$|tag$|woch$|abend$|di$|dag$/u;

/** One person at one hour of one day in two lines. */
function twoPlaces(contents: PlanContents): Found[] {
  // Any year: only days of one text are compared.
  const year = 2026;
  const doers = new Set([...contents.document.source.matchAll(DOER)].map(([, name = '']) => name));
  const seen: { name: string; day: number; from: number; to: number; line: number }[] = [];
  const lines = contents.document.source.split(/\r\n|\n|\r/);
  return lines.flatMap((text, index): Found[] => {
    const [day] = calendarDaysIn(text, year);
    const number = day === undefined ? null : dayNumber(day);
    const hours = day === undefined ? null : HOURS.exec(text.slice(day.end));
    if (number === null || hours === null) return [];
    const minutes = (hour: string | undefined, rest: string | undefined): number =>
      Number(hour) * 60 + Number(rest ?? 0);
    const [from, to] = [minutes(hours[1], hours[2]), minutes(hours[3], hours[4])];
    const beside = BESIDE_DATE.exec(text.slice(0, day?.start))?.[1] ?? '';
    const names = [...new Set([...text.matchAll(NAMED)].map(([, name = '']) => name))].filter(
      (name) => doers.has(name) || (name === beside && !WEEKDAY.test(name)),
    );
    const clash = seen.find(
      (one) =>
        names.includes(one.name) &&
        one.day === number &&
        one.from < to &&
        from < one.to &&
        one.line !== index + 1,
    );
    for (const name of names)
      if (seen.length < 2_000) seen.push({ name, day: number, from, to, line: index + 1 });
    const id = idOf(
      contents,
      contents.steps.find((step) => index + 1 >= step.line && index + 1 <= step.endLine),
    );
    return clash === undefined || id === undefined
      ? []
      : [
          [
            id,
            {
              kind: 'b',
              reason: `line ${index + 1}: ${clash.name} is in two places at once (line ${clash.line} and line ${index + 1}): "${text.trim().slice(0, 120)}"`,
            },
          ],
        ];
  });
}

const FROM =
  /^(?:from|start|begin|von|ab|beginn|début|du|de|desde|inicio|início|da|dal|inizio|van|start|od|początek|rozpocz\p{L}*|från|開始)/iu;
const TO =
  /^(?:to|end|until|finish|bis|ende|fin|au|à|hasta|até|fim|al?|fine|tot|eind|do|koniec|zakończ\p{L}*|till|slut|終了)/iu;

/** A row that ends before it begins. */
function turnedAbout(contents: PlanContents): Found[] {
  return tablesOf(contents.document).flatMap(({ header, rows }): Found[] => {
    const at = header.findIndex(
      (name, index) => FROM.test(name.trim()) && TO.test((header[index + 1] ?? '').trim()),
    );
    if (at === -1) return [];
    return rows.flatMap(({ cells, line }): Found[] => {
      const [from, to] = [spanIn(cells[at] ?? ''), spanIn(cells[at + 1] ?? '')];
      const id = idOf(
        contents,
        contents.steps.find((step) => step.line === line),
      );
      return from === null || to === null || to.to >= from.from || from.from - to.to > 200 || id === undefined
        ? []
        : [
            [
              id,
              {
                kind: 'b',
                reason: `line ${line}: it ends on ${cells[at + 1]} before it begins on ${cells[at]}`,
              },
            ],
          ];
    });
  });
}

/** A risk that is named and left so, where others have an answer. */
function unansweredRisks(contents: PlanContents): Found[] {
  const { document } = contents;
  const risks = document.statements.filter(
    (statement) =>
      statement.kind === 'item' &&
      /(?:risk|risiko|risiken|risque|riesgo|risco|rischi|risico|ryzyk|リスク|风险)/iu.test(
        document.headings[statement.section]?.text ?? '',
      ),
  );
  const isAnswered = (text: string): boolean =>
    /[:;→]|->|\s[–—-]\s/u.test(text) ||
    text.split(/[.!?。](?:\s|$)/u).filter((one) => one.trim() !== '').length > 1 ||
    /[、,].*(?:する|行う)/u.test(text);
  const open = risks.filter(({ text }) => !isAnswered(text));
  if (risks.length < 2 || open.length === 0 || open.length > risks.length / 2) return [];
  return open.flatMap(({ line, text }): Found[] => {
    const id = idOf(contents, undefined);
    return id === undefined
      ? []
      : [
          [
            id,
            { kind: 'd', reason: `line ${line}: nothing is said against this risk: "${text.slice(0, 120)}"` },
          ],
        ];
  });
}
