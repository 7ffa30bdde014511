import type { Audit, Observation } from '../finding.ts';
import type { Page, PageElement } from '../model/page.ts';
import { childElements, descendants, hasAncestor } from '../model/reading.ts';

export const mediaForm: Audit = {
  id: 'media-form',
  role: 'copy',
  dim: 'finished',
  weight: 7,
  title: 'Pictures, films and sounds can be shown and played',
  why: 'A film without a way to start it, or a picture without a file, is a hole in the page.',
  link: 'https://html.spec.whatwg.org/multipage/embedded-content.html',
  severity: 'major',
  tier: 'report',
  unit: 'media that cannot be shown or played',
  run(page) {
    const media = page
      .byTag('img', 'picture', 'video', 'audio', 'source', 'track', 'iframe', 'use', 'area', 'input')
      .filter((at) => !hasAncestor(at, 'template', 'noscript'));
    const found = media.flatMap((at) =>
      problemsOf(page, at).map(
        ({ measured, text, advice, isCertain }): Observation => ({
          at,
          measured,
          required: 'a medium that works',
          message: text,
          suggestion: advice,
          ...(isCertain ? {} : { severity: 'minor' as const }),
        }),
      ),
    );
    return { checked: media.length, found };
  },
};

interface Problem {
  measured: string;
  text: string;
  advice: string;
  isCertain: boolean;
}

function problemsOf(page: Page, at: PageElement): Problem[] {
  switch (at.tag) {
    case 'img':
      return [...imageFile(page, at), ...sizesOf(at), ...sourceSet(at), ...mapOf(page, at)];
    case 'picture':
      return childElements(at).some(({ tag }) => tag === 'img')
        ? []
        : [certain('no <img>', '<picture> has no image in it, and shows nothing.', 'Add the <img>.')];
    case 'video':
    case 'audio':
      return [...player(page, at), ...sizesOf(at)];
    case 'source':
      return [...typeOf(at), ...sourceSet(at), ...placeless(at)];
    case 'track':
      return trackOf(at);
    case 'iframe':
      return [...frameOf(at), ...sizesOf(at)];
    case 'use':
      return usedSymbol(page, at);
    default:
      return [];
  }
}

const certain = (measured: string, text: string, advice: string): Problem => ({
  measured,
  text,
  advice,
  isCertain: true,
});
const likely = (measured: string, text: string, advice: string): Problem => ({
  measured,
  text,
  advice,
  isCertain: false,
});

/** A script may bring the file later; then the place says so by a data attribute. */
function isFilledLater(page: Page, at: PageElement): boolean {
  return (
    [...at.attributes.keys()].some((name) => /^(data-|:|v-|x-|ng-)/.test(name)) &&
    page.byTag('script').length > 0
  );
}

const NO_PICTURE = /\.(html?|pdf|mp4|webm|mov|mp3|wav|ogg|zip|docx?|css|js|php)$/i;

