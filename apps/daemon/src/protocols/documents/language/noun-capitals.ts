/** Whether a text writes every noun with a capital, as German does: there a capital is no sign of a name. */
export function writesNounsLarge(text: string): boolean {
  const articles = text.match(/(?<!\p{L})(?:der|die|das|den|dem|ein|eine|einen|einer)\s+\p{L}/gu) ?? [];
  const large = articles.filter((one) => /\p{Lu}$/u.test(one));
  return articles.length >= 3 && large.length / articles.length > 0.4;
}
