/** Defects for whoever answers for accessibility. */
import {
  block,
  chosen,
  edits,
  inner,
  operatorsFor,
  rename,
  ruleFor,
  setAttribute,
  tagText,
} from './planting.ts';
import { fields, headings, images, one, paragraphs, tags, textLinks } from './source.ts';

export const A11Y = operatorsFor('a11y', [
  [
    'must',
    'alt-is-file-name',
    'alt text is the file name',
    (h, pick) =>
      setAttribute(h, pick(images(h)), {
        alt: chosen(pick, [
          'IMG_2034.jpg',
          'hero-final-v2.png',
          'DSC00417.JPG',
          'screenshot_2024-03-11.webp',
        ]),
      }),
  ],
  [
    'must',
    'placeholder-as-label',
    'a field with nothing but a placeholder',
    (h, pick) => {
      const label = pick(
        tags(h, 'label').filter(
          ({ attrs }) =>
            (attrs.for ?? '') !== '' &&
            fields(h).some((field) => field.tag === 'input' && field.attrs.id === attrs.for),
        ),
      );
      const field = label && fields(h).find(({ attrs }) => attrs.id === label.attrs.for);
      if (label === undefined || field === undefined)
        return block(
          h,
          pick,
          '<form action="https://www.iana.org/search"><input type="email" name="email" placeholder="Your e-mail"> <button>Keep me posted</button></form>',
        );
      return edits(h, [
        [field.start, field.open, tagText(h, field, { placeholder: label.text })],
        [label.start, label.end, ''],
      ]);
    },
  ],
  ['any', 'main-lost', 'no main landmark', (h) => rename(h, one(h, 'main'), 'div')],
  [
    'any',
    'heading-empty',
    'a heading without words',
    (h, pick) => block(h, pick, '<h2></h2>', '<h3>&nbsp;</h3>', '<h2><span aria-hidden="true">★</span></h2>'),
  ],
  [
    'must',
    'labelledby-dangling',
    'aria-labelledby names an id that is not there, the field has no other name',
    (h, pick) =>
      block(
        h,
        pick,
        '<p><input type="text" name="city" aria-labelledby="city-caption"> <button type="button">Find a place</button></p>',
      ),
  ],
  [
    'any',
    'dialog-unnamed',
    'an open dialog without a name',
    (h, pick) =>
      block(
        h,
        pick,
        '<dialog open style="position:static"><p>We keep one cookie that remembers your choice.</p><button type="button">Understood</button></dialog>',
        '<div role="dialog" aria-modal="true" style="border:1px solid;padding:16px"><p>Your session ends in two minutes.</p><button type="button">Stay signed in</button></div>',
      ),
  ],
  [
    'any',
    'headers-attribute-dangling',
    'a cell whose headers= names no cell of the table',
    (h, pick) => setAttribute(h, pick(tags(h, 'td')), { headers: chosen(pick, ['col-total', 'q4-header']) }),
  ],
  [
    'must',
    'sound-starts-itself',
    'sound that starts by itself, nothing to stop it',
    (h, pick) =>
      block(
        h,
        pick,
        '<audio autoplay loop src="https://upload.wikimedia.org/wikipedia/commons/4/4e/BWV_543-fugue.ogg"></audio>',
        '<video autoplay loop src="https://media.w3.org/2010/05/sintel/trailer.mp4" width="320" style="max-width:100%"></video>',
      ),
  ],
  [
    'any',
    'radios-ungrouped',
    'radio buttons whose question is not tied to them',
    (h, pick) =>
      block(
        h,
        pick,
        '<div><p>How shall we reach you?</p><label><input type="radio" name="reach" value="post"> Post</label> <label><input type="radio" name="reach" value="phone"> Phone</label></div>',
      ),
  ],
  [
    'any',
    'aria-not-allowed',
    'ARIA states on elements that cannot have them',
    (h, pick) =>
      setAttribute(
        h,
        pick([...paragraphs(h), ...headings(h)]),
        chosen<Readonly<Record<string, string>>>(pick, [
          { 'aria-checked': 'true' },
          { 'aria-expanded': 'false' },
          { 'aria-selected': 'true' },
        ]),
      ),
  ],
  [
    'must',
    'keyboard-trap',
    'a field that swallows the Tab key',
    (h, pick) => {
      const field = pick(fields(h));
      return field === undefined
        ? block(
            h,
            pick,
            '<p><button type="button" onkeydown="event.preventDefault()" onblur="this.focus()">Play the round</button></p>',
          )
        : setAttribute(h, field, {
            onkeydown: "if (event.key === 'Tab') { event.preventDefault(); this.focus(); }",
          });
    },
  ],
  [
    'must',
    'button-in-link',
    'a button inside a link',
    (h, pick) => {
      const link = pick(textLinks(h));
      return link === undefined
        ? null
        : inner(h, link, `<button type="button">${h.slice(link.open, link.close)}</button>`);
    },
  ],
  [
    'any',
    'skip-link-broken',
    'the skip link jumps nowhere',
    (h) => {
      const link = tags(h, 'a').find(
        ({ attrs, text }) =>
          attrs.href?.startsWith('#') === true &&
          /skip|springen|contenu|contenido|本文|본문|正文/i.test(text),
      );
      return setAttribute(h, link, { href: `${link?.attrs.href}-area` });
    },
  ],
  [
    'must',
    'title-empty',
    'the document has no title',
    (h, pick) => {
      const title = one(h, 'title');
      if (title === undefined) return null;
      return pick([true, false]) === true
        ? inner(h, title, '')
        : edits(h, [[title.start, title.end, '<!-- title -->']]);
    },
  ],
  [
    'must',
    'lang-of-another-tongue',
    'lang names another language than the text has',
    (h, pick) => setAttribute(h, one(h, 'html'), { lang: chosen(pick, ['fi', 'pt-BR', 'it']) }),
  ],
  [
    'any',
    'autocomplete-wrong',
    'autocomplete with a token that does not exist',
    (h, pick) =>
      setAttribute(h, pick(fields(h).filter(({ tag }) => tag === 'input')), {
        autocomplete: chosen(pick, ['e-mail', 'firstname', 'user-mail', 'fullname']),
      }),
  ],
  [
    'must',
    'checkbox-role-stateless',
    'role=checkbox without aria-checked',
    (h, pick) =>
      block(
        h,
        pick,
        '<div role="checkbox" tabindex="0">Send me the monthly summary</div>',
        '<span role="slider" tabindex="0" aria-label="Volume">▮▮▮▯</span>',
      ),
  ],
  [
    'any',
    'scroll-box-unreachable',
    'a scrolling box no key can reach',
    (h, pick) => ruleFor(h, pick(paragraphs(h, 120)), 'terms-box', '& { height: 48px; overflow-y: scroll; }'),
  ],
  [
    'any',
    'targets-tiny',
    'round 12 px buttons side by side',
    (h, pick) =>
      block(
        h,
        pick,
        '<div><button type="button" aria-label="Slide 1" style="width:12px;height:12px;padding:0;margin:0;min-height:0"></button><button type="button" aria-label="Slide 2" style="width:12px;height:12px;padding:0;margin:0;min-height:0"></button><button type="button" aria-label="Slide 3" style="width:12px;height:12px;padding:0;margin:0;min-height:0"></button></div>',
      ),
  ],
]);