function imageFile(page: Page, at: PageElement): Problem[] {
  const src = at.attributes.get('src')?.trim() ?? '';
  const hasSet = at.attributes.has('srcset') || at.parent?.tag === 'picture';
  if (src === '')
    return hasSet || isFilledLater(page, at) || at.attributes.has('id')
      ? []
      : [
          // A box that opens over the page has an image that a script fills.
          (page.byTag('script').length > 0 ? likely : certain)(
            'no src',
            'An image names no file.',
            'Name the file in src.',
          ),
        ];
  const path = src.replace(/[?#].*$/s, '');
  if (!/^data:/i.test(src) && NO_PICTURE.test(path) && !/\.php$/i.test(path))
    return [
      certain(
        `src="${src.slice(0, 60)}"`,
        `An image shows ${path.slice(-30)}, which is no picture.`,
        'Name a picture.',
      ),
    ];
  if (/^data:/i.test(src) && !/^data:image\/[\w.+-]+(;[\w=-]+)*,\S/i.test(src))
    return [
      certain(`src="${src.slice(0, 40)}"`, 'An image holds data that are no picture.', 'Put the picture in.'),
    ];
  return [];
}

/** Attributes are whole numbers of pixels; everything else is a style. */
function sizesOf(at: PageElement): Problem[] {
  const found: Problem[] = [];
  const read = (name: string): number | null => {
    const given = at.attributes.get(name)?.trim();
    if (given === undefined || /^\{\{/.test(given)) return null;
    if (at.tag === 'iframe' && /^\d+%$/.test(given)) return null;
    if (!/^\d+$/.test(given))
      found.push(
        likely(
          `${name}="${given}"`,
          `${name}="${given}" is no number of pixels.`,
          'Write a number without a unit, and the rest as a style.',
        ),
      );
    return /^\d+$/.test(given) ? Number(given) : null;
  };
  const [width, height] = [read('width'), read('height')];
  // One pixel is a counter's, and nothing is what a hidden frame has.
  if ((width === 0) !== (height === 0) && (width === 0 || height === 0))
    found.push(
      certain(
        `width="${width}" height="${height}"`,
        `<${at.tag}> has no ${width === 0 ? 'width' : 'height'}, and is not seen.`,
        'Write its real size.',
      ),
    );
  return found;
}

function sourceSet(at: PageElement): Problem[] {
  const set = at.attributes.get('srcset')?.trim();
  if (set === undefined) return [];
  if (set === '') return [certain('srcset=""', 'A srcset names no file.', 'Name the files or take it out.')];
  if (/^data:|\{\{/.test(set)) return [];
  const entries = entriesOf(set);
  const marks = entries.map((entry) => entry[1] ?? '1x');
  const wrong = entries.find(
    (entry) =>
      entry.length > 2 || (entry[1] !== undefined && !/^(\d+w|(?:\d+(?:\.\d+)?|\.\d+)x)$/.test(entry[1])),
  );
  if (wrong !== undefined)
    return [
      certain(
        wrong.join(' ').slice(0, 60),
        `"${(wrong[1] ?? '').slice(0, 20)}" in a srcset is neither a width (480w) nor a density (2x).`,
        'Write 480w or 2x.',
      ),
    ];
  if (new Set(marks.map((mark) => mark.slice(-1))).size > 1)
    return [
      certain(
        marks.join(', ').slice(0, 60),
        'A srcset counts in widths and in densities at once; browsers leave such entries out.',
        'Use one of the two.',
      ),
    ];
  if (new Set(marks).size < marks.length)
    return [
      certain(
        marks.join(', ').slice(0, 60),
        'Two files of a srcset have the same width or density, so one is never used.',
        'Give each its own.',
      ),
    ];
  return marks.some((mark) => mark.endsWith('w')) && !at.attributes.has('sizes')
    ? [
        likely(
          'srcset without sizes',
          'A srcset with widths has no sizes: browsers take the largest file.',
          'Say with sizes how wide it is shown.',
        ),
      ]
    : [];
}

/** As browsers split it: an address ends at a space, so the commas inside are its own. */
function entriesOf(set: string): string[][] {
  const found: string[][] = [];
  let rest = set;
  for (;;) {
    rest = rest.replace(/^[\s,]+/, '');
    const address = /^\S+/.exec(rest)?.[0];
    if (address === undefined) return found;
    rest = rest.slice(address.length);
    if (address.endsWith(',')) {
      found.push([address.replace(/,+$/, '')]);
      continue;
    }
    const marks = /^[^,]*/.exec(rest)?.[0] ?? '';
    rest = rest.slice(marks.length);
    found.push([address, ...marks.split(/\s+/).filter((mark) => mark !== '')]);
  }
}

function mapOf(page: Page, at: PageElement): Problem[] {
  const map = at.attributes.get('usemap')?.replace(/^#/, '');
  if (map === undefined) return [];
  return page.byTag('map').some(({ attributes }) => attributes.get('name') === map)
    ? []
    : [
        certain(
          `usemap="#${map.slice(0, 40)}"`,
          'An image uses a map that is not on the page.',
          'Add the map, or take usemap away.',
        ),
      ];
}

function player(page: Page, at: PageElement): Problem[] {
  const found: Problem[] = [];
  const sources = [at, ...childElements(at).filter(({ tag }) => tag === 'source')]
    .flatMap(({ attributes }) => attributes.get('src')?.trim() ?? [])
    .filter((src) => src !== '');
  if (sources.length === 0 && !isFilledLater(page, at)) {
    if (page.byTag('script').length === 0)
      found.push(certain('no file', `<${at.tag}> names no file.`, 'Name the file.'));
  }
  if (new Set(sources).size < sources.length)
    found.push(
      certain(
        'the same file twice',
        `<${at.tag}> names one file twice.`,
        'Keep one, or name the other format.',
      ),
    );
  const isStartable =
    at.attributes.has('controls') ||
    at.attributes.has('autoplay') ||
    page.byTag('script').length > 0 ||
    hasAncestor(at, 'a', 'button');
  if (!isStartable)
    found.push(
      certain('no controls', `<${at.tag}> has no controls, so nobody can start it.`, 'Add controls.'),
    );
  if (
    at.attributes.has('autoplay') &&
    at.attributes.has('loop') &&
    !at.attributes.has('muted') &&
    !at.attributes.has('controls')
  )
    found.push(
      certain(
        'autoplay and loop, with sound, without controls',
        `<${at.tag}> plays again and again with its sound, and nothing stops it.`,
        'Add controls, or muted.',
      ),
    );
  return found;
}

const TYPES: Readonly<Record<string, RegExp>> = {
  mp4: /^(video|audio)\/mp4/i,
  webm: /^(video|audio)\/webm/i,
  ogv: /^video\/ogg/i,
  ogg: /^(video|audio|application)\/ogg/i,
  mp3: /^audio\/(mpeg|mp3)/i,
  wav: /^audio\/(x-)?wav/i,
  m4a: /^audio\/(mp4|x-m4a|aac)/i,
  mov: /^video\/(quicktime|mp4)/i,
  webp: /^image\/webp/i,
  avif: /^image\/avif/i,
  jpg: /^image\/jpe?g/i,
  jpeg: /^image\/jpe?g/i,
  png: /^image\/png/i,
  svg: /^image\/svg/i,
  gif: /^image\/gif/i,
};

function typeOf(at: PageElement): Problem[] {
  const type = at.attributes.get('type')?.trim();
  const file = (at.attributes.get('src') ?? at.attributes.get('srcset') ?? '').trim().split(/[\s,]/)[0] ?? '';
  // An address with a question or a rule in it may answer with any format: "photo.jpg?fm=webp", "f_avif/photo.jpg".
  if (/[?]|\bf_\w+|format[=,]|\/cdn-cgi\//i.test(file)) return [];
  const ending = /\.([a-z\d]{2,4})(?:#.*)?$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  const expected = TYPES[ending];
  return type === undefined || expected === undefined || expected.test(type)
    ? []
    : [
        certain(
          `type="${type}" for .${ending}`,
          `A source of type ${type} names a .${ending} file; browsers choose by the type.`,
          'Correct the type or the file.',
        ),
      ];
}

/** Of two sources without a condition only the first is ever used. */
function placeless(at: PageElement): Problem[] {
  // A script puts the file in when it comes into sight.
  if ([...at.attributes.keys()].some((name) => /^(data-.*(?:src|lazy)|:src|v-bind:src)/.test(name)))
    return [];
  if (at.parent?.tag !== 'picture')
    return /^(video|audio)$/.test(at.parent?.tag ?? '') && !at.attributes.has('src')
      ? [certain('no src', '<source> of a film names no file in src.', 'Write the file in src.')]
      : [];
  if (!at.attributes.has('srcset'))
    return [
      certain(
        'no srcset',
        '<source> in a picture names no file: it needs srcset.',
        'Write the file in srcset.',
      ),
    ];
  return at.attributes.has('media') || at.attributes.has('type')
    ? []
    : [
        likely(
          'neither media nor type',
          'A source of a picture has no condition, so the image behind it is never used.',
          'Say with media or type when it is meant.',
        ),
      ];
}

function trackOf(at: PageElement): Problem[] {
  const kind = at.attributes.get('kind') ?? 'subtitles';
  if ((at.attributes.get('src') ?? '').trim() === '')
    return [certain('no src', 'A track names no file.', 'Name the file.')];
  if (!/^(subtitles|captions|descriptions|chapters|metadata)$/i.test(kind))
    return [
      certain(
        `kind="${kind}"`,
        `kind="${kind}" is no kind of track; it is read as metadata, and not shown.`,
        'Write captions or subtitles.',
      ),
    ];
  const found: Problem[] = [];
  if (/^subtitles$/i.test(kind) && !at.attributes.has('srclang'))
    found.push(certain('no srclang', 'Subtitles do not say their language.', 'Add srclang.'));
  if (!at.attributes.has('label'))
    found.push(likely('no label', 'A track has no name in the player’s menu.', 'Add a label.'));
  return found;
}

function frameOf(at: PageElement): Problem[] {
  const src = at.attributes.get('src')?.trim() ?? '';
  if (
    /^https?:\/\/(www\.)?youtube\.com\/watch|^https?:\/\/youtu\.be\/|^https?:\/\/(www\.)?vimeo\.com\/\d/i.test(
      src,
    )
  )
    return [
      certain(
        `src="${src.slice(0, 60)}"`,
        'A frame asks for a page that refuses to be framed.',
        'Use the address for embedding.',
      ),
    ];
  return [];
}

/** An icon that is used and was never drawn. */
function usedSymbol(page: Page, at: PageElement): Problem[] {
  const href = (at.attributes.get('href') ?? at.attributes.get('xlink:href') ?? '').trim();
  if (!href.startsWith('#') || page.anchors.has(href.slice(1)) || page.byTag('script').length > 0) return [];
  return descendants(at).length > 0
    ? []
    : [
        certain(
          `href="${href.slice(0, 40)}"`,
          `A drawing uses ${href.slice(0, 40)}, which is not on the page.`,
          'Add the symbol, or correct the name.',
        ),
      ];
}
