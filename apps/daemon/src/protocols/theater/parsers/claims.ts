/** Reads what an agent claims in attributes. Every oddity is a warning; nothing here decides anything. */

import { SCORE_DECIMALS } from '@design-jury/contracts/defaults';
import {
  type Demand,
  MUST_FIX_SEVERITIES,
  type MustFixSeverity,
  PANELIST_ROLES,
  type PanelistRole,
  ROUND_DECISIONS,
  type RoundDecision,
  type WarningKind,
} from '@design-jury/contracts/theater/critique';
import { roundTo } from '../rounding.ts';
import { type Attributes, foldName } from './attributes.ts';
import { asItLooks } from './lookalikes.ts';

interface Warner {
  warn(kind: WarningKind, position: number, detail: string): void;
}

/** In stored text. A map: no word an agent writes can be special. */
const ROLE_ALIASES: ReadonlyMap<string, PanelistRole> = new Map([
  ['accessibility', 'a11y'],
  ['accessibility expert', 'a11y'],
  ['ally', 'a11y'],
  ['art director', 'critic'],
  ['branding', 'brand'],
  ['brand guardian', 'brand'],
  ['copywriter', 'copy'],
  ['copywriting', 'copy'],
  ['content', 'copy'],
  ['critique', 'critic'],
  ['design critic', 'critic'],
  ['design', 'designer'],
  ['word', 'copy'],
]);

const LONGEST_ECHO = 20;

/** An agent's word in a message: short, and never a line of its own. */
function echo(value: string): string {
  const flat = value.replace(/\s+/g, ' ');
  return flat.length > LONGEST_ECHO ? `"${flat.slice(0, LONGEST_ECHO)}…"` : `"${flat}"`;
}

export function readRole(
  attributes: Attributes,
  at: number,
  warner: Warner,
  cast: readonly PanelistRole[],
  live = false,
): PanelistRole | null {
  const found = attributes.find('role');
  if (found === null) {
    warner.warn('unknown_role', at, 'a panelist without a role was dropped');
    return null;
  }
  if (found.alias !== null) warner.warn('attribute_alias', at, `${found.alias} was read as role`);
  if (live && attributes.disagrees('role')) {
    warner.warn('unknown_role', at, 'a panelist of two roles was dropped');
    return null;
  }
  const written = roleIn(found.value);
  const word = written ?? plainWord(found.value).toLowerCase();
  const exact = written ?? roleIn(word);
  // [P5] Nobody votes for a judge under another name; one whose letters only look like a judge's is beside that judge.
  const role = exact ?? (live ? roleIn(voiceOf(word)) : ROLE_ALIASES.get(word));
  if (role === undefined) {
    warner.warn('unknown_role', at, `role ${echo(found.value)} is not on the panel; the block was dropped`);
    return null;
  }
  if (exact === undefined) warner.warn('role_alias', at, `role ${echo(found.value)} was read as ${role}`);
  if (!cast.includes(role)) {
    warner.warn('role_not_in_cast', at, `${role} is not in this run's cast; the block was dropped`);
    return null;
  }
  return role;
}

/** Not `find`: nearly every panelist is asked, and a closure for each costs as much as the rest. */
function roleIn(word: string): PanelistRole | undefined {
  for (const role of PANELIST_ROLES) if (role === word) return role;
  return undefined;
}

const SCORE = /^([+-]?\d+(?:[.,]\d+)?)\s*(?:(?:\/|out of|of)\s*(\d+(?:[.,]\d+)?))?(?:\s*points?)?$/i;

/** The name a panelist speaks under, as it looks: two that look alike are one. */
export function voiceOf(value: string): string {
  return asItLooks(plainWord(value)).toLowerCase();
}

/** Nearly every value is one already. */
const PLAIN_WORD = /^[!-~]+$/;

