import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { descendants, hasAncestor, oncePerPage, textOf, visibleBlocks } from '../model/reading.ts';

export const formTerms: Audit = {
  id: 'form-terms',
  role: 'a11y',
  dim: 'names',
  weight: 10,
  title: 'A form asks for what it says, and can be sent',
  why: 'A field that nobody sees, a consent that nobody gave or a name in the address is a trap, whatever the form looks like.',
  link: 'https://www.w3.org/WAI/tutorials/forms/',
  severity: 'major',
  tier: 'report',
  unit: 'fields and forms that do not do what they say',
  run(page) {
    const fields = page
      .byTag('input', 'select', 'textarea')
      .filter(
        (at) => !hasAncestor(at, 'template') && !/^(hidden|submit|button|image|reset)$/i.test(typeOf(at)),
      );
    const found = [
      ...fields.flatMap((at) => [
        ...unseen(page, at),
        ...optional(page, at),
        ...ticked(page, at),
        ...prefilled(page, at),
        ...tooShort(page, at),
        ...nothingToChoose(page, at),
      ]),
      ...page.byTag('form').flatMap((form) => inTheAddress(page, form)),
      ...looseErrors(page),
    ];
    return { checked: Math.max(fields.length, found.length), found };
  },
};

function typeOf({ attributes }: PageElement): string {
  return (attributes.get('type') ?? '').trim().toLowerCase();
}

function say(
  at: PageElement,
  measured: string,
  message: string,
  suggestion: string,
  isCertain = true,
): Observation {
  return {
    at,
    measured: measured.slice(0, 100),
    required: 'a form that does what it says',
    message,
    suggestion,
    ...(isCertain ? {} : { severity: 'minor' as const }),
  };
}

const isScripted = (page: Page): boolean => page.byTag('script').length > 0;

/** Required, and never shown: the browser refuses to send, and shows no reason. */
function unseen(page: Page, at: PageElement): Observation[] {
  if (!at.attributes.has('required') || at.attributes.has('disabled') || page.gaps.style !== null) return [];
  if (hasAncestor(at, 'details', 'dialog')) return [];
  if (!page.engine.isRendered(at))
    return [
      say(
        at,
        'required and not shown',
        'A field is required and not shown, so the form can never be sent.',
        'Show it, or take required away.',
        !isScripted(page),
      ),
    ];
  const isLocked = descendantsOfLocked(page).has(at);
  return isLocked
    ? [
        say(
          at,
          'required in a fieldset that is disabled',
          'A field is required and cannot be filled in.',
          'Take one of the two away.',
          !isScripted(page),
        ),
      ]
    : [];
}

const descendantsOfLocked = oncePerPage(
  (page: Page): ReadonlySet<PageElement> =>
    new Set(
      page
        .byTag('fieldset')
        .filter(({ attributes }) => attributes.has('disabled'))
        .flatMap(descendants),
    ),
);

const OPTIONAL =
  /\b(?:optional|not required|if you like|freiwillig|facultati[fv][aeo]?|opcional|facoltativ[oa]|optionnel(?:le)?|valgfri(?:tt)?|frivillig|optioneel|niet verplicht|voluntari[oa])\b|任意|선택|选填|可选|選填/i;
const ALL_OPTIONAL =
  /\b(?:all|every) (?:of the )?fields? (?:is|are) optional\b|\balle (?:felder|angaben) sind (?:freiwillig|optional)\b|\btous les champs sont facultatifs\b|\btodos los campos son opcionales\b/i;

function optional(page: Page, at: PageElement): Observation[] {
  const isRequired = at.attributes.has('required') || at.attributes.get('aria-required') === 'true';
  if (!isRequired || !page.engine.isRendered(at)) return [];
  const name = `${page.engine.name(at)} ${at.attributes.get('placeholder') ?? ''}`;
  const shown = OPTIONAL.exec(name)?.[0] ?? saysAllOptional(page);
  return shown === undefined || /\b(?:not|non|nicht|no) (?:optional|facultati|opcional)/i.test(name)
    ? []
    : [
        say(
          at,
          `"${shown}" and required`,
          `A field is called "${shown}", and the form is not sent without it.`,
          'Take one of the two away.',
        ),
      ];
}

const saysAllOptional = oncePerPage((page: Page): string | undefined =>
  visibleBlocks(page)
    .map(({ said }) => ALL_OPTIONAL.exec(said)?.[0])
    .find((one) => one !== undefined),
);

