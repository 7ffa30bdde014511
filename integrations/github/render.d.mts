/** What a check says of a change, as Markdown for a comment; of a result nobody has vouched for. */
export function render(result: unknown): string;