/** Without what nobody sees, and with plain spaces. */
export function plainWord(value: string): string {
  if (PLAIN_WORD.test(value)) return value;
  return value
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const LOWER_CASE = 0x20;
const LOWER_A = 97;
const LOWER_N = 110;
const LOWER_Z = 122;
const NOTHING =
  /^(?:[-–—.]|none|nothing|nil|null|n\/?a|no(?: (?:must[- _]?fix(?:es)?|issues?|demands?|changes?|problems?|blockers?|defects?))?)(?: (?:found|needed|required|open|remaining|to fix|at this time|this round))?[.!]?$/i;

/** A demand that says there is none: `None.` */
export function isNoDemand(text: string): boolean {
  const first = text.charCodeAt(0) | LOWER_CASE;
  // Nearly every demand begins with another letter.
  if (first >= LOWER_A && first <= LOWER_Z && first !== LOWER_N) return false;
  return NOTHING.test(plainWord(text));
}

/** A dim's score: nobody asks what was written before it was clamped. What is of another scale is no score, and said. */
export function readDimScore(
  attributes: Attributes,
  at: number,
  warner: Warner,
  scale: number,
  clamps = true,
): number | null {
  const exact = attributes.get('score');
  const plain = exact === null ? -1 : plainScore(exact);
  const alone = clamps || !(attributes.isOdd || attributes.disagrees('score'));
  if (plain >= 0 && plain <= scale && alone) return plain;
  const { value, claim } = readScore(attributes, at, warner, scale, clamps);
  if (value === null && claim !== null)
    warner.warn('score_off_scale', at, `a dim has ${claim} where the scale ends at ${scale}`);
  return value;
}

/**
 * [P3] From 0 to the scale, one decimal. Absent or unreadable is null: a missing vote is never a number. What lies
 * beyond is clamped, as ever, or no vote at all.
 */
export function readScore(
  attributes: Attributes,
  at: number,
  warner: Warner,
  scale: number,
  clamps = true,
): { value: number | null; claim: number | null } {
  const found = attributes.find('score');
  if (found === null) return { value: null, claim: null };
  if (found.alias !== null) warner.warn('attribute_alias', at, `${found.alias} was read as score`);
  const plain = plainScore(found.value);
  const twice =
    !clamps &&
    (attributes.disagrees('score') ||
      attributes.contradicts('score') ||
      (attributes.isOdd && attributes.some((name, value) => isOtherScale(name, value, scale))));
  if (plain >= 0 && plain <= scale && !twice) return { value: plain, claim: plain };
  const claim = twice ? null : claimIn(found.value, scale);
  if (claim === null) {
    warner.warn('score_unreadable', at, `score ${echo(found.value)} is not a number from 0 to ${scale}`);
    return { value: null, claim: null };
  }
  if (!clamps && (claim < 0 || claim > scale)) return { value: null, claim };
  const clamped = Math.min(scale, Math.max(0, claim));
  if (clamped !== claim) warner.warn('score_clamped', at, `score ${claim} was clamped to ${clamped}`);
  return { value: roundTo(clamped, SCORE_DECIMALS), claim };
}

/** [P3] A score as it is read live, wherever it is written; null for another scale, and for what lies beyond this one. */
export function scoreIn(written: string, scale: number): number | null {
  const claim = claimIn(written, scale);
  return claim === null || claim < 0 || claim > scale ? null : roundTo(claim, SCORE_DECIMALS);
}

/** `8,5`, `9/10` and `8.5 out of 10`; null for what is no number, or of another denominator. */
function claimIn(written: string, scale: number): number | null {
  const [, number, outOf] = SCORE.exec(plainWord(written)) ?? [];
  if (number === undefined || (outOf !== undefined && Number(outOf.replace(',', '.')) !== scale)) return null;
  return Number(number.replace(',', '.'));
}

/** `7` and `7.5` need no regular expression; -1 for anything else. */
function plainScore(value: string): number {
  const whole = value.charCodeAt(0) - 48;
  if (!(whole >= 0 && whole <= 9)) return -1;
  if (value.length === 1) return whole;
  const tenth = value.charCodeAt(2) - 48;
  return value.length === 3 && value.charCodeAt(1) === 46 && tenth >= 0 && tenth <= 9
    ? (whole * 10 + tenth) / 10
    : -1;
}

export function readNumber(value: string): number | null {
  const word = plainWord(value);
  const number = word === '' ? Number.NaN : Number(word);
  return Number.isFinite(number) ? number : null;
}

/** How many must-fixes a judge says it has; who says no has one at least. */
export function readJudgesCount(attributes: Attributes): ReturnType<typeof readCount> {
  const count = readCount(attributes);
  if (count === 'unreadable' || (!attributes.isOdd && attributes.get('decision') === null)) return count;
  return attributes.some(refuses) ? Math.max(1, count ?? 0) : count;
}

/** How many must-fixes a panelist says it has. What is no number is not nothing. */
export function readCount(attributes: Attributes): number | 'unreadable' | null {
  const found = attributes.find('must_fix');
  if (found === null || found.value === '') return null;
  const plain = plainScore(found.value);
  if (attributes.contradicts('must_fix')) return 'unreadable';
  if (Number.isInteger(plain) && plain >= 0 && !attributes.disagrees('must_fix')) return plain;
  if (isNoDemand(found.value)) return null;
  return attributes.disagrees('must_fix') ? 'unreadable' : (readNumber(found.value) ?? 'unreadable');
}

/** What a judge decides beside its score, by the names of such a field, folded. */
const DECIDING = new Set(
  'approval approve approved accept accepted decision outcome pass passed passes recommendation ship ships verdict'.split(
    ' ',
  ),
);
const YES =
  /^(?:ship(?:s|ped)?|pass(?:es|ed)?|approv(?:e|es|ed)|accept(?:s|ed)?|yes|true|ok(?:ay)?|go|1)[.!]?$/i;

/** [S20] Whether a field, by its name, says that the page may not go out: anything but a yes does. */
export function refuses(name: string, value: string): boolean {
  return value !== '' && DECIDING.has(foldName(name)) && !YES.test(plainWord(value));
}

/** Names of a scale, folded. */
const SCALE_NAME =
  /^(?:score|vote|rating|points?)?(?:scale|max|maximum|outof|of|denominator|range|units?|percent(?:age)?)(?:score|points?)?$/;

/** [P3] Whether a field says that a score is of another scale than this. */
export function isOtherScale(name: string, value: string, scale: number): boolean {
  if (!SCALE_NAME.test(foldName(name))) return false;
  const last = /(\d+(?:[.,]\d+)?)\D*$/.exec(value)?.[1];
  return last === undefined ? /%|percent/i.test(value) : Number(last.replace(',', '.')) !== scale;
}

/** [P8] Anything but the two words is read as the safe one. */
export function readDecision(attributes: Attributes, at: number, warner: Warner): RoundDecision | null {
  const found = attributes.find('decision');
  if (found === null) return null;
  if (found.alias !== null) warner.warn('attribute_alias', at, `${found.alias} was read as decision`);
  const decision = ROUND_DECISIONS.find((word) => word === plainWord(found.value).toLowerCase());
  if (decision !== undefined) return decision;
  warner.warn('unknown_decision', at, `decision ${echo(found.value)} was read as continue`);
  return 'continue';
}

export function readMime(attributes: Attributes): string {
  const [value = ''] = attributes.find('mime')?.value.toLowerCase().split(';', 1) ?? [];
  return /^[a-z]+\/[a-z0-9.+-]+$/.test(value.trim()) ? value.trim() : 'text/html';
}

export function plainDemand(text: string): Demand {
  return { text, dim: null, target: null, severity: 'major', evidence: null, witness: null };
}

export function readDemand(attributes: Attributes, text: string): { id: string | null; demand: Demand } {
  const value = (name: string) => attributes.find(name)?.value || null;
  const audit = value('witness');
  const target = value('target');
  const dim = value('dim');
  const evidence = value('evidence');
  return {
    id: value('id'),
    demand: {
      text: text || value('text') || evidence || target || dim || audit || '',
      dim,
      target,
      severity: readSeverity(value('severity')),
      evidence,
      witness: audit === null ? null : { audit, selector: target ?? '', predicate: value('predicate') ?? '' },
    },
  };
}

function readSeverity(value: string | null): MustFixSeverity {
  return MUST_FIX_SEVERITIES.find((severity) => severity === value?.toLowerCase()) ?? 'major';
}
