/**
 * A page's tree, and the places where its markup is not well-formed. parse5 reports what a tokenizer sees; a tag
 * that is never closed, or closes nothing, is seen here, since a browser mends both without a word.
 */
import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  type ErrorCodes,
  html,
  Parser,
  type Token,
  type TreeAdapter,
} from 'parse5';

/** Browsers flatten what is nested deeper. */
const MAX_DEPTH = 512;
/** Far beyond any page a person wrote: formatting that is opened again and again can multiply without end. */
const MAX_ELEMENTS = 200_000;

/** Errors of the text after which the page is not what its author wrote. */
const BROKEN: ReadonlySet<string> = new Set<`${ErrorCodes}`>([
  'eof-before-tag-name',
  'eof-in-cdata',
  'eof-in-comment',
  'eof-in-doctype',
  'eof-in-script-html-comment-like-text',
  'eof-in-tag',
  'eof-in-element-that-can-contain-only-text',
  'duplicate-attribute',
]);

const NO_END_TAG: ReadonlySet<string> = new Set(
  (
    'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr ' +
    // Optional by the standard.
    'html head body li p dt dd option optgroup rb rt rtc rp caption colgroup thead tbody tfoot tr td th'
  ).split(' '),
);

/** End tags that mean something, or harm nothing, where no such element is open. */
const HARMLESS_END: ReadonlySet<string> = new Set(['html', 'body', 'head', 'p', 'br']);

type Node = DefaultTreeAdapterTypes.Node;

export interface Mistake {
  line: number;
  problem: string;
}

export interface Markup {
  /** What could be read; all of it, unless a limit is among the mistakes. */
  document: DefaultTreeAdapterTypes.Document;
  mistakes: Mistake[];
}

export function readMarkup(content: string): Markup {
  const mistakes: Mistake[] = [];
  const parser = new WatchfulParser({
    sourceCodeLocationInfo: true,
    treeAdapter: PLACED,
    onParseError: ({ code, startLine }) => {
      if (BROKEN.has(code)) mistakes.push({ line: startLine, problem: code });
    },
  });
  try {
    parser.tokenizer.write(content, true);
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    mistakes.push({ line: parser.tokenizer.preprocessor.line, problem: error.message });
    return { document: parser.document, mistakes };
  }
  return {
    document: parser.document,
    mistakes: [...mistakes, ...parser.strays, ...unclosed(parser.document)],
  };
}

/** Where a node begins, and whether a tag closes it: all that anybody asks of a place here. */
type Place = Pick<Token.ElementLocation, 'startLine' | 'startOffset' | 'endTag'>;

const CLOSED: Token.Location = {
  startLine: 0,
  startCol: 0,
  startOffset: 0,
  endLine: 0,
  endCol: 0,
  endOffset: 0,
};

/**
 * As parse5 makes it, without the places of attributes and of ends, which are most of the memory of a page of ten
 * megabytes.
 */
const PLACED: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  setNodeSourceCodeLocation(node, location) {
    const place: Place | null =
      location === null ? null : { startLine: location.startLine, startOffset: location.startOffset };
    // Readers of this tree are in this folder, and know `Place`.
    node.sourceCodeLocation = place as Token.ElementLocation | null;
  },
  updateNodeSourceCodeLocation(node, end) {
    const place: Place | null | undefined = node.sourceCodeLocation;
    if (place != null && 'endTag' in end) place.endTag = CLOSED;
  },
};

/** This node and every one below, in the order of the text; not what a template holds for a script to fill. */
export function* nodesOf(root: Node): Generator<Node> {
  // A stack of our own, so that nesting cannot end the process.
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if ('childNodes' in node)
      for (let i = node.childNodes.length - 1; i >= 0; i--) stack.push(node.childNodes[i] as Node);
  }
}

