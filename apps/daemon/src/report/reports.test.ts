import { TrustLineSchema } from '@design-jury/contracts/trust/line';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { compareLines } from '../line-diff.ts';
import { findingsOf } from './findings.ts';
import { gateOf } from './gate.ts';
import { givenOf, verdictSentence, verdictTone } from './given.ts';
import { htmlReport } from './html.ts';
import { junitXml } from './junit.ts';
import { sarifLog } from './sarif.ts';
import { ALL, roundEvents, ship, started, stateOf } from './test/run.ts';

const STATE = stateOf(
  started(),
  ...roundEvents(1, {
    votes: ALL(7),
    composite: 7,
    demands: { critic: ['contrast-text@p'], copy: ['copy-1-1'] },
  }),
  ship(1, 7, 'below_threshold'),
);

/**
 * The part of SARIF 2.1.0 we write, by its specification and strict: a property that is not there would be a
 * mistake. Real output was held to the full schema of OASIS when this was written.
 */
const text = z.strictObject({ text: z.string().min(1) });
const SarifSchema = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.tuple([
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.string(),
          semanticVersion: z.string(),
          rules: z.array(
            z.strictObject({
              id: z.string(),
              shortDescription: text,
              fullDescription: text,
              helpUri: z.url().optional(),
            }),
          ),
        }),
      }),
      columnKind: z.literal('utf16CodeUnits'),
      properties: z.strictObject({ trust: z.record(z.string(), TrustLineSchema) }),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int().min(0),
          level: z.enum(['none', 'note', 'warning', 'error']),
          message: text,
          locations: z.tuple([
            z.strictObject({
              physicalLocation: z.strictObject({
                artifactLocation: z.strictObject({ uri: z.string().regex(/^[^\s\\]+$/) }),
                region: z.strictObject({ startLine: z.int().min(1), startColumn: z.int().min(1) }),
              }),
              logicalLocations: z
                .tuple([z.strictObject({ fullyQualifiedName: z.string(), kind: z.literal('element') })])
                .optional(),
            }),
          ]),
          partialFingerprints: z.record(z.string(), z.string()),
          baselineState: z.enum(['new', 'unchanged', 'updated', 'absent']).optional(),
          suppressions: z
            .tuple([z.strictObject({ kind: z.enum(['inSource', 'external']), justification: z.string() })])
            .optional(),
          properties: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  ]),
});

const PAGE =
  '<!doctype html>\n<html lang="en">\n<head><title>Harbour log</title></head>\n<body><main>\n<h1>Log</h1>\n<p style="color:#bbb;background:#fff">Too pale to read.</p>\n</main></body>\n</html>\n';

async function findings(known: boolean | null = null) {
  return findingsOf({
    after: null,
    html: PAGE,
    path: '/nowhere/page.html',
    mime: 'text/html',
    design: null,
    brief: null,
    state: STATE,
    judge: ({ audit }) => ({ suppressed: audit === 'contrast-text' ? 'on purpose' : null, known }),
  });
}

test('findings carry the real line of the file, and demands of a model are among them', async () => {
  const { findings: found } = await findings();
  const pale = found.find((finding) => finding.ruleId === 'contrast-text');
  expect(pale).toMatchObject({ line: 6, role: 'critic', suppressed: 'on purpose', known: null });
  expect(found.find((finding) => finding.ruleId === 'copy-must-fix')).toMatchObject({
    message: 'Mend copy-1-1.',
    line: 3,
  });
});

