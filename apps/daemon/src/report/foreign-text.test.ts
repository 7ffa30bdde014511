/** Words and names of strangers in everything we write for a reader: they stay words. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { compareLines } from '../line-diff.ts';
import { markdownText } from '../protocols/convergence/markdown-text.ts';
import { reportHtml, reportMarkdown } from './convergence-report.ts';
import { gateOf } from './gate.ts';
import { htmlReport } from './html.ts';
import { indexPage } from './index-page.ts';
import { junitXml } from './junit.ts';
import { sarifLog } from './sarif.ts';
import { ALL, roundEvents, ship, started, stateOf } from './test/run.ts';

const STATE = stateOf(
  started(),
  ...roundEvents(1, { votes: ALL(7), composite: 7 }),
  ship(1, 7, 'below_threshold'),
);
const GATE = gateOf(STATE, [], null);
const NASTY = '\u001b]0;x\u0007[x](javascript:x) <script>x</script> \u202eevil\u2066 ]]> \u0000 \ud800';

/** The one style sheet of the page, as a policy names it. */
function styleHash(html: string): string {
  const css = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
  return `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
}

test('a page whose name is an address of its own is a file beside the report', () => {
  const html = htmlReport({
    title: NASTY,
    state: STATE,
    agent: NASTY,
    durationMs: 1,
    gate: GATE,
    verdict: null,
    comparison: compareLines('a\n', 'b\u202e\u0007\n'),
    pictures: null,
    links: [
      { label: NASTY, href: 'javascript:alert(1).html' },
      { label: 'Diff', href: 'data:text/html,x#a?b.diff' },
      { label: 'Deep', href: '../a b/"c".html' },
    ],
  });
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '#source',
    '#source',
    './javascript%3Aalert(1).html',
    './data%3Atext/html%2Cx%23a%3Fb.diff',
    './../a%20b/%22c%22.html',
  ]);
  expect(html).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${styleHash(html)}; img-src data:; base-uri 'none'; form-action 'none'">`,
  );
  expect(html).toContain('b⟨U+202E⟩⟨U+0007⟩');
  expect(html).not.toContain('<script');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  expect(html).not.toMatch(/[\u0000-\u0008\u001b\u0080-\u009f\u202a-\u202e\u2066-\u2069]/);
});

test('an index of pages has that policy too, with its one script by its hash', () => {
  const html = indexPage({
    entries: [
      {
        name: NASTY,
        verdict: { word: NASTY, tone: 'bad', one: 'no', many: 'no' },
        composite: 1,
        mustFix: 1,
        faults: [{ text: NASTY, line: 1 }],
        why: NASTY,
        report: 'javascript:alert(1).html',
      },
    ],
    pictures: new Map([[NASTY, NASTY]]),
  });
  const script = /<script>([^<]*)<\/script>/.exec(html)?.[1] ?? '';
  const scriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  const rules = policy.split('; ');
  expect(rules[0]).toBe("default-src 'none'");
  expect(rules.filter((rule) => rule.startsWith('script-src'))).toEqual([`script-src ${scriptHash}`]);
  expect(rules.filter((rule) => rule.startsWith('style-src'))).toEqual([`style-src ${styleHash(html)}`]);
  expect([...html.matchAll(/<script/g)]).toHaveLength(1);
  expect([...html.matchAll(/ (?:href|src)="(?!data:image)([^"]*)"/g)].map(([, href]) => href)).toEqual([
    './javascript%3Aalert(1).html',
  ]);
  expect(html).not.toMatch(/ on\w+=/);
});

test('a report of several workers has the same policy, and no link that was not ours', () => {
  const report = {
    title: NASTY,
    language: 'en' as const,
    outcome: { word: NASTY, tone: 'bad' as const },
    summary: NASTY,
    gate: null,
    sections: [{ title: NASTY, blocks: [{ kind: 'list' as const, items: [NASTY, '[x]: javascript:x'] }] }],
  };
  const html = reportHtml(report);
  expect(html).toContain(`content="default-src 'none'; style-src ${styleHash(html)}; img-src data:;`);
  expect(html).not.toContain(' style="');
  expect(html).not.toMatch(/<script|href=/);
  const markdown = reportMarkdown(report);
  expect(markdown).toContain('[x\\](javascript:x) &lt;script>');
  expect(markdown).toContain('- [x\\]: javascript:x');
  expect(markdown).not.toMatch(/(?<!\\)\](?:\(|: )/);
});

test.each([
  ['[a](javascript:x)', '[a\\](javascript:x)'],
  ['![a](http://127.0.0.1/)', '!\\[a\\](http://127.0.0.1/)'],
  ['[a][b]', '[a\\][b]'],
  ['<img src=x>', '&lt;img src=x>'],
  ['a\n# b\u202e', 'a # b'],
  ['see [R-1], and list[0]', 'see [R-1], and list[0]'],
])('%j is words in Markdown', (text, shown) => {
  expect(markdownText(text)).toBe(shown);
});

test('in SARIF a file name is a path, and a message has no link', () => {
  const finding = {
    ruleId: 'x',
    role: 'critic' as const,
    severity: 'major' as const,
    message: NASTY,
    line: 1,
    column: 1,
    selector: 'a[href="x"]\u001b[2J',
    evidence: '[y](https://a.example)',
    fingerprint: 'f',
    fixed: false,
    suppressed: NASTY,
    known: null,
  };
  const rule = { id: 'x', title: 'x', why: NASTY, link: 'javascript:alert(1)' };
  const log = sarifLog(
    [
      {
        name: 'javascript:a/b c#?.html',
        findings: [finding],
        rules: [rule],
        given: { ships: false },
        verdict: NASTY,
      },
    ],
    '1.0.0',
  );
  const text = JSON.stringify(log);
  expect(text).toContain('"uri":"javascript%3Aa/b%20c%23%3F.html"');
  expect(text).toContain('[x\\\\](javascript:x)');
  expect(text).toContain('([y\\\\](https://a.example))');
  expect(text).toContain('"fullyQualifiedName":"a[href=\\"x\\"]"');
  expect(text).not.toMatch(/helpUri|\\u001b|\\u0007|\u202e/);
});

test('JUnit stays XML whatever the names and words are', () => {
  const xml = junitXml([
    { name: NASTY, durationMs: 1, summary: NASTY, outcome: { kind: 'refused', message: `${NASTY}\n"<>&'` } },
  ]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them
  expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udfff]/);
  expect(xml).toContain('&lt;script&gt;');
});