/** Told apart by the place of the start tag, since the parser may make several elements of one. */
function unclosed(document: Node): Mistake[] {
  const open = new Map<number, Mistake>();
  const closed = new Set<number>();
  for (const node of nodesOf(document)) {
    if (!('tagName' in node) || node.namespaceURI !== html.NS.HTML || NO_END_TAG.has(node.tagName)) continue;
    const place = node.sourceCodeLocation;
    if (place == null) continue;
    if (place.endTag != null) closed.add(place.startOffset);
    else open.set(place.startOffset, { line: place.startLine, problem: `<${node.tagName}> is never closed` });
  }
  return [...open].flatMap(([at, mistake]) => (closed.has(at) ? [] : [mistake]));
}

class LimitError extends Error {}

class WatchfulParser extends Parser<DefaultTreeAdapterMap> {
  readonly #strays = new Map<number, Mistake>();
  #elements = 0;
  #depth = 0;

  get strays(): Iterable<Mistake> {
    return this.#strays.values();
  }

  override onItemPush(node: DefaultTreeAdapterTypes.ParentNode, tid: number, isTop: boolean): void {
    super.onItemPush(node, tid, isTop);
    if (++this.#depth > MAX_DEPTH) throw new LimitError(`elements are nested more than ${MAX_DEPTH} deep`);
    if (++this.#elements > MAX_ELEMENTS) throw new LimitError(`there are more than ${MAX_ELEMENTS} elements`);
  }

  override onItemPop(node: DefaultTreeAdapterTypes.ParentNode, isTop: boolean): void {
    super.onItemPop(node, isTop);
    this.#depth--;
  }

  override onEndTag(token: Token.TagToken): void {
    const depth = this.#depth;
    const elements = this.#elements;
    super.onEndTag(token);
    const { location, tagName } = token;
    // Formatting that is closed across a block moves elements: as many are open as before, but new ones.
    const closedSomething = this.#depth !== depth || this.#elements !== elements;
    if (closedSomething || location === null || HARMLESS_END.has(tagName)) return;
    this.#strays.set(location.startOffset, {
      line: location.startLine,
      problem: `</${tagName}> closes nothing`,
    });
  }
}

/** Types under which a page of the web comes. */
export function isPageType(mime: string): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)\b/.test(mime);
}

/** Elements that make a text a page where one was asked for: what a reader sees, not what a script or picture holds. */
const PAGE_PARTS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote button dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr img input li main nav ol p pre section select span strong table textarea ul a label em'
  ).split(' '),
);

/**
 * What a text is judged as: by what it is and by what was asked for. Its type is the agent's word, and a document is
 * one under any name and behind any comment.
 */
export function judgedType(content: string, mime: string, wanted: string = mime): string {
  if (DOCUMENT.test(skipped(content))) return 'text/html';
  if (isPageType(wanted)) return isPage(content) ? 'text/html' : isPageType(mime) ? 'text/plain' : mime;
  return mime;
}

const DOCUMENT = /^<(?:!doctype\s+html|html)\b/i;

/** Without the comments and declarations in front, however long they are. */
function skipped(content: string): string {
  let at = 0;
  for (;;) {
    while (at < content.length && /[\s\ufeff]/.test(content.charAt(at))) at++;
    const close = content.startsWith('<!--', at) ? '-->' : content.startsWith('<?', at) ? '?>' : null;
    const end = close === null ? -1 : content.indexOf(close, at);
    if (close === null || end === -1) return content.slice(at, at + 64);
    at = end + close.length;
  }
}

/** A fragment is a page too: one that has parts of a page, and does not begin with something else. */
function isPage(content: string): boolean {
  const opening = skipped(content);
  if (!/^<[a-z!]/i.test(opening) || /^<(?:svg|math|script|style|xml|rss|feed|template)\b/i.test(opening))
    return false;
  for (const node of nodesOf(readMarkup(content).document))
    if ('tagName' in node && node.namespaceURI === html.NS.HTML && PAGE_PARTS.has(node.tagName)) return true;
  return false;
}
