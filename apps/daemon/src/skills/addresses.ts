/** Addresses that a brief names: pages, mail and telephone numbers. Only schemes a reader can follow safely. */

export interface Address {
  label: string;
  href: string;
}

const EMAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/g;
const URL_TEXT = /\b(?:https?:\/\/|www\.(?=[\w-]{1,64}\.\w))[^\s<>"'()]{3,300}/g;
/** A row of digits is a telephone number where the words before it, or a plus sign, say so. */
const PHONE =
  /(?:(?<=\b(?:call|phone|telephone|tel|ring|mobile|fax|whatsapp|text|telefon|anrufen|rufen sie|mobil|number is|nummer(?: ist)?|téléphone|teléfono|telefono)(?: us| me| her| him| uns)?(?: (?:on|at|unter|au|al))?[.:]? {1,2})\+?|(?<![\p{L}\d])\+)\d[\d ()/-]{5,17}\d/giu;

const MOST_ADDRESSES = 6;

interface Found extends Address {
  at: number;
  text: string;
}

function found(text: string): Found[] {
  const all: Found[] = [];
  for (const { 0: url, index } of text.matchAll(URL_TEXT)) {
    const text = url.replace(/[.,;:!?]+$/, '');
    const href = text.startsWith('www.') ? `https://${text}` : text;
    const label = href.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
    all.push({ href, label, at: index, text });
  }
  for (const { 0: email, index } of text.matchAll(EMAIL))
    all.push({ href: `mailto:${email}`, label: email, at: index, text: email });
  for (const { 0: phone, index } of text.matchAll(PHONE))
    all.push({ href: `tel:${phone.replace(/\(0\)|[^\d+]/g, '')}`, label: phone, at: index, text: phone });
  return all;
}

/** Every address once: pages first, then mail, then telephones. */
export function contactsOf(text: string): Address[] {
  const known = new Map(found(text).map(({ href, label }) => [href, { label, href }]));
  return [...known.values()].slice(0, MOST_ADDRESSES);
}

/** The text in pieces: what is an address, and what stands between. */
export function piecesOf(text: string): (string | Address)[] {
  const pieces: (string | Address)[] = [];
  let end = 0;
  for (const one of found(text).sort((a, b) => a.at - b.at)) {
    if (one.at < end) continue;
    if (one.at > end) pieces.push(text.slice(end, one.at));
    // As the brief writes it.
    pieces.push({ label: one.text, href: one.href });
    end = one.at + one.text.length;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

/** `Label -> target`, where the target is an address; anything else is a label alone. */
export function actionOf(text: string): { label: string; href: string | null } {
  const [label = '', target = ''] = text.split(/\s*(?:->|→)\s*/, 2);
  const href = /^(https?:\/\/|mailto:|tel:)\S+$/i.test(target)
    ? target
    : (contactsOf(target)[0]?.href ?? null);
  return { label: label.trim(), href };
}
