import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { descendants, hasAncestor, oncePerPage, textOf } from '../model/reading.ts';

export const fieldForm: Audit = {
  id: 'field-form',
  role: 'a11y',
  dim: 'names',
  weight: 7,
  title: 'Fields can be filled in and sent',
  why: 'A field that takes no valid answer stops everyone who gets to it.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/identify-input-purpose.html',
  severity: 'major',
  tier: 'report',
  unit: 'fields that are hard to fill in',
  run(page) {
    const fields = page
      .byTag('input', 'select', 'textarea', 'label')
      .filter((at) => !hasAncestor(at, 'template') && page.engine.isRendered(at));
    const found = fields.flatMap((at) =>
      problemsOf(page, at).map(
        ({ measured, text, advice, isCertain }): Observation => ({
          at,
          measured,
          required: 'a field that takes a valid answer',
          message: text,
          suggestion: advice,
          ...(isCertain ? {} : { severity: 'minor' as const }),
        }),
      ),
    );
    return { checked: fields.length, found: [...found, ...looseRadios(page)] };
  },
};

interface Problem {
  measured: string;
  text: string;
  advice: string;
  isCertain: boolean;
}

const certain = (measured: string, text: string, advice: string): Problem => ({
  measured,
  text,
  advice,
  isCertain: true,
});
const likely = (measured: string, text: string, advice: string): Problem => ({
  measured,
  text,
  advice,
  isCertain: false,
});

function problemsOf(page: Page, at: PageElement): Problem[] {
  return at.tag === 'label'
    ? labelProblems(page, at)
    : [...limits(page, at), ...pattern(at), ...purpose(page, at), ...sending(page, at)];
}

const NUMERIC = /^(number|range|date|month|week|time|datetime-local)$/i;

/** A least above the most, a value outside of both, more letters asked for than are let in. */
function limits(page: Page, at: PageElement): Problem[] {
  const found: Problem[] = [];
  const order = (low: string, high: string): void => {
    const [least, most] = [at.attributes.get(low)?.trim(), at.attributes.get(high)?.trim()];
    if (least === undefined || most === undefined || least === '' || most === '') return;
    if (isMore(least, most))
      found.push(
        certain(
          `${low}="${least}" ${high}="${most}"`,
          `The least that a field takes (${least}) is more than the most (${most}).`,
          'Exchange the two, or correct one.',
        ),
      );
  };
  if (NUMERIC.test(at.attributes.get('type') ?? '')) {
    order('min', 'max');
    // What a reader typed, with the error beside it, is shown as it was typed.
    if (at.attributes.get('aria-invalid') !== 'true') {
      order('min', 'value');
      order('value', 'max');
    }
  }
  order('minlength', 'maxlength');
  const most = at.attributes.get('maxlength');
  if (most !== undefined && Number(most) === 0)
    found.push(certain('maxlength="0"', 'A field takes no letter.', 'Take maxlength away.'));
  if (
    at.attributes.has('required') &&
    (at.attributes.has('disabled') || (at.attributes.has('readonly') && !at.attributes.has('value')))
  )
    found.push(
      // A script lets it be filled in when it is its turn; and what is disabled is not asked.
      (page.byTag('script').length > 0 || at.attributes.has('disabled') ? likely : certain)(
        'required and not to be filled in',
        'A field is required and cannot be filled in.',
        'Take one of the two away.',
      ),
    );
  if (at.attributes.has('required') && at.attributes.get('aria-required') === 'false')
    found.push(
      certain(
        'required with aria-required="false"',
        'A field is required to the eye and not to a screen reader.',
        'Take aria-required away.',
      ),
    );
  return found;
}

