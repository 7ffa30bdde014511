/** What cannot be measured without a browser or the network, found and named. Unmeasured is never a pass. */
import type { PageElement, Tree } from './model/dom.ts';
import type { StyleSources } from './model/stylesheets.ts';

export interface Gaps {
  /** Why computed styles cannot be trusted; null when they can. */
  style: string | null;
  /** Why the text and structure are not in the source; null when they are. */
  content: string | null;
  /** Why a part of the page was not looked at; null when all of it was. */
  size: string | null;
  /** Everything worth telling, one sentence each. */
  notes: string[];
}

/** Hosts that only bring typefaces or icons: colours and layout do not depend on them. */
const FONT_HOSTS =
  /^(https?:)?\/\/(fonts\.(googleapis|gstatic|bunny)\.(com|net)|use\.(typekit\.net|fontawesome\.com)|kit\.fontawesome\.com|rsms\.me|api\.fontshare\.com|[^/]*\/(ajax\/libs|npm)\/(@?fortawesome|font-awesome|bootstrap-icons|material-icons|@?fontsource)[^/]*)/i;
const FONT_PATHS =
  /(font-?awesome|bootstrap-icons|material-icons|material-symbols|fontsource|simple-line-icons|devicon|[-_]icons?(\.min)?\.css)/i;

/** Scripts that write the page's CSS at run time. */
const STYLE_SCRIPTS = /cdn\.tailwindcss\.com|@tailwindcss\/browser|twind|unocss.*runtime|windicss/i;

const MOUNT_IDS = new Set(['root', 'app', '__next', '__nuxt', 'svelte', 'main-app', 'application']);

export interface Known {
  tree: Tree;
  sources: StyleSources;
  textLength: number;
  tailwindCompiled: boolean;
}

export function findGaps({ tree, sources, textLength, tailwindCompiled }: Known): Gaps {
  const notes: string[] = [];
  const blocking: string[] = [];
  const styled = hasOwnStyles(sources);
  for (const { href, reason } of sources.missing) {
    const isFont = FONT_HOSTS.test(href) || FONT_PATHS.test(href);
    if (reason === 'remote') notes.push(`Remote stylesheet not fetched: ${href}`);
    else notes.push(`Stylesheet not read (${reason.replace('_', ' ')}): ${href}`);
    // What was too much to read may say anything.
    if (reason === 'too_large') blocking.push(href);
    else if (!isFont && (FRAMEWORKS.test(href) || OWN_SHEET.test(href) || !styled)) blocking.push(href);
  }
  const scripts = tree.elements.filter((element) => element.tag === 'script');
  const styleScript = scripts.find((script) => STYLE_SCRIPTS.test(script.attributes.get('src') ?? ''));
  if (styleScript !== undefined) {
    const src = styleScript.attributes.get('src') ?? '';
    if (tailwindCompiled) notes.push('Tailwind was compiled here from the page’s classes');
    else {
      notes.push(`A script writes the styles at run time: ${src}`);
      blocking.push(src);
    }
  }
  if (scripts.some(writesSheet)) {
    notes.push('A script writes the styles at run time: document.write');
    blocking.push('document.write');
  }
  const content = scriptBuilt(tree, scripts, textLength);
  if (content !== null) notes.push(content);
  if (tree.truncated.elements)
    notes.push(`The page has ${tree.total} elements; the first ${tree.elements.length} were measured.`);
  if (tree.truncated.depth)
    notes.push('The page is nested deeper than browsers go; the deepest parts were flattened.');
  for (const mistake of sources.broken) notes.push(`Broken CSS: ${mistake}`);
  const [first] = blocking;
  return {
    style: first === undefined ? null : `styles depend on ${first}, which was not read`,
    content,
    size: tree.truncated.elements
      ? `it has ${tree.total} elements, and only the first ${tree.elements.length} were measured`
      : null,
    notes,
  };
}

const WRITTEN_SHEET = /document\.write(?:ln)?\s*\(\s*['"`]<link\b[^;]{0,200}\bstylesheet\b[^;]{0,400}/gi;

/** A theme that is chosen while the page loads: without it the colours are nobody's. Typefaces and icons are no theme. */
function writesSheet({ children }: PageElement): boolean {
  const code = children.map((node) => (node.kind === 'text' ? node.value : '')).join('');
  // The pattern is asked only where it can match.
  if (!code.includes('document.write')) return false;
  return [...code.matchAll(WRITTEN_SHEET)].some(([tag]) => !FONT_PATHS.test(tag) && !/fonts\./i.test(tag));
}

/** Sheets a page is built on. Any other one beside the page's own styles is an accessory: a lightbox, a table. */
const FRAMEWORKS =
  /bootstrap(?!-icons)|tailwind|bulma|foundation|materialize|uikit|semantic|pure(-|\.)|milligram|skeleton|pico|water\.css|mvp\.css|tachyons|antd|primer/i;
/** The site's own sheet on its own host: `https://site.example/css/main.css`. */
const OWN_SHEET = /^(?!.*\/(npm|ajax\/libs)\/)(?!.*unpkg).*\/(main|styles?|app|theme|global)[.-][^/]*$/i;
const SUBSTANTIAL_RULES = 12;

function hasOwnStyles({ sheets }: StyleSources): boolean {
  let rules = 0;
  for (const { root } of sheets) rules += root.nodes.filter((node) => node.type === 'rule').length;
  return rules >= SUBSTANTIAL_RULES;
}

const ALMOST_NO_TEXT = 20;

/** What is missing in the source because scripts write it; null where the source has it. */
export function scriptBuilt(tree: Tree, scripts: PageElement[], textLength: number): string | null {
  if (textLength > ALMOST_NO_TEXT || scripts.length === 0) return null;
  const mount = tree.elements.find((element) =>
    MOUNT_IDS.has((element.attributes.get('id') ?? '').toLowerCase()),
  );
  const where = mount === undefined ? 'the body' : `#${mount.attributes.get('id')}`;
  return `the page is built by scripts: ${where} is empty in the source, so nothing in it was measured`;
}
