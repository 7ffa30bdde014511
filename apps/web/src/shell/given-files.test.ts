import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { setMessages } from '../i18n/i18n.ts';
import messages from '../i18n/more-en.json';
import { givenPage } from './given-files.ts';
import { unzip } from './unzip.ts';

beforeAll(() => setMessages('en', messages));

const file = (name: string, content: BlobPart, type = ''): File => new File([content], name, { type });
/** As a folder is handed over by a browser. */
const within = (path: string, content: BlobPart): File =>
  Object.defineProperty(file(path.split('/').at(-1) ?? '', content), 'webkitRelativePath', { value: path });

/** A small archive: packed and stored entries, then the table. */
function zipOf(entries: readonly (readonly [name: string, content: string, packed: boolean])[]): Blob {
  const [parts, table]: [Uint8Array[], Uint8Array[]] = [[], []];
  let at = 0;
  for (const [name, content, isPacked] of entries) {
    const [title, raw] = [Buffer.from(name), Buffer.from(content)];
    const data = isPacked ? deflateRawSync(raw) : raw;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(title.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(isPacked ? 8 : 0, 10);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(raw.length, 24);
    entry.writeUInt16LE(title.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(local, title, data);
    table.push(entry, title);
    at += 30 + title.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(at, 16);
  return new Blob([...parts, ...table, end] as BlobPart[]);
}

test('Markdown is given as Markdown, a page as a page', async () => {
  expect(await givenPage([file('notes.md', '# Notes')])).toEqual({
    page: '# Notes',
    pageName: 'notes.md',
    pageFiles: 0,
    mime: 'text/markdown',
  });
  expect((await givenPage([file('a.html', '<p>x')])).mime).toBe('text/html');
});

test('a picture, and any file that is no text, is refused with a sentence', async () => {
  const png = readFileSync(new URL('../../../../docs/images/gallery/report.png', import.meta.url));
  await expect(givenPage([file('report.png', png, 'image/png')])).rejects.toThrow(
    'report.png is a picture. Give the page itself: an HTML or Markdown file, a folder or a zip.',
  );
  await expect(givenPage([file('a.bin', new Uint8Array([0, 1, 2]))])).rejects.toThrow(
    'a.bin is not a text file.',
  );
});

test('a folder is one page with its styles, scripts and pictures in it; what is elsewhere stays named', async () => {
  const html =
    '<link rel="stylesheet" href="css/a.css"><link rel="stylesheet" href="https://x.example/b.css"><script src="a.js"></script><img src="css/p.png" alt="">';
  const { page, pageName, pageFiles } = await givenPage([
    within('site/css/a.css', 'p{background:url(p.png)}'),
    within('site/sub/other.html', '<p>no'),
    within('site/index.html', html),
    within('site/a.js', 'let a = "</script>"'),
    within('site/css/p.png', new Uint8Array([1, 2, 3])),
  ]);
  expect({ pageName, pageFiles }).toEqual({ pageName: 'site/index.html', pageFiles: 3 });
  const picture = 'data:image/png;base64,AQID';
  expect(page).toBe(
    `<style>p{background:url("${picture}")}</style><link rel="stylesheet" href="https://x.example/b.css"><script>\nlet a = "<\\/script>"\n</script><img src="${picture}" alt="">`,
  );
  await expect(givenPage([within('a/x.css', ''), within('a/y.css', '')])).rejects.toThrow(
    'There is no HTML page in',
  );
});

test('a zip is read like a folder, and refused when it is none', async () => {
  const archive = zipOf([
    ['site/index.html', '<link rel=stylesheet href=a.css><p>x', true],
    ['site/a.css', 'p{color:teal}', false],
  ]);
  const { page } = await givenPage([file('site.zip', archive)]);
  expect(page).toBe('<style>p{color:teal}</style><p>x');
  await expect(givenPage([file('site.zip', 'no archive at all, only words')])).rejects.toThrow(
    'site.zip cannot be read',
  );
  await expect(unzip(zipOf(Array.from({ length: 2_001 }, (_, n) => [`${n}`, '', false])))).rejects.toThrow(
    '2000',
  );
});

test('what stands below a sheet of the folder keeps the line it has in the file that was given', async () => {
  const html = '<head>\n<link rel="stylesheet" href="a.css">\n</head>\n<p>fourth line';
  const { page } = await givenPage([
    within('site/a.css', '/* two\n lines */\np::before {\n  content: "a \\\nb";\n}\n'),
    within('site/index.html', html),
  ]);
  expect(page.split('\n')[3]).toBe('<p>fourth line');
  expect(page).toContain('p::before { content: "a b"; }');
});
