/** Whether a requirement can be decided by a check: a figure, or something that either is or is not. */
import { type Check, quote, type Remark, write } from './remark.ts';

/** Words that need a figure beside them. */
const VAGUE =
  /\b(?:fast(?:er)?|quick(?:ly)?|slow(?:ly)?|instant(?:ly|aneous)?|real[- ]?time|promptly|timely|soon|rapid(?:ly)?|responsive|performant|efficient(?:ly)?|scalab(?:le|ility)|robust|reliab(?:le|ly)|high(?:ly)? available|lightweight|minimal(?:ly)?|small|large|many|several|few|frequent(?:ly)?|often|rarely|regularly|reasonabl[ey]|adequate(?:ly)?|sufficient(?:ly)?|significant(?:ly)?|acceptable|good performance|low latency|high throughput|short|long[- ]?lasting|recent(?:ly)?)\b/i;
/** Words that nothing can decide, with a figure or without. */
const UNDECIDABLE =
  /\b(?:user[- ]friendly|easy(?: to use)?|easily|intuitive(?:ly)?|seamless(?:ly)?|state[- ]of[- ]the[- ]art|modern|beautiful|nice(?:ly)?|clean(?:ly)? designed|as appropriate|where appropriate|if appropriate|as needed|if needed|if possible|where possible|where feasible|as far as possible|best effort|works? (?:well|correctly|properly|as expected)|properly|correctly|gracefully|elegant(?:ly)?|flexib(?:le|ly)|and so on|etc\.?|and\/or)(?![\w-])/i;

export const measurability: Check = ({ requirements }) => {
  const remarks = requirements.flatMap((requirement): Remark[] => {
    const { line } = requirement;
    const text = requirement.id === null ? requirement.text : requirement.text.replace(requirement.id, '');
    const undecidable = UNDECIDABLE.exec(text);
    const vague = /\d/.test(text) ? null : VAGUE.exec(text);
    if (undecidable !== null)
      return [
        {
          check: 'undecidable',
          line,
          text: `nothing can decide "${undecidable[0]}" in ${quote(requirement.text)}`,
          remedy: write(`say what is seen when "${undecidable[0]}" is met, and what when it is not`),
        },
      ];
    if (vague !== null)
      return [
        {
          check: 'unmeasured',
          line,
          text: `"${vague[0]}" has no figure in ${quote(requirement.text)}`,
          remedy: write(`give "${vague[0]}" a figure with its unit and how it is measured`),
        },
      ];
    return [];
  });
  return { remarks, looked: requirements.length, things: 'requirements can be decided by a check' };
};
