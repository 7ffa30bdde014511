import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { hasAncestor, textOf } from '../model/reading.ts';

export const deadControls: Audit = {
  id: 'dead-controls',
  role: 'copy',
  dim: 'calls',
  weight: 7,
  title: 'Buttons and forms do something',
  why: 'A button that does nothing when it is pressed looks broken, because it is.',
  link: 'https://html.spec.whatwg.org/multipage/form-elements.html#the-button-element',
  severity: 'major',
  tier: 'report',
  unit: 'controls that do nothing',
  run(page) {
    if (page.format === 'markdown') return { checked: 0, found: [] };
    const controls = page
      .byTag('button', 'a', 'form', 'input')
      .filter((at) => page.engine.isRendered(at) && !hasAncestor(at, 'template'));
    const found = controls.flatMap((at): Observation[] => {
      const problem = problemOf(page, at);
      return problem === null
        ? []
        : [
            {
              at,
              measured: problem.measured,
              required: 'a control that works',
              message: problem.text,
              suggestion: problem.advice,
              ...(problem.isCertain ? {} : { severity: 'minor' as const }),
            },
          ];
    });
    return { checked: controls.length, found };
  },
};

interface Problem {
  measured: string;
  text: string;
  advice: string;
  isCertain: boolean;
}

function problemOf(page: Page, at: PageElement): Problem | null {
  return (
    cannotBeHit(page, at) ??
    (isScripted(page) ? null : (doesNothing(at) ?? goesNowhere(at) ?? staysOff(at))) ??
    linkWithoutTarget(at)
  );
}

/** Any script of the page may be behind any of its buttons. */
function isScripted(page: Page): boolean {
  return page
    .byTag('script')
    .some(({ attributes }) =>
      /^(|module|(text|application)\/(java|ecma)script)$/i.test(attributes.get('type') ?? ''),
    );
}

function hasHandler(at: PageElement): boolean {
  return [...at.attributes.keys()].some((name) =>
    /^(on|@|x-|v-|:|ng-|hx-|data-(bs-)?(toggle|target|dismiss|action)|wire:|popovertarget|command|aria-(haspopup|expanded|controls|pressed))/.test(
      name,
    ),
  );
}

function label(at: PageElement): string {
  return (textOf(at) || at.attributes.get('aria-label') || at.attributes.get('value') || '').slice(0, 40);
}

/** A button that belongs to no form, opens nothing and has no script; a page may have been saved without its scripts. */
function doesNothing(at: PageElement): Problem | null {
  if (at.tag !== 'button' && !(at.tag === 'input' && /^button$/i.test(at.attributes.get('type') ?? '')))
    return null;
  if (hasHandler(at) || at.attributes.has('disabled') || hasAncestor(at, 'dialog', 'details', 'summary'))
    return null;
  // One word is a control of an app, whose script may be elsewhere; several are a promise of the page.
  if (!/\S\s+\S/.test(label(at))) return null;
  const type = (at.attributes.get('type') ?? 'submit').toLowerCase();
  const inForm = hasAncestor(at, 'form') || at.attributes.has('form');
  if ((type !== 'button' && inForm) || at.attributes.has('formaction')) return null;
  for (let around = at.parent; around !== null; around = around.parent) if (hasHandler(around)) return null;
  return {
    measured: 'a button without a form, a target or a script',
    text: `The button "${label(at)}" does nothing.`,
    advice: 'Make it a link to where it should lead, or give it something to do.',
    isCertain: false,
  };
}

function goesNowhere(at: PageElement): Problem | null {
  if (at.tag !== 'form' || hasHandler(at)) return null;
  const action = at.attributes.get('action')?.trim();
  if (/^dialog$/i.test(at.attributes.get('method') ?? '')) return null;
  if (action === undefined)
    return {
      measured: 'no action',
      text: 'The form is sent to this page itself, which does nothing with it.',
      advice: 'Name where it is sent to.',
      isCertain: false,
    };
  return action === '#' || action === '' || /^javascript:/i.test(action)
    ? {
        measured: `action="${action}"`,
        text: 'The form is sent nowhere.',
        advice: 'Name where it is sent to.',
        // An empty address is this page's own, which a server may answer.
        isCertain: action !== '',
      }
    : null;
}

/** Switched off, and no script that could switch it on. */
function staysOff(at: PageElement): Problem | null {
  const isSubmit =
    (at.tag === 'button' && /^(submit)?$/i.test(at.attributes.get('type') ?? '')) ||
    (at.tag === 'input' && /^(submit|image)$/i.test(at.attributes.get('type') ?? ''));
  if (!isSubmit || !at.attributes.has('disabled')) return null;
  return {
    measured: 'disabled, without a script',
    text: `"${label(at)}" is switched off, and nothing on the page switches it on.`,
    advice: 'Take disabled away.',
    // Sold out, or the first page of many.
    isCertain: false,
  };
}

/** By a class of its own or of what it stands in. */
function isSwitchedOff(at: PageElement): boolean {
  return [at, at.parent, at.parent?.parent ?? null].some(
    (one) =>
      /\b(disabled|active|current|is-active|is-disabled|is-current|selected)\b/i.test(
        one?.attributes.get('class') ?? '',
      ) || one?.attributes.get('aria-disabled') === 'true',
  );
}

/** Styles that let the pointer through: seen, and not to be clicked. */
function cannotBeHit(page: Page, at: PageElement): Problem | null {
  if (
    at.tag === 'form' ||
    page.gaps.style !== null ||
    at.attributes.has('disabled') ||
    at.attributes.get('aria-disabled') === 'true'
  )
    return null;
  if (at.tag === 'a' && !at.attributes.has('href')) return null;
  const declared = page.styleOf(at).declared('pointer-events');
  if (declared === null || !/^none$/i.test(declared.value.trim()) || label(at) === '' || !page.isVisible(at))
    return null;
  if (at.attributes.has('aria-current') || at.attributes.get('tabindex') === '-1' || isSwitchedOff(at))
    return null;
  return {
    measured: 'pointer-events: none',
    text: `"${label(at)}" cannot be clicked: the pointer goes through it.`,
    advice: 'Take pointer-events away.',
    isCertain: true,
  };
}

/** Looks like a link beside links, and is only text. */
function linkWithoutTarget(at: PageElement): Problem | null {
  if (at.tag !== 'a' || at.attributes.has('href') || textOf(at) === '' || hasHandler(at)) return null;
  if (
    ['id', 'name', 'role', 'aria-current', 'aria-disabled', 'tabindex'].some((name) =>
      at.attributes.has(name),
    )
  )
    return null;
  if (isSwitchedOff(at)) return null;
  return {
    measured: '<a> without href',
    text: `"${label(at)}" looks like a link and leads nowhere.`,
    advice: 'Give it an href, or make it text.',
    // The page that is open is often the one that is no link.
    isCertain: false,
  };
}