/** What somebody agrees to, is sent or is charged for. */
const AGREES =
  /\b(?:agree|accept|consent|terms|conditions|privacy|newsletter|marketing|offers?|partners?|third part\w+|share (?:my|your|with)|promotions?|subscribe|i have read|insurance|add (?:a )?(?:tip|donation)|monthly|every month|recurring|auto-?renew\w*|zustimm\w*|einverstanden|einwillig\w*|akzeptier\w*|agb|datenschutz\w*|werbung|angebote|weitergeben|gelesen|j['’]accepte|conditions|confidentialité|partenaires|offres|lu et|acepto|condiciones|privacidad|he leído|normas|publicidad|ofertas|boletín|accetto|condizioni|ho letto|pubblicità|akkoord|voorwaarden|nieuwsbrief|aanbiedingen|aceito|condições|li e|godkänner|villkor|nyhetsbrev)(?![\p{L}])/iu;
/** What a reader has chosen before, or can see at once. */
const OWN_CHOICE =
  /\b(?:remember me|keep me (?:signed|logged)|stay (?:signed|logged)|same (?:as|address)|angemeldet bleiben|rester connecté|billing address)\b/i;

function ticked(page: Page, at: PageElement): Observation[] {
  if (typeOf(at) !== 'checkbox' || !at.attributes.has('checked')) return [];
  const name = page.engine.name(at);
  if (name.length > MOST_LABEL || OWN_CHOICE.test(name) || !AGREES.test(name)) return [];
  return isSettings(page)
    ? []
    : [
        say(
          at,
          `"${name.slice(0, 60)}" is ticked`,
          `A consent is given before anybody has given it: "${name.slice(0, 60)}".`,
          'Take checked away.',
        ),
      ];
}

const MOST_LABEL = 300;

/** A page of one's own choices shows what one has chosen. */
const isSettings = oncePerPage((page: Page): boolean =>
  page
    .byTag('h1', 'title')
    .some((at) =>
      /\b(?:settings|preferences|account|profile|einstellungen|konto|profil|préférences|compte|ajustes|cuenta|perfil|impostazioni)\b/i.test(
        at.tag === 'title'
          ? at.children.map((one) => (one.kind === 'text' ? one.value : '')).join('')
          : textOf(at),
      ),
    ),
);

const TEST_DATA =
  /^(?:test\w*(?: test\w*)?|asdf\w*(?: .*)?|qwert\w*|foo(?:bar)?|bar|lorem.*|xxx+|aaa+|abc|blah.*|dummy.*|john (?:doe|smith)|jane doe|max mustermann|erika mustermann|jean dupont|juan pérez|mario rossi|jan jansen|(?:test|foo|user|admin|a|me|example|john|jane|info)@(?:test|example|foo|domain|mail|email|a|b)\.\w+|\+?[\d ()-]*(?:123456|555-?01|000000|111111)\d*|.*\b(?:prueba|probe|essai)\b.*)$/i;
const PERSONAL_MAIL =
  /^[\w.+-]+@(?:gmail|googlemail|yahoo|hotmail|outlook|icloud|gmx|web|proton|aol|live)\.\w+$/i;

function prefilled(page: Page, at: PageElement): Observation[] {
  if (!/^(|text|email|tel|search|url|password)$/.test(typeOf(at)) || !page.engine.isRendered(at)) return [];
  const value = (at.tag === 'textarea' ? textOf(at) : (at.attributes.get('value') ?? '')).trim();
  if (value === '' || at.tag === 'select') return [];
  const isTest = TEST_DATA.test(value);
  if (!isTest && (!PERSONAL_MAIL.test(value) || isSettings(page)) && typeOf(at) !== 'password') return [];
  return [
    say(
      at,
      `value="${value.slice(0, 60)}"`,
      `A field is filled in before anybody has typed: "${value.slice(0, 40)}".`,
      'Leave it empty.',
    ),
  ];
}

/** Letters that the shortest real answer has room in. */
const LEAST_ROOM: readonly (readonly [RegExp, number])[] = [
  [/^email$/, 25],
  [/^tel$/, 9],
  [/^url$/, 20],
  [/^(textarea)$/, 20],
];

function tooShort(page: Page, at: PageElement): Observation[] {
  const most = Number(at.attributes.get('maxlength') ?? Number.NaN);
  const kind = at.tag === 'textarea' ? 'textarea' : typeOf(at);
  const least =
    LEAST_ROOM.find(([pattern]) => pattern.test(kind))?.[1] ??
    (/\bname\b/.test(at.attributes.get('autocomplete') ?? '') ? 8 : 0);
  const found =
    most > 0 && most < least
      ? [
          say(
            at,
            `maxlength="${most}"`,
            `The field "${page.engine.name(at).slice(0, 40)}" has room for ${most} letters.`,
            'Take maxlength away.',
          ),
        ]
      : [];
  const [pattern, example] = [
    at.attributes.get('pattern'),
    at.attributes
      .get('placeholder')
      ?.trim()
      .replace(/^(?:e\.g\.|z\. ?b\.|p\. ?ex\.|ex\.?:?)\s*/i, ''),
  ];
  if (
    pattern === undefined ||
    example === undefined ||
    !/\d/.test(example) ||
    pattern.length > MOST_PATTERN ||
    /[)\]}*+?][*+{]|\)\?/.test(pattern.replace(/\][*+{]/g, ']')) ||
    example.length > MOST_EXAMPLE
  )
    return found;
  try {
    if (new RegExp(`^(?:${pattern})$`, 'u').test(example)) return found;
  } catch {
    return found;
  }
  return [
    ...found,
    say(
      at,
      `placeholder="${example}"`,
      `A field refuses its own example: "${example.slice(0, 40)}".`,
      'Correct the pattern.',
    ),
  ];
}

