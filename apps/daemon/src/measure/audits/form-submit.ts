import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { descendants } from '../model/reading.ts';

export const formSubmit: Audit = {
  id: 'form-submit',
  role: 'a11y',
  dim: 'focus',
  weight: 3,
  title: 'A form can be sent',
  why: 'A form without a button is sent by nobody who does not know that Enter might do it.',
  link: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H32',
  severity: 'major',
  tier: 'report',
  unit: 'forms without a button that sends them',
  run(page) {
    const forms = page.byTag('form').filter((form) => page.isVisible(form) && fieldsOf(form).length > 0);
    const outside = new Set(
      page
        .byTag('button', 'input')
        .flatMap((control) => (isSending(control) ? (control.attributes.get('form') ?? []) : [])),
    );
    const isScripted = page.byTag('script').length > 0;
    const found = forms
      .filter(
        (form) =>
          !descendants(form).some((inside) => isSending(inside)) &&
          !outside.has(form.attributes.get('id') ?? ''),
      )
      .map(
        (at): Observation => ({
          at,
          measured: `${fieldsOf(at).length} fields, no button that sends them`,
          required: 'a submit button',
          message: 'The form has fields and no button that sends it.',
          suggestion: 'Add <button type="submit"> with words that say what happens.',
          // A script may send it, and one field is sent with Enter.
          ...(isScripted || (fieldsOf(at).length === 1 && !hasButton(at)) || isListening(page, at)
            ? { severity: 'minor' as const }
            : {}),
        }),
      );
    return { checked: forms.length, found };
  },
};

function fieldsOf(form: PageElement): PageElement[] {
  return descendants(form).filter(
    ({ tag, attributes }) =>
      /^(input|select|textarea)$/.test(tag) &&
      !/^(hidden|submit|button|image|reset)$/i.test(attributes.get('type') ?? ''),
  );
}

/** A button that looks as if it sent, and does not. */
function hasButton(form: PageElement): boolean {
  return descendants(form).some(({ tag }) => tag === 'button');
}

function isSending({ tag, attributes }: PageElement): boolean {
  const type = attributes.get('type')?.trim().toLowerCase() ?? '';
  return (
    (tag === 'button' && !/^(button|reset)$/.test(type)) || (tag === 'input' && /^(submit|image)$/.test(type))
  );
}

function isListening(page: Page, form: PageElement): boolean {
  return (
    [form, ...descendants(form)].some(({ attributes }) =>
      [...attributes.keys()].some((name) => /^(on|@|v-on|x-on|ng-|\(|hx-)/.test(name)),
    ) || page.gaps.content !== null
  );
}
