/** Statements as a person writes them. The reader of Markdown sets code apart by spaces, also before a full stop. */
export function asWritten(text: string): string {
  return text
    .replace(/ (?=([.,;:!?)\]}’”])(?!\1)[.,;:!?)\]}’”]*(?:\s|$))/gu, '')
    .replace(/(?<=(?:^|\s)[([{‘“]) /gu, '');
}
