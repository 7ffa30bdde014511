/**
 * A result of `jury check --json` as the text of a comment and of a step's summary. File names and page text in it were written by
 * whoever opened the pull request, and so may be the whole result: nothing of it becomes markup, a mention, a link or a command.
 */

/** First line of our comment: by it and by its author it is found again. */
export const MARK = '<!-- design-jury -->';
const MOST_FILES = 50;
const MOST_FAULTS = 10;
const MOST_CHARS = 60_000;
const MOST_TEXT = 300;
const VERDICTS = ['passes', 'fails', 'inconclusive', 'waits', 'interrupted', 'refused'];
const WORDS = {
  passes: 'passes',
  fails: 'does not pass',
  inconclusive: 'has no verdict',
  waits: 'waits for an answer',
  interrupted: 'was interrupted',
  refused: 'could not be judged',
};

/** Any value from outside, as a verdict we know. */
export function verdictOf(value) {
  return VERDICTS.includes(value) ? value : 'inconclusive';
}

/** Whole and small, whatever stands there. */
export function countOf(value) {
  return Number.isSafeInteger(value) && value >= 0 && value < 1_000_000 ? value : 0;
}

/** In a code element nobody is mentioned; and what is written as a reference is no markup and no address. */
export function foreign(value) {
  const text = String(value ?? '').slice(0, MOST_TEXT * 4);
  const line = [...text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, MOST_TEXT);
  return `<code>${line.map((letter) => (/[\p{L}\p{N} ]/u.test(letter) ? letter : `&#${letter.codePointAt(0)};`)).join('')}</code>`;
}

const list = (value) =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];

export function render(result) {
  const verdict = verdictOf(result?.verdict);
  const files = list(result?.files);
  const lines = [MARK, `## Design Jury: the change ${WORDS[verdict]}`, ''];
  const change = result?.against;
  if (typeof change === 'object' && change !== null)
    lines.push(
      `**${countOf(change.new)}** new, **${countOf(change.fixed)}** fixed, **${countOf(change.unchanged)}** unchanged against the base branch. The same engine judged both.`,
      '',
    );
  if (files.length === 0) lines.push('No page changed.', '');
  for (const { file, change: what } of list(result?.base?.changes).slice(0, MOST_FILES)) {
    const known = ['changed', 'added', 'removed'].includes(what) ? what : 'changed';
    lines.push(`- ${foreign(file)} is ${known} by this change; it counts after it is merged.`);
  }
  if (files.length > 0)
    lines.push('| Page | Verdict | Composite | New | Fixed | Unchanged |', '|---|---|---|---|---|---|');
  const compared = new Map(list(change?.files).map((one) => [one.file, one]));
  for (const one of files.slice(0, MOST_FILES)) {
    const against = compared.get(one.file);
    const counts =
      against === undefined
        ? [openOf(one).length, 0, 0]
        : [list(against.new).length, list(against.fixed).length, countOf(against.unchanged)];
    const composite =
      typeof one.composite === 'number' && Number.isFinite(one.composite) ? one.composite.toFixed(2) : '–';
    lines.push(
      `| ${foreign(one.file)} | ${WORDS[verdictOf(one.verdict)]} | ${composite} | ${counts.join(' | ')} |`,
    );
  }
  if (files.length > MOST_FILES) lines.push('', `and ${files.length - MOST_FILES} more pages`);
  for (const one of files.slice(0, MOST_FILES)) lines.push(...faultLines(one, compared.get(one.file)));
  const text = `${lines.join('\n')}\n`;
  return text.length <= MOST_CHARS ? text : `${text.slice(0, text.lastIndexOf('\n', MOST_CHARS))}\n\n…\n`;
}

function openOf(file) {
  return list(file.faults).filter(({ standing }) => standing === 'open');
}

/** Where both sides were judged, what is new; else all that is open. */
function faultLines(file, against) {
  const faults = against === undefined ? openOf(file) : list(against.new);
  if (faults.length === 0) return [];
  const shown = faults
    .slice(0, MOST_FAULTS)
    .map(({ text, line, rule }) => `- line ${countOf(line)}: ${foreign(text)} (${foreign(rule)})`);
  const more = faults.length > MOST_FAULTS ? [`- and ${faults.length - MOST_FAULTS} more`] : [];
  return [
    '',
    `**${against === undefined ? 'Open' : 'New'} in** ${foreign(file.file)}`,
    '',
    ...shown,
    ...more,
  ];
}
