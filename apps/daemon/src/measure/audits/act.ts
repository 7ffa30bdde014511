/** Audits that rest on one or more ACT rules, as Alfa implements them. */
import type { Audit, AuditOutcome, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';

interface ActAudit extends Omit<Audit, 'run' | 'link'> {
  rules: readonly string[];
  required: string;
  /** The fault in a sentence of ours. Without it the rule's own words stand, for rules that find several faults. */
  says?: string;
  suggestion: string;
  /** The criterion's or rule's page; the first rule's own page unless told. */
  link?: string;
  needsStyle?: boolean;
  /** Places where the fault does no harm worth a gate. */
  isMinor?(message: string, at: PageElement | null): boolean;
  /** Places of which the source cannot say so: counted as open. */
  isOpen?(page: Page, at: PageElement, rule: string): boolean;
  /** Places that the rule should not have looked at. */
  isOutside?(page: Page, at: PageElement, rule: string, attribute: string | null): boolean;
  /** Whether the page itself says what to write there; else only a person can. */
  isGiven?(at: PageElement, page: Page): boolean;
  /** Faults the rules leave out, when practice calls them faults. */
  also?(page: Page): PageElement[];
}

export function actAudit(definition: ActAudit): Audit {
  const {
    rules,
    required,
    says,
    suggestion,
    link,
    needsStyle,
    isMinor,
    isOpen,
    isOutside,
    isGiven,
    also,
    ...rest
  } = definition;
  return {
    ...rest,
    link: link ?? `https://alfa.siteimprove.com/rules/sia-${(rules[0] ?? '').toLowerCase()}`,
    run: (page) => runRules(page, definition),
  };
}

function runRules(
  page: Page,
  {
    rules,
    required,
    says,
    suggestion,
    needsStyle,
    isMinor,
    isOpen,
    isOutside,
    isGiven,
    also,
    unit,
  }: ActAudit,
): AuditOutcome {
  if (needsStyle === true && page.gaps.style !== null)
    return { checked: 0, found: [], unmeasured: page.gaps.style };
  const tierOf = (at: PageElement | null): Pick<Observation, 'tier'> =>
    at === null || isGiven === undefined || isGiven(at, page) ? {} : { tier: 'report' };
  const found: Observation[] = [];
  let checked = 0;
  let undecided = 0;
  // Two rules may say the same of one place.
  const said = new Map<PageElement | null, Set<string>>();
  for (const rule of rules) {
    for (const { outcome, element, attribute, message } of page.engine.outcomes(rule)) {
      if (element !== null && isOutside?.(page, element, rule, attribute) === true) continue;
      const isWrong = outcome === 'failed';
      if (outcome === 'cantTell' || (isWrong && element !== null && isOpen?.(page, element, rule) === true)) {
        undecided += 1;
        continue;
      }
      checked += 1;
      if (isWrong && isNew(said, element, `${attribute} ${message}`)) {
        found.push({
          at: element,
          measured:
            attribute === null
              ? says === undefined
                ? measuredOf(message)
                : lackOf(required)
              : `${attribute}="${element?.attributes.get(attribute) ?? ''}"`,
          required,
          message: attribute === null ? (says ?? sentence(message)) : `${attribute}: ${sentence(message)}`,
          suggestion,
          ...(isMinor?.(message, element) === true ? { severity: 'minor' } : {}),
          ...tierOf(element),
        });
      }
    }
  }
  const known = new Set(found.map(({ at }) => at));
  for (const at of also?.(page) ?? []) {
    if (known.has(at)) continue;
    checked += 1;
    found.push({
      at,
      measured: lackOf(required),
      required,
      message: says ?? `<${at.tag}> is one of the ${unit}.`,
      suggestion,
      ...tierOf(at),
    });
  }
  return { checked, found, undecided };
}

/** "an accessible name" is missing: "no accessible name". */
function lackOf(required: string): string {
  return `no ${required.replace(/^an? /, '')}`;
}

function measuredOf(message: string): string {
  return plain(message).replace(/^The /, 'the ');
}

/** One line, without the marks of Markdown. */
function plain(message: string): string {
  return message.replace(/\s+/g, ' ').replaceAll('`', '').trim();
}

function sentence(message: string): string {
  const text = plain(message);
  return text.endsWith('.') ? text : `${text}.`;
}

function isNew(said: Map<PageElement | null, Set<string>>, at: PageElement | null, what: string): boolean {
  const known = said.get(at) ?? new Set<string>();
  if (known.has(what)) return false;
  said.set(at, known.add(what));
  return true;
}
