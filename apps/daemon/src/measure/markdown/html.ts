/** The few things read from raw HTML in Markdown: headings and pictures of its title block, comments, names. */
import type { Range } from '../model/dom.ts';

interface RawHtml {
  headings: {
    level: number;
    text: string;
    images: Record<string, string>[];
    range: Range | null;
  }[];
  images: { attributes: Record<string, string>; range: Range | null }[];
  comments: { text: string; range: Range | null }[];
  anchors: string[];
}

// Bounded, so that a thousand openings without an end do not each search the whole text.
const COMMENT = /<!--([\s\S]{0,5000}?)-->/g;
const HEADING = /<h([1-6])\b[^>]{0,300}>([\s\S]{0,2000}?)<\/h\1>/gi;
const IMAGE = /<img\b([^>]{0,2000})>/gi;
const ATTRIBUTE = /([\w-]{1,40})(?:\s*=\s*(?:"([^"]{0,1000})"|'([^']{0,1000})'|([^\s"'>]{1,1000})))?/g;
const NAME = /\b(?:id|name)\s*=\s*["']?([^"'\s>]{1,200})/gi;

export function readRawHtml(value: string, range: Range | null): RawHtml {
  const comments = [...value.matchAll(COMMENT)].map(({ 0: whole, 1: text = '', index }) => ({
    text,
    range: within(value, range, index, whole.length),
  }));
  // What is commented out is not there; blanked, so that places stay.
  const shown = value.replace(COMMENT, (whole) => whole.replace(/[^\r\n]/g, ' '));
  const headings: RawHtml['headings'] = [];
  const images: RawHtml['images'] = [];
  const rest = shown.replace(HEADING, (whole: string, level: string, inner: string, index: number) => {
    headings.push({
      level: Number(level),
      text: inner.replace(/<[^>]{0,2000}>/g, ' ').trim(),
      images: [...inner.matchAll(IMAGE)].map(([, attributes = '']) => attributesOf(attributes)),
      range: within(value, range, index, whole.length),
    });
    return whole.replace(/[^\r\n]/g, ' ');
  });
  for (const { 0: whole, 1: attributes = '', index } of rest.matchAll(IMAGE)) {
    images.push({
      attributes: attributesOf(attributes),
      range: within(value, range, index, whole.length),
    });
  }
  const anchors = [...shown.matchAll(NAME)].map(([, name = '']) => name);
  return { headings, images, comments, anchors };
}

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    found[name.toLowerCase()] ??= double ?? single ?? bare ?? '';
  }
  return found;
}

function within(value: string, range: Range | null, index: number, length: number): Range | null {
  if (range === null) return null;
  const before = value.slice(0, index);
  const breaks = before.match(/\r\n|\r|\n/g)?.length ?? 0;
  return {
    start: range.start + index,
    end: range.start + index + length,
    line: range.line + breaks,
    column: breaks === 0 ? range.column + index : index - before.lastIndexOf('\n'),
  };
}
