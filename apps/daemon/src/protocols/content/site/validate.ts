/** `validate_code`: valid HTML, links that lead somewhere, and nothing a browser would have to guess. */
import { HtmlValidate } from 'html-validate';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import { loadPart } from '../../../optional-parts.ts';
import { SITE_POLICY, type SiteFile } from './assemble.ts';

export interface SiteCheck {
  seen: BrowserCheck;
  problems: string[];
}

/** Everything at once, in whatever thread it is called. */
export async function checkSite(files: readonly SiteFile[], env: Env): Promise<SiteCheck> {
  const seen = await validateInBrowser(files, env);
  return {
    seen,
    problems: [...(await validateCode(files)), ...(seen.kind === 'measured' ? seen.problems : [])],
  };
}

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

export type BrowserCheck =
  | { kind: 'measured'; problems: string[] }
  /** No browser, or it did not start: said, never taken for a pass. */
  | { kind: 'not-measured'; why: string };

type Env = Readonly<Record<string, string | undefined>>;

/** axe on the page as a real browser draws it. */
export async function validateInBrowser(files: readonly SiteFile[], env: Env): Promise<BrowserCheck> {
  const { findBrowser, noBrowser } = await import('../../../measure/browser/find.ts');
  const found = await findBrowser({ env });
  if (found === null) return { kind: 'not-measured', why: noBrowser(env) };
  // Loaded only here: a site without a browser does not pay for its driver.
  const [browser, { BrowserError }] = await Promise.all([
    loadPart(() => import('../../../measure/browser/browser.ts')).catch((error: Error) => error.message),
    import('../../../measure/browser/facts.ts'),
  ]);
  if (typeof browser === 'string') return { kind: 'not-measured', why: browser };
  const { BrowserMeter } = browser;
  const text = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
  // In one piece for the measuring browser, which has a stricter policy of its own.
  const html = text('index.html')
    .replace(SITE_POLICY, '')
    .replace('<link rel="stylesheet" href="style.css">', () => `<style>${text('style.css')}</style>`);
  try {
    const meter = await BrowserMeter.launch(found);
    try {
      const { violations } = await meter.measure({ html, folder: null });
      return {
        kind: 'measured',
        problems: violations.map(
          ({ rule, nodes }) => `index.html: ${nodes[0]?.summary ?? rule} (axe ${rule})`,
        ),
      };
    } finally {
      await meter.close();
    }
  } catch (error) {
    if (!(error instanceof BrowserError)) throw error;
    return { kind: 'not-measured', why: error.message };
  }
}