const MOST_PATTERN = 80;
const MOST_EXAMPLE = 40;

function nothingToChoose(page: Page, at: PageElement): Observation[] {
  if (at.tag !== 'select' || isScripted(page) || !page.engine.isRendered(at)) return [];
  const options = descendants(at).filter(
    ({ tag, attributes, children }) =>
      tag === 'option' &&
      !attributes.has('disabled') &&
      children.some((child) => child.kind === 'text' && /[\p{L}\p{N}]/u.test(child.value)),
  );
  return options.length > 0
    ? []
    : [
        say(
          at,
          'no option',
          `The list "${page.engine.name(at).slice(0, 40)}" has nothing to choose from.`,
          'Add its entries.',
        ),
      ];
}

const PERSONAL =
  /\b(?:email|tel|name|given-name|family-name|street-address|address-line\d|postal-code|bday|cc-\w+|(?:current|new)-password)\b/i;

/** What is sent with get stands in the address: in the history, in logs, in what is shared. */
function inTheAddress(page: Page, form: PageElement): Observation[] {
  const method = (form.attributes.get('method') ?? '').trim().toLowerCase();
  if (/^(post|dialog)$/.test(method) || (method === '' && isScripted(page))) return [];
  if (/^(javascript|mailto):/i.test(form.attributes.get('action') ?? '') || !form.attributes.has('action'))
    return [];
  const personal = descendants(form).find(
    ({ tag, attributes }) =>
      /^(input|textarea)$/.test(tag) &&
      (/^(email|tel|password)$/i.test(attributes.get('type') ?? '') ||
        PERSONAL.test(attributes.get('autocomplete') ?? '')),
  );
  return personal === undefined
    ? []
    : [
        say(
          form,
          `method="${method || 'get'}" with ${personal.attributes.get('type') ?? 'a name'}`,
          'The form writes what somebody types about themselves into the address.',
          'Use method="post".',
        ),
      ];
}

const ERROR_CLASS = /(^|[-_\s])(error|errors|invalid|fehler|erreur|errore)([-_\s]|$)/i;
const ERROR_TEXT =
  /^(?:error|invalid|please (?:enter|correct|check)|fehler|ungültig|erreur|invalide|datos no válidos|valor no válido|no válido|errore|non valido|fout|ongeldig|fel:|inválido)(?![\p{L}])/iu;

/** Says that something is wrong, and no field knows of it: who listens to a field does not hear it. */
function looseErrors(page: Page): Observation[] {
  const named = new Set(
    page
      .byTag('input', 'select', 'textarea', 'fieldset')
      .flatMap(({ attributes }) =>
        `${attributes.get('aria-describedby') ?? ''} ${attributes.get('aria-errormessage') ?? ''}`.split(
          /\s+/,
        ),
      ),
  );
  return visibleBlocks(page).flatMap(({ element: at, said, kind }): Observation[] => {
    if (kind === 'code' || kind === 'heading' || said.length > MOST_LABEL || !hasAncestor(at, 'form'))
      return [];
    const isError = ERROR_CLASS.test(at.attributes.get('class') ?? '') || ERROR_TEXT.test(said);
    if (!isError || isNamed(at, named)) return [];
    // A list of all that is wrong leads to the fields with links; a label is heard with its field.
    if (
      hasAncestor(at, 'label', 'legend') ||
      at.tag === 'label' ||
      descendants(at).some(({ tag }) => tag === 'a')
    )
      return [];
    return [
      say(
        at,
        `"${said.slice(0, 60)}"`,
        `An error message belongs to no field: "${said.slice(0, 60)}".`,
        'Put it beside its field, and name it in aria-describedby.',
      ),
    ];
  });
}

function isNamed(at: PageElement, named: ReadonlySet<string>): boolean {
  for (let one: PageElement | null = at; one !== null && one.tag !== 'form'; one = one.parent) {
    const id = one.attributes.get('id');
    if (id !== undefined && named.has(id)) return true;
    if (one.attributes.get('role') === 'alert' && one.attributes.has('tabindex')) return true;
  }
  return false;
}
