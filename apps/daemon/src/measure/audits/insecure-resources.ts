import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { descendants } from '../model/reading.ts';

export const insecureResources: Audit = {
  id: 'insecure-resources',
  role: 'copy',
  dim: 'finished',
  weight: 3,
  title: 'Nothing is loaded without encryption',
  why: 'Browsers block http content on https pages.',
  link: 'https://developer.mozilla.org/docs/Web/Security/Mixed_content',
  severity: 'minor',
  tier: 'report',
  unit: 'insecure resources',
  run(page) {
    const loaders = page.byTag('img', 'script', 'link', 'iframe', 'source', 'video', 'audio', 'form');
    const found: Observation[] = [];
    for (const at of loaders) {
      const address =
        at.attributes.get('src') ??
        at.attributes.get('action') ??
        (/stylesheet|icon|preload/.test(at.attributes.get('rel') ?? '')
          ? at.attributes.get('href')
          : undefined) ??
        '';
      if (!/^http:\/\/(?!localhost|127\.)/i.test(address)) continue;
      found.push({
        at,
        measured: address.slice(0, 60),
        required: 'https',
        message: `${address.slice(0, 60)} is loaded without encryption.`,
        suggestion: 'Use https.',
        // Browsers upgrade pictures by themselves; scripts, styles and frames they drop, and what is typed is read on the way.
        ...(/^(form|script|iframe|link)$/.test(at.tag) && !/icon/i.test(at.attributes.get('rel') ?? '')
          ? { severity: 'major' as const }
          : {}),
      });
    }
    return { checked: loaders.length, found: [...found, ...inTheAddress(page)] };
  },
};

const SECRET = /^cc-(?:number|csc|exp\b)|^(?:current|new)-password$/i;

/** An address is kept in histories and logs, and handed on as a referrer. A script may send it otherwise. */
function inTheAddress(page: Page): Observation[] {
  const isScripted = page.byTag('script').length > 0;
  return page
    .byTag('form')
    .filter(
      (form) =>
        /^(?:get)?$/i.test((form.attributes.get('method') ?? '').trim()) &&
        !isPostedByButtons(page, form) &&
        descendants(form).some(
          ({ tag, attributes }) =>
            tag === 'input' &&
            attributes.has('name') &&
            (/^password$/i.test(attributes.get('type') ?? '') ||
              SECRET.test(attributes.get('autocomplete') ?? '')),
        ),
    )
    .map((at) => ({
      at,
      measured: 'method="get"',
      required: 'method="post"',
      message: 'A password or a card number is sent in the address.',
      suggestion: 'Send the form with method="post".',
      ...(isScripted ? {} : { severity: 'major' as const }),
    }));
}

/** Each button that sends it says how, and so does the return key, which presses the first. */
function isPostedByButtons(page: Page, form: PageElement): boolean {
  const id = form.attributes.get('id');
  const inside = descendants(form).filter(({ attributes }) => (attributes.get('form') ?? id) === id);
  const outside = page
    .byTag('button', 'input')
    .filter(({ attributes }) => id !== undefined && attributes.get('form') === id);
  const senders = [...inside, ...outside].filter(({ tag, attributes }) => {
    const type = attributes.get('type')?.trim() ?? '';
    return tag === 'button'
      ? !/^(?:button|reset)$/i.test(type)
      : tag === 'input' && /^(?:submit|image)$/i.test(type);
  });
  return (
    senders.length > 0 &&
    senders.every(({ attributes }) => /^post$/i.test(attributes.get('formmethod')?.trim() ?? ''))
  );
}