test('SARIF: strict shape, rules that results point to, suppressions and baseline', async () => {
  const log = SarifSchema.parse(
    sarifLog(
      [
        {
          name: 'a folder/page.html',
          given: { ships: false },
          verdict: 'It does not pass.',
          ...(await findings(true)),
        },
      ],
      '1.2.3',
    ),
  );
  const [run] = log.runs;
  expect(run.results.length).toBeGreaterThan(1);
  for (const result of run.results) expect(run.tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
  const pale = run.results.find((result) => result.ruleId === 'contrast-text');
  expect(pale).toMatchObject({
    baselineState: 'unchanged',
    suppressions: [{ kind: 'external', justification: 'on purpose' }],
    locations: [
      { physicalLocation: { artifactLocation: { uri: 'a%20folder/page.html' }, region: { startLine: 6 } } },
    ],
  });
  expect(SarifSchema.parse(sarifLog([], '1.2.3')).runs[0].results).toEqual([]);
});

test('JUnit: a suite per page, failures for what is open, errors for what is unproved, and escaped text', () => {
  const xml = junitXml([
    {
      name: 'a<b>.html',
      durationMs: 1500,
      summary: 'what it comes to',
      outcome: {
        kind: 'reviewed',
        state: STATE,
        gate: gateOf(STATE, [], null),
        given: givenOf(STATE, null, [], null),
        changed: false,
      },
    },
    {
      name: 'c.html',
      durationMs: 0,
      summary: '',
      outcome: { kind: 'refused', message: 'is "binary"\u0000' },
    },
  ]);
  expect(xml).toContain(
    '<testsuite name="a&lt;b&gt;.html" tests="6" failures="3" errors="0" skipped="0" time="1.500">',
  );
  expect(xml).toContain('<testcase classname="a&lt;b&gt;.html" name="brand" time="0"/>');
  expect(xml).toContain('<error message="is &quot;binary&quot;">');
  expect(xml).not.toMatch(/(?!\n)\p{Cc}/u);
});

test('the HTML report needs nothing else, and no text of a page or an agent can act in it', () => {
  const html = htmlReport({
    title: '<img src=x onerror=alert(1)>.html',
    state: STATE,
    agent: 'grounded',
    durationMs: 900,
    gate: gateOf(STATE, [], null),
    verdict: null,
    comparison: compareLines('<p>old</p>\n', '<script>alert(1)</script>\n'),
    pictures: null,
    links: [{ label: 'Diff', href: 'page.html.diff' }],
  });
  expect(html).not.toMatch(/<script|<img|<link|@import|url\(|https?:/i);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('Mend contrast-text@p.');
  expect(html).toContain('Composite 7.00 of 10, threshold 8.0.');
});

test('what a browser marked is shown in the HTML report, and its words cannot act there', () => {
  const html = htmlReport({
    title: 'page.html',
    state: STATE,
    agent: 'grounded',
    durationMs: 900,
    gate: gateOf(STATE, [], null),
    verdict: null,
    comparison: null,
    pictures: null,
    marked: [{ png: new Uint8Array([1, 2, 3]), said: 'Two texts: "<b onclick=x>"', width: 360 }],
    links: [],
  });
  expect(html).toContain('<figcaption>Two texts: &quot;&lt;b onclick=x&gt;&quot;</figcaption>');
  expect(html).toContain('src="data:image/png;base64,AQID"');
});

test('the HTML report of a review begins with the file as given and its copy, and calls neither by the other’s verdict', () => {
  const improved = stateOf(
    started(),
    ...roundEvents(1, { votes: ALL(7), composite: 7, demands: { critic: ['contrast-text@p'] } }),
    ...roundEvents(2, { votes: ALL(9), composite: 9, demands: {}, resolved: ['contrast-text@p'] }),
    ship(2, 9, 'shipped'),
  );
  const gate = gateOf(improved, [], null);
  const given = givenOf(improved, null, [], null);
  const html = htmlReport({
    title: 'page.html',
    state: improved,
    agent: 'grounded',
    durationMs: 900,
    gate,
    verdict: { text: verdictSentence(given, improved, gate, true), tone: verdictTone(given, gate) },
    comparison: null,
    pictures: null,
    links: [],
  });
  const said = 'The file as given does not pass (7.00, 1 must-fix); the improved copy passes (9.00).';
  const heading = /<div class="card verdict fair">.*?<h1>(.*?)<\/h1>/.exec(html)?.[1];
  expect(heading?.replace(/<[^>]*>/g, '')).toBe(said);
  expect(/<title>([^<]*)<\/title>/.exec(html)?.[1]).toBe(`page.html: ${said} · Design Jury`);
  expect(html).not.toContain('SHIPPED');
});
