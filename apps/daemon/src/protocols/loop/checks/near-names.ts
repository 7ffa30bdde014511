/** A name, an address or a number of the text that is written in two ways. */
import { nearNames as pairs } from '../../documents/compare/near-names.ts';
import { writesNounsLarge } from '../../documents/language/noun-capitals.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

export const nearNames: Check = ({ source }) => {
  const found = pairs([{ path: '', text: source }], writesNounsLarge(source));
  const remarks = found.map(
    ({ one, other }): Remark => ({
      check: 'contradiction',
      line: other.line,
      text: `${quote(one.name)} (line ${one.line}) and ${quote(other.name)} (line ${other.line}) are almost the same: one of them is a slip, or they are two`,
      remedy: write(`write ${quote(one.name)} or ${quote(other.name)} in both places`),
    }),
  );
  return { remarks, looked: found.length, things: 'names are written in one way' };
};