/** Both are numbers, or both are dates and times as HTML writes them, which sort as text. */
function isMore(one: string, other: string): boolean {
  const [a, b] = [Number(one), Number(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a > b;
  return (
    /^\d[\d:TW-]+$/.test(one) && /^\d[\d:TW-]+$/.test(other) && one.length === other.length && one > other
  );
}

function pattern(at: PageElement): Problem[] {
  const given = at.attributes.get('pattern');
  if (given === undefined || given.length > MAX_PATTERN) return [];
  try {
    new RegExp(`^(?:${given})$`, 'v');
    return [];
  } catch {
    try {
      new RegExp(`^(?:${given})$`, 'u');
      return [
        likely(
          `pattern="${given.slice(0, 40)}"`,
          'A pattern is not valid in today’s browsers, which leave it out.',
          'Correct the pattern.',
        ),
      ];
    } catch {
      return [
        certain(
          `pattern="${given.slice(0, 40)}"`,
          'A pattern is no valid expression, and is never asked.',
          'Correct the pattern.',
        ),
      ];
    }
  }
}

const MAX_PATTERN = 500;

/** What a label asks for, the type it should have, and the words of `autocomplete` that fit. */
const PURPOSES: readonly { asks: RegExp; type: RegExp | null; tokens: RegExp; expected: string }[] = [
  {
    asks: /^(?:your |ihre? |votre |su |tu )?(?:e-?mail|correo|courriel|adresse (?:e-?mail|électronique)|mailadresse|posta elettronica|e-postadress|e-mailadres)(?: address)?(?![\p{L}])(?! (?:subject|preferences|frequency|format|provider))/iu,
    type: /^(email|text|)$/i,
    tokens: /\b(email|username)\b/i,
    expected: 'email',
  },
  {
    asks: /^(?:your |mobile |home )?(?:phone|telephone|mobile|tel|telefon|téléphone|teléfono|telefono|telefoon|telefone|handynummer|móvil|rufnummer)(?: number|nummer)?(?![\p{L}])(?! (?:model|network|type|make|provider|case))/iu,
    type: /^(tel|text|)$/i,
    tokens: /\btel/i,
    expected: 'tel',
  },
  {
    asks: /^(?:new |current |confirm |repeat )?(?:your )?(?:password|passwort|kennwort|mot de passe|contraseña|wachtwoord|senha|palavra-passe|lösenord)(?![\p{L}])(?! (?:reset|hint|recovery|manager|code|strength))/iu,
    type: /^password$/i,
    tokens: /password|one-time-code/i,
    expected: 'current-password',
  },
  {
    asks: /^(?:(?:first|given) name|vorname|prénom|nombre de pila|voornaam|förnamn)(?![\p{L}])/iu,
    type: /^(text|)$/i,
    tokens: /given-name|^name/i,
    expected: 'given-name',
  },
  {
    asks: /^(?:(?:last|family) name|surname|nachname|familienname|nom de famille|apellidos|cognome|achternaam|efternamn)(?![\p{L}])/iu,
    type: /^(text|)$/i,
    tokens: /family-name/i,
    expected: 'family-name',
  },
  { asks: /^(your |full )?name$/i, type: /^(text|)$/i, tokens: /name|nickname/i, expected: 'name' },
  {
    asks: /^(?:postcode|postal code|zip|plz|postleitzahl|code postal|código postal|cap|postnummer)(?![\p{L}])/iu,
    type: /^(text|)$/i,
    tokens: /postal-code/i,
    expected: 'postal-code',
  },
];

function purpose(page: Page, at: PageElement): Problem[] {
  if (at.tag !== 'input') return [];
  const type = (at.attributes.get('type') ?? '').trim();
  if (/^(hidden|checkbox|radio|submit|button|image|reset|file|search)$/i.test(type)) return [];
  const name = page.engine
    .name(at)
    .replace(/[*:]|\((required|optional)\)/gi, '')
    .trim();
  const known = PURPOSES.find(({ asks }) => asks.test(name));
  if (known === undefined || name.length > 40) return [];
  const token = (at.attributes.get('autocomplete') ?? '').trim();
  if (known.type !== null && !known.type.test(type)) {
    const isShown = known.expected === 'current-password' && /^(text|)$/i.test(type);
    if (isShown || !/^(text|)$/i.test(type))
      return [
        certain(
          `type="${type || 'text'}" for "${name}"`,
          isShown ? 'A password is shown while it is typed.' : `The field "${name}" has the type ${type}.`,
          `Use type="${known.expected === 'current-password' ? 'password' : known.expected === 'email' || known.expected === 'tel' ? known.expected : 'text'}".`,
        ),
      ];
  }
  if (token !== '' && !/^(on|off)$/i.test(token) && !known.tokens.test(token))
    return [
      certain(
        `autocomplete="${token}" for "${name}"`,
        `The browser fills "${name}" with something else: autocomplete="${token}".`,
        `Write autocomplete="${known.expected}".`,
      ),
    ];
  if (/^off$/i.test(token))
    return [
      likely(
        'autocomplete="off"',
        `"${name}" may not be filled in by the browser.`,
        `Write autocomplete="${known.expected}".`,
      ),
    ];
  if (known.expected === 'email' && /^(text|)$/i.test(type))
    return [
      likely(
        'type="text"',
        'A mail address is asked for in a field for text: phones show the wrong keys.',
        'Use type="email".',
      ),
    ];
  return token === '' && !isInSearch(at)
    ? [
        likely(
          'no autocomplete',
          `"${name}" has no autocomplete, so nobody is helped to fill it in.`,
          `Write autocomplete="${known.expected}".`,
        ),
      ]
    : [];
}

function isInSearch(at: PageElement): boolean {
  for (let around = at.parent; around !== null; around = around.parent)
    if (around.tag === 'search' || around.attributes.get('role') === 'search') return true;
  return false;
}

/** Without a name a field is not sent, and without a script nobody else takes it. */
function sending(page: Page, at: PageElement): Problem[] {
  const type = (at.attributes.get('type') ?? '').toLowerCase();
  const form = formOf(at);
  if (form === null || /^(submit|button|image|reset)$/.test(type)) return [];
  const isScripted = page.byTag('script').length > 0;
  const found: Problem[] = [];
  if (
    !isScripted &&
    (at.attributes.get('name') ?? '').trim() === '' &&
    (form.attributes.get('action') ?? '') !== ''
  )
    found.push(
      certain(
        'no name',
        `The field "${page.engine.name(at).slice(0, 40)}" has no name attribute, so what is typed is not sent.`,
        'Add name.',
      ),
    );
  if (type === 'password' && !isScripted && !/^post$/i.test(form.attributes.get('method') ?? ''))
    found.push(
      certain(
        'a password sent with get',
        'The form writes the password into the address.',
        'Use method="post".',
      ),
    );
  if (
    type === 'file' &&
    /^post$/i.test(form.attributes.get('method') ?? '') &&
    !isScripted &&
    !/multipart/i.test(form.attributes.get('enctype') ?? '')
  )
    found.push(
      certain(
        'a file without enctype',
        'The form sends the name of the file, not the file.',
        'Add enctype="multipart/form-data".',
      ),
    );
  return found;
}

function formOf(at: PageElement): PageElement | null {
  for (let around = at.parent; around !== null; around = around.parent)
    if (around.tag === 'form') return around;
  return null;
}

const byId = oncePerPage(
  (page: Page) =>
    new Map(
      [...page.elements]
        .reverse()
        .flatMap((at) => (at.attributes.has('id') ? [[at.attributes.get('id') ?? '', at] as const] : [])),
    ),
);

const LABELABLE = /^(input|select|textarea|button|meter|progress|output)$/;

function labelProblems(page: Page, at: PageElement): Problem[] {
  const target = at.attributes.get('for')?.trim();
  const inside = descendants(at).filter(
    ({ tag, attributes }) => LABELABLE.test(tag) && attributes.get('type') !== 'hidden',
  );
  if (target !== undefined && target !== '') {
    if (!page.anchors.has(target))
      return page.byTag('script').length > 0
        ? [
            likely(
              `for="${target}"`,
              `A label is for "${target}", which is not on the page.`,
              'Correct the id.',
            ),
          ]
        : [
            certain(
              `for="${target}"`,
              `A label is for "${target}", which is not on the page.`,
              'Correct the id.',
            ),
          ];
    const named = byId(page).get(target);
    if (named?.html && !LABELABLE.test(named.tag) && !named.tag.includes('-'))
      return [
        certain(
          `for="${target}" of <${named.tag}>`,
          `A label is for a <${named.tag}>, which is no field.`,
          'Let it name the field.',
        ),
      ];
    if (inside.length > 0 && !inside.includes(named ?? at))
      return [
        certain(
          `for="${target}" around another field`,
          'A label stands around one field and names another.',
          'Keep one of the two.',
        ),
      ];
    return [];
  }
  if (inside.length > 1)
    return [
      likely(
        `${inside.length} fields in one label`,
        'A label stands around several fields; it names only the first.',
        'Give each its own label.',
      ),
    ];
  return inside.length === 0 && textOf(at) !== ''
    ? [
        likely(
          'names nothing',
          `The label "${textOf(at).slice(0, 40)}" belongs to no field.`,
          'Add for, or put the field inside.',
        ),
      ]
    : [];
}

/** Choices in one group that do not exclude each other, because their names differ or are missing. */
function looseRadios(page: Page): Observation[] {
  const found: Observation[] = [];
  for (const group of page.elements) {
    if (group.tag !== 'fieldset' && group.attributes.get('role') !== 'radiogroup') continue;
    const radios = descendants(group).filter(
      ({ tag, attributes }) => tag === 'input' && /^radio$/i.test(attributes.get('type') ?? ''),
    );
    const names = radios.map(({ attributes }) => attributes.get('name') ?? '');
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (
      radios.length < 2 ||
      ![...counts].some(([name, count]) => name === '' || count === 1) ||
      radios.some((radio) => hasAncestor(radio, 'table'))
    )
      continue;
    const at =
      radios.find(({ attributes }) => counts.get(attributes.get('name') ?? '') === 1) ?? radios[0] ?? null;
    found.push({
      at,
      measured: `names ${[...counts.keys()]
        .map((name) => `"${name}"`)
        .join(', ')
        .slice(0, 60)}`,
      required: 'one name for one question',
      message: 'Choices of one group have different names, so several can be chosen at once.',
      suggestion: 'Give them the same name.',
    });
  }
  return found;
}
