/** An example that is not of the form the text gives: "two letters and six digits, for example AB12345". */
import { formsIn, LETTER } from '../../documents/language/forms.ts';
import { type Sentence, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

const EXAMPLE =
  /(?:e\.g\.|for example|for instance|example:|such as|like|z\.\s?b\.|zum beispiel|beispiel:|etwa|wie|p\.\s?ex\.|par exemple|exemple\s?:|ex\.|por ejemplo|ejemplo:|p\.\s?ej\.|por exemplo|exemplo:|ad esempio|per esempio|esempio:|es\.|bijv(?:oorbeeld|\.)|voorbeeld:|np\.|na przykład|t\.\s?ex\.|till exempel|例[:：]?|例えば|比如|例如)\s*[,:：]?\s*[`"“„«「(]*([A-Z]{0,6}[-/ ]?\d[\dA-Z-]{2,15}|[A-Z]{1,6}[-/]?\d{2,12}|\d{3,12})(?![\p{L}\d])/iu;

export const examples: Check = (document) => {
  const sentences = sentencesOf(document);
  let looked = 0;
  const remarks = sentences.flatMap((sentence, index): Remark[] => {
    const forms = formsIn(sentence.own);
    const [form] = forms;
    if (form === undefined || forms.length !== 1) return [];
    const next = sentences[index + 1];
    const given =
      exampleIn(sentence) ?? (next?.statement === sentence.statement ? exampleIn(next) : undefined);
    if (given === undefined) return [];
    looked++;
    const letters = (given.match(/\p{L}/gu) ?? []).length;
    const digits = (given.match(/\d/g) ?? []).length;
    const wanted = { letters: Math.floor(form.value / LETTER), digits: form.value % LETTER };
    const isKept = digits === wanted.digits && (wanted.letters === 0 || letters === wanted.letters);
    return isKept
      ? []
      : [
          {
            check: 'contradiction',
            line: sentence.line,
            text: `the example ${given} has ${letters > 0 ? `${letters} letters and ` : ''}${digits} digits, and ${quote(form.shown)} are asked for: ${quote(sentence.text)}`,
            remedy: write(`correct the example ${given} or ${quote(form.shown)}`),
          },
        ];
  });
  return { remarks, looked, things: 'examples have the form that is asked for' };
};

function exampleIn({ text }: Sentence): string | undefined {
  return EXAMPLE.exec(text)?.[1];
}
