/** A line of code and the comment behind it. */

/** What stands behind a value says in which unit it is. */
export function parted(line: string): { code: string; comment: string } {
  const at =
    /(?<!:)\/\/|(?:^|\s)#(?!\{|\s*(?:define|include|if|ifdef|ifndef|endif|else|pragma|undef)\b)|\/\*|(?:^|\s)--\s/.exec(
      line,
    )?.index ?? line.length;
  return { code: line.slice(0, at), comment: line.slice(at).replace(/^[\s/#*-]+/, '') };
}
