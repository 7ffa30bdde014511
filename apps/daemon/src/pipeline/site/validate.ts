/** `validate_code`: valid HTML, links that lead somewhere, and nothing a browser would have to guess. */
import { HtmlValidate } from 'html-validate';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import type { SiteFile } from './assemble.ts';

/** Problems as sentences; none when the site may go out. */
export async function validateCode(files: readonly SiteFile[]): Promise<string[]> {
  const problems: string[] = [];
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  const paths = new Set(files.map(({ path }) => path));
  for (const { path, text } of files.filter((file) => file.path.endsWith('.html'))) {
    const report = await validator.validateString(text, path);
    for (const { messages } of report.results)
      for (const { line, message, ruleId } of messages)
        problems.push(`${path}:${line}: ${message} (${ruleId})`);
    problems.push(...parseProblems(path, text), ...linkProblems(path, text, paths));
  }
  if (!paths.has('index.html')) problems.push('there is no index.html');
  return problems;
}

function parseProblems(path: string, text: string): string[] {
  const problems: string[] = [];
  parse(text, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startLine }) => problems.push(`${path}:${startLine}: ${code} (parse5)`),
  });
  return problems;
}

type Visited = DefaultTreeAdapterTypes.ChildNode;

function linkProblems(path: string, text: string, files: ReadonlySet<string>): string[] {
  const ids = new Set<string>();
  const links: string[] = [];
  const stack: Visited[] = [...(parse(text) as DefaultTreeAdapterTypes.Document).childNodes];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!defaultTreeAdapter.isElementNode(node)) continue;
    for (const { name, value } of node.attrs) {
      if (name === 'id') ids.add(value);
      if (name === 'href' || name === 'src') links.push(value);
    }
    stack.push(...node.childNodes);
  }
  return links.flatMap((link) => {
    if (/^(?:https?:\/\/|mailto:)/i.test(link)) return [];
    const isThere = link.startsWith('#') ? ids.has(link.slice(1)) : files.has(link);
    return isThere ? [] : [`${path}: the link ${JSON.stringify(link.slice(0, 80))} leads nowhere`];
  });
}
