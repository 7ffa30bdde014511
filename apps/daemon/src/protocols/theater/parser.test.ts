import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { PanelEvent, WarningKind } from '@design-jury/contracts/theater/critique';
import { describe, expect, test } from 'vitest';
import { CritiqueError } from './errors.ts';
import { createParser, parse, SUPPORTED_VERSIONS } from './parser.ts';
import { Tokenizer } from './parsers/tokenizer.ts';
import { coalesced, readPieces } from './test/read.ts';

const CONFIG = DEFAULT_CRITIQUE_CONFIG;
const ARTIFACT = '<ARTIFACT mime="text/html"><![CDATA[<p>x</p>]]></ARTIFACT>';
const DESIGNER = `<PANELIST role="designer">${ARTIFACT}</PANELIST>`;
const RUN = '<CRITIQUE_RUN version="1">';

interface Read {
  events: PanelEvent[];
  error: CritiqueError | null;
}

function read(text: string, config = CONFIG): Read {
  const parser = createParser(config);
  const first = parser.write(text);
  const last = parser.end();
  return { events: [...first.events, ...last.events], error: last.error };
}

function warnings({ events }: Read): [WarningKind, number][] {
  return events.flatMap((event) =>
    event.type === 'warning' ? [[event.kind, event.position] as [WarningKind, number]] : [],
  );
}

function kinds(result: Read): WarningKind[] {
  return warnings(result).map(([kind]) => kind);
}

function types({ events }: Read): string[] {
  return events.map((event) => event.type);
}

function ofType<Type extends PanelEvent['type']>(
  { events }: Read,
  type: Type,
): Extract<PanelEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<PanelEvent, { type: Type }> => event.type === type);
}

/** A round with the given text behind the designer. */
function round(inner: string): string {
  return `${RUN}<ROUND n="1">${DESIGNER}${inner}<ROUND_END n="1"/></ROUND></CRITIQUE_RUN>`;
}

describe('events leave at the earliest byte', () => {
  test('[P2] panelist_open leaves at the end of the opening tag, panelist_dim at </DIM>, artifact bytes at once', () => {
    const parser = createParser(CONFIG);
    parser.write(`${RUN}<ROUND n="1">`);
    expect(parser.write('<PANELIST role="designer"').events).toEqual([]);
    expect(parser.write('>').events).toEqual([{ type: 'panelist_open', round: 1, role: 'designer' }]);
    expect(parser.write('<ARTIFACT><![CDATA[').events.map((event) => event.type)).toEqual(['artifact_open']);
    expect(parser.write('<h1>a').events).toEqual([
      { type: 'artifact_chunk', place: { in: 'round', round: 1 }, text: '<h1>a' },
    ]);
    parser.write(']]></ARTIFACT></PANELIST><PANELIST role="critic" score="7">');
    expect(parser.write('<DIM name="type" score="6">Good</DIM').events).toEqual([]);
    expect(parser.write('>').events).toEqual([
      { type: 'panelist_dim', round: 1, role: 'critic', dimName: 'type', dimScore: 6, dimNote: 'Good' },
    ]);
  });

  test('[P2] a whole run gives its events in the order of the text', () => {
    expect(types(read(round('<PANELIST role="critic" score="7"><NOTES>n</NOTES></PANELIST>')))).toEqual([
      'run_open',
      'round_open',
      'panelist_open',
      'artifact_open',
      'artifact_chunk',
      'artifact_close',
      'panelist_close',
      'panelist_open',
      'panelist_notes',
      'panelist_close',
      'round_close',
    ]);
  });
});

describe('scores', () => {
  test.each([
    ['above the scale', '11.0', 10, 11, ['score_clamped']],
    ['below zero', '-1', 0, -1, ['score_clamped']],
    ['with two decimals', '7.25', 7.3, 7.25, []],
    ['with a comma', '7,5', 7.5, 7.5, []],
    ['out of the scale', '9/10', 9, 9, []],
    ['out of another scale', '9/100', null, null, ['score_unreadable']],
    ['that is a word', 'excellent', null, null, ['score_unreadable']],
    ['that is empty', '', null, null, ['score_unreadable']],
    ['at the top', '10', 10, 10, []],
    ['with a plain decimal', '9.5', 9.5, 9.5, []],
  ])('[P3] a score %s is read, clamped or missing', (_, raw, score, scoreClaim, expected) => {
    const result = read(round(`<PANELIST role="critic" score="${raw}"></PANELIST>`));
    expect(ofType(result, 'panelist_close')[1]).toMatchObject({ role: 'critic', score, scoreClaim });
    expect(kinds(result)).toEqual(expected);
  });

  test('[P3] a panelist and a dim without a score have none: it is never 0', () => {
    const result = read(round('<PANELIST role="critic"><DIM name="type">fine</DIM></PANELIST>'));
    expect(ofType(result, 'panelist_dim')[0]?.dimScore).toBeNull();
    expect(ofType(result, 'panelist_close')[1]?.score).toBeNull();
  });

  test('[P3] dims are clamped like panelists', () => {
    const result = read(round('<PANELIST role="critic"><DIM name="type" score="12">x</DIM></PANELIST>'));
    expect(ofType(result, 'panelist_dim')[0]?.dimScore).toBe(10);
    expect(kinds(result)).toEqual(['score_clamped']);
  });
});

describe('roles', () => {
  test.each([
    ['wizard', 'unknown_role'],
    ['', 'unknown_role'],
  ])('[P4] the block of role "%s" is dropped with a warning and the run goes on', (role, kind) => {
    const result = read(
      round(
        `<PANELIST role="${role}" score="9"><DIM name="x" score="1">x</DIM><MUST_FIX>x</MUST_FIX></PANELIST>`,
      ),
    );
    expect(kinds(result)).toEqual([kind]);
    expect(ofType(result, 'panelist_dim')).toEqual([]);
    expect(result.error).toBeNull();
  });

  test.each(['constructor', '__proto__', 'hasOwnProperty'])('[P4] %s is only an unknown role', (role) => {
    expect(kinds(read(round(`<PANELIST role="${role}" score="9"></PANELIST>`)))).toEqual(['unknown_role']);
  });

  test('[P4] a panelist without any role is dropped', () => {
    expect(kinds(read(round('<PANELIST score="9"></PANELIST>')))).toEqual(['unknown_role']);
  });

  test('[P4] a long foreign role is cut in the message', () => {
    const result = read(round(`<PANELIST role="${'w'.repeat(50)}"></PANELIST>`));
    expect(ofType(result, 'warning')[0]?.detail).toBe(
      `role "${'w'.repeat(20)}…" is not on the panel; the block was dropped`,
    );
  });

  test.each([
    ['CRITIC', 'critic', []],
    ['Accessibility', 'a11y', ['role_alias']],
    ['Copywriter', 'copy', ['role_alias']],
  ])('[P5] role "%s" is read as %s', (written, role, expected) => {
    const result = read(round(`<PANELIST role="${written}" score="9"></PANELIST>`));
    expect(ofType(result, 'panelist_open')[1]?.role).toBe(role);
    expect(kinds(result)).toEqual(expected);
  });

  test('[P5] a role outside the cast is dropped', () => {
    const result = read(round('<PANELIST role="copy" score="9"></PANELIST>'), {
      ...CONFIG,
      cast: ['designer', 'critic'],
    });
    expect(kinds(result)).toEqual(['role_not_in_cast']);
  });

  test('[P20] a panelist who speaks twice in a round is heard once', () => {
    const result = read(
      round('<PANELIST role="critic" score="9"></PANELIST><PANELIST role="critic" score="1"></PANELIST>'),
    );
    expect(ofType(result, 'panelist_close').map(({ score }) => score)).toEqual([null, 9]);
    expect(kinds(result)).toEqual(['duplicate_panelist']);
  });
});

describe('attributes', () => {
  test.each([
    ['double quotes', '<PANELIST role="critic" score="7" must_fix="0">'],
    ['single quotes', "<PANELIST role='critic' score='7' must_fix='0'>"],
    ['no quotes', '<PANELIST role=critic score=7 must_fix=0>'],
    ['another order', '<PANELIST must_fix="0" score="7" role="critic">'],
    ['space and line ends', '<PANELIST\n  role = "critic"\tscore= "7"\r\n must_fix ="0" >'],
    ['bare words around', '<PANELIST final role="critic" score="7" strict must_fix="0" / x>'],
    ['padded values', '<PANELIST role=" critic " score=" 7 " must_fix="0">'],
    ['entities', '<PANELIST role="&#99;ritic" score="7" must_fix="0">'],
  ])('[P6] %s are read', (_, tag) => {
    const result = read(round(`${tag}</PANELIST>`));
    expect(ofType(result, 'panelist_close')[1]).toMatchObject({ role: 'critic', score: 7, mustFixClaim: 0 });
    expect(kinds(result)).toEqual([]);
  });

  test('[P6] the first of two equal names stands', () => {
    const result = read(round('<PANELIST role="critic" role="brand" score="7"></PANELIST>'));
    expect(ofType(result, 'panelist_open')[1]?.role).toBe('critic');
  });

  test.each([
    ['<ROUND index="1">', 'attribute_alias'],
    ['<ROUND number="1">', 'attribute_alias'],
  ])('[P6] %s is understood with a warning', (tag, kind) => {
    expect(kinds(read(`${RUN}${tag}${DESIGNER}<ROUND_END n="1"/></ROUND></CRITIQUE_RUN>`))).toEqual([kind]);
  });

  test.each(['openMustFix', 'mustFix', 'must-fix', 'open_must_fix'])(
    '[P6] %s is understood as must_fix',
    (name) => {
      const result = read(
        `${RUN}<ROUND n="1">${DESIGNER}<ROUND_END n="1" ${name}="3"/></ROUND></CRITIQUE_RUN>`,
      );
      expect(ofType(result, 'round_close')[0]?.claims).toEqual({ mustFix: 3 });
      expect(kinds(result)).toEqual(['attribute_alias']);
    },
  );

  test.each([
    ['name', '<PANELIST name="critic" score="7">'],
    ['rating', '<PANELIST role="critic" rating="7">'],
  ])('[P6] %s stands in for the right attribute', (_, tag) => {
    const result = read(round(`${tag}</PANELIST>`));
    expect(ofType(result, 'panelist_close')[1]).toMatchObject({ role: 'critic', score: 7 });
    expect(kinds(result)).toEqual(['attribute_alias']);
  });

  test('[P6] a value that is no number is no claim', () => {
    const result = read(
      `${RUN}<ROUND n="one">${DESIGNER}<ROUND_END composite="" must_fix="x"/></ROUND></CRITIQUE_RUN>`,
    );
    expect(ofType(result, 'round_close')[0]?.claims).toEqual({});
  });

  test('[P6] a must-fix carries what its attributes say, and sensible silence where they do not', () => {
    const full =
      '<MUST_FIX id="c1" dim="contrast" target="a.cta" severity="CRITICAL" evidence="3.9:1" witness="contrast-aa" predicate="ratio &gt;= 4.5">Darken it</MUST_FIX>';
    const result = read(
      round(
        `<PANELIST role="critic" score="7">${full}<MUST_FIX severity="loud" witness="w">Plain</MUST_FIX><MUST_FIX></MUST_FIX></PANELIST>`,
      ),
    );
    expect(ofType(result, 'panelist_must_fix').map(({ id, demand }) => ({ id, demand }))).toEqual([
      {
        id: 'c1',
        demand: {
          text: 'Darken it',
          dim: 'contrast',
          target: 'a.cta',
          severity: 'critical',
          evidence: '3.9:1',
          witness: { audit: 'contrast-aa', selector: 'a.cta', predicate: 'ratio >= 4.5' },
        },
      },
      {
        id: null,
        demand: {
          text: 'Plain',
          dim: null,
          target: null,
          severity: 'major',
          evidence: null,
          witness: { audit: 'w', selector: '', predicate: '' },
        },
      },
    ]);
  });
});

describe('a must-fix without words', () => {
  const demanded = (tag: string) =>
    ofType(read(round(`<PANELIST role="critic" score="9">${tag}</PANELIST>`)), 'panelist_must_fix').map(
      ({ id, demand }) => [id, demand.text],
    );

  test.each([
    ['<MUST_FIX target="nav" evidence="3.9:1"/>', [[null, '3.9:1']]],
    ['<MUST_FIX target="nav"></MUST_FIX>', [[null, 'nav']]],
    ['<MUST_FIX dim="contrast"> </MUST_FIX>', [[null, 'contrast']]],
    ['<MUST_FIX witness="contrast-aa"/>', [[null, 'contrast-aa']]],
    ['<MUST_FIX text="Darken it" target="nav"/>', [[null, 'Darken it']]],
    ['<MUST_FIX id="critic-1-1"/>', [['critic-1-1', '']]],
    ['<MUST_FIX></MUST_FIX>', []],
    ['<MUST_FIX severity="major"/>', []],
  ])('[P6] %s is heard by what it does say', (tag, expected) => {
    expect(demanded(tag)).toEqual(expected);
  });
});

test('[P6] notes without words say nothing', () => {
  expect(
    ofType(read(round('<PANELIST role="critic" score="9"><NOTES> </NOTES></PANELIST>')), 'panelist_notes'),
  ).toEqual(ofType(read(round('<PANELIST role="critic" score="9"></PANELIST>')), 'panelist_notes'));
});

describe('ship', () => {
  const shipped = (inner = ARTIFACT, attributes = 'round="1" composite="8.6" status="shipped"') =>
    `${round('')}<SHIP ${attributes}>${inner}<SUMMARY>Done.</SUMMARY></SHIP>`;

  test('[P7] SHIP is read whole', () => {
    const result = read(shipped());
    expect(ofType(result, 'ship')).toEqual([
      {
        type: 'ship',
        round: 1,
        hasArtifact: true,
        claims: { composite: 8.6, status: 'shipped' },
        summary: 'Done.',
        position: shipped().indexOf('<SHIP'),
      },
    ]);
  });

  test('[P7] the first SHIP stands; another is dropped with a warning', () => {
    const result = read(`${shipped()}<SHIP round="2">${ARTIFACT}</SHIP>`);
    expect(ofType(result, 'ship')).toHaveLength(1);
    expect(kinds(result)).toContain('duplicate_ship');
  });

  test('[P7] SHIP may leave the artifact to its round, and its attributes away', () => {
    expect(ofType(read(shipped('', '')), 'ship')[0]).toMatchObject({
      round: null,
      hasArtifact: false,
      claims: {},
    });
  });

  test('[P7] SHIP without any artifact before it is missing one', () => {
    expect(read(`${RUN}<SHIP round="1"></SHIP>`).error?.reason).toBe('missing_artifact');
  });

  test.each([
    '<PANELIST role="critic"><DIM name="x">',
    '<ROUND n="2">',
    '</ROUND>',
    '<DIM',
    'prose',
    `<ARTIFACT><![CDATA[${'x'.repeat(300_000)}`,
  ])('[P19] what follows SHIP cannot take it back: %.20s', (tail) => {
    const result = read(`${shipped()}${tail}`);
    expect(result.error).toBeNull();
    expect(ofType(result, 'ship')).toHaveLength(1);
    expect(kinds(result).filter((kind) => kind !== 'after_ship')).toEqual([]);
  });

  test('[P19] closing the run behind SHIP is no surprise', () => {
    expect(kinds(read(`${shipped()}</CRITIQUE_RUN>`))).toEqual([]);
  });
});

describe('round ends', () => {
  test.each([
    ['ship', 'ship', []],
    ['SHIP', 'ship', []],
    ['continue', 'continue', []],
    ['maybe', 'continue', ['unknown_decision']],
  ])('[P8] decision "%s" is read as %s', (word, decision, expected) => {
    const result = read(
      `${RUN}<ROUND n="1">${DESIGNER}<ROUND_END decision="${word}"><REASON>why</REASON></ROUND_END></ROUND></CRITIQUE_RUN>`,
    );
    expect(ofType(result, 'round_close')[0]).toMatchObject({ claims: { decision }, reason: 'why' });
    expect(kinds(result)).toEqual(expected);
  });

  test('[P8] "verdict" is understood as decision', () => {
    const result = read(`${RUN}<ROUND n="1">${DESIGNER}<ROUND_END verdict="ship"/></ROUND></CRITIQUE_RUN>`);
    expect(kinds(result)).toEqual(['attribute_alias']);
  });

  test.each([
    ['before </ROUND>', `${RUN}<ROUND n="1">${DESIGNER}</ROUND></CRITIQUE_RUN>`, ['round_end_missing']],
    [
      'before the next round',
      `${RUN}<ROUND n="1">${DESIGNER}<ROUND n="2"><ROUND_END/></ROUND></CRITIQUE_RUN>`,
      ['round_end_missing', 'implied_close'],
    ],
    ['before SHIP', `${RUN}<ROUND n="1">${DESIGNER}<SHIP></SHIP>`, ['round_end_missing']],
  ])('[P12] a ROUND_END missing %s is supplied with a warning', (_, text, expected) => {
    const result = read(text);
    expect(kinds(result)).toEqual(expected);
    expect(ofType(result, 'round_close')[0]).toMatchObject({ round: 1, claims: {}, reason: '' });
  });

  test('[P12] run and round tags that are missing are supplied with a warning', () => {
    const result = read(`${DESIGNER}<ROUND_END n="1"/>${DESIGNER}<ROUND_END n="2"/>`);
    expect(kinds(result)).toEqual(['round_tag_missing', 'run_tag_missing', 'round_tag_missing']);
    expect(ofType(result, 'round_close').map((close) => close.round)).toEqual([1, 2]);
  });

  test('[P12] rounds are counted, not believed', () => {
    const result = read(`${RUN}<ROUND n="4">${DESIGNER}<ROUND_END/></ROUND></CRITIQUE_RUN>`);
    expect(ofType(result, 'round_open')[0]?.round).toBe(1);
    expect(kinds(result)).toEqual(['round_number']);
  });

  test.each([
    ['a second run tag', `${RUN}${round('')}`, ['duplicate_run']],
    ['an unclosed run', `${RUN}<ROUND n="1">${DESIGNER}<ROUND_END/></ROUND>`, ['implied_close']],
    [
      'an unclosed round',
      `${RUN}<ROUND n="1">${DESIGNER}<ROUND_END/><ROUND n="2"><ROUND_END/></ROUND></CRITIQUE_RUN>`,
      ['implied_close'],
    ],
    ['a stray </ROUND>', `${round('')}</ROUND>`, ['stray_close']],
    ['a stray </CRITIQUE_RUN>', `${round('')}</CRITIQUE_RUN>`, ['stray_close']],
    ['a stray </PANELIST>', round('</PANELIST>'), ['stray_close']],
    ['a stray </SHIP>', round('</SHIP>'), ['stray_close']],
    ['a stray </ROUND_END>', round('</ROUND_END>'), ['stray_close']],
    ['a stray </ARTIFACT>', round('</ARTIFACT>'), ['stray_close']],
    ['a stray </DIM>', round('</DIM>'), ['stray_close']],
    ['a DIM outside a panelist', round('<DIM name="x">y</DIM>'), ['stray_tag']],
    ['a REASON outside ROUND_END', round('<REASON>y</REASON>'), ['stray_tag']],
    ['a SUMMARY outside SHIP', round('<SUMMARY>y</SUMMARY>'), ['stray_tag']],
    [
      'a second ROUND_END',
      `${RUN}<ROUND n="1">${DESIGNER}<ROUND_END/><ROUND_END/></ROUND></CRITIQUE_RUN>`,
      ['stray_tag'],
    ],
    [
      'a panelist behind ROUND_END',
      `${RUN}<ROUND n="1">${DESIGNER}<ROUND_END/><PANELIST role="critic" score="1"></PANELIST></ROUND></CRITIQUE_RUN>`,
      ['stray_tag'],
    ],
    [
      'a </ROUND> where none was opened',
      `${RUN}${DESIGNER}<ROUND_END/></ROUND></CRITIQUE_RUN>`,
      ['round_tag_missing', 'stray_close'],
    ],
  ])('[P12] %s is only a warning', (_, text, expected) => {
    const result = read(text);
    expect(result.error).toBeNull();
    expect(kinds(result)).toEqual(expected);
  });
});

describe('artifacts', () => {
  const artifactOf = (result: Read) =>
    ofType(result, 'artifact_chunk')
      .map(({ text }) => text)
      .join('');
  const withArtifact = (artifact: string) =>
    read(
      `${RUN}<ROUND n="1"><PANELIST role="designer">${artifact}</PANELIST><ROUND_END/></ROUND></CRITIQUE_RUN>`,
    );

  test.each([
    ['in CDATA', '<ARTIFACT><![CDATA[<b>a</b>]]></ARTIFACT>', '<b>a</b>', []],
    ['bare', '<ARTIFACT>\n <b>a</b></ARTIFACT>', '<b>a</b>', []],
    ['behind white space', '<ARTIFACT>\n\t<![CDATA[a]]>\r\n  </ARTIFACT >', 'a', []],
    [
      'with ]]> of its own',
      '<ARTIFACT><![CDATA[a[b[0]]>1]]></ARTIFACT>',
      'a[b[0]]>1',
      ['cdata_end_in_artifact'],
    ],
    ['with ]]> twice', '<ARTIFACT><![CDATA[a]]>b]]>c]]></ARTIFACT>', 'a]]>b]]>c', ['cdata_end_in_artifact']],
    ['in two sections', '<ARTIFACT><![CDATA[a]]]]><![CDATA[>b]]></ARTIFACT>', 'a]]>b', []],
    [
      'with ]]> and much space',
      `<ARTIFACT><![CDATA[a]]>${' '.repeat(300)}b]]></ARTIFACT>`,
      `a]]>${' '.repeat(300)}b`,
      ['cdata_end_in_artifact'],
    ],
    ['with 256 spaces before its end', `<ARTIFACT><![CDATA[a]]>${' '.repeat(256)}</ARTIFACT>`, 'a', []],
    ['with </ARTIFACTS> in a bare one', '<ARTIFACT>a</ARTIFACTS>b</ARTIFACT>', 'a</ARTIFACTS>b', []],
    [
      'with protocol in it',
      '<ARTIFACT><![CDATA[<PANELIST role="x"></SHIP><!-- a --><ROUND>]]></ARTIFACT>',
      '<PANELIST role="x"></SHIP><!-- a --><ROUND>',
      [],
    ],
    ['with CRLF', '<ARTIFACT><![CDATA[a\r\nb]]></ARTIFACT>', 'a\r\nb', []],
    ['that begins like CDATA', '<ARTIFACT><!doctype html>x</ARTIFACT>', '<!doctype html>x', []],
  ])('[P9] an artifact %s is read byte for byte', (_, artifact, content, expected) => {
    const result = withArtifact(artifact);
    expect(result.error).toBeNull();
    expect(artifactOf(result)).toBe(content);
    expect(ofType(result, 'artifact_close')[0]).toMatchObject({
      bytes: content.length,
      blank: false,
      mime: 'text/html',
    });
    expect(kinds(result)).toEqual(expected);
  });

  test.each([
    ['mime="text/markdown"', 'text/markdown'],
    ['type="TEXT/CSS"', 'text/css'],
    ['mime="not a mime"', 'text/html'],
  ])('[P9] the mime of <ARTIFACT %s> is %s', (attributes, mime) => {
    expect(ofType(withArtifact(`<ARTIFACT ${attributes}>a</ARTIFACT>`), 'artifact_open')[0]?.mime).toBe(mime);
  });

  test('[P9] a type may carry parameters', () => {
    const result = withArtifact('<ARTIFACT mime="text/markdown; charset=utf-8"># x</ARTIFACT>');
    expect(ofType(result, 'artifact_open')[0]?.mime).toBe('text/markdown');
  });

  test('[P9] sizes count UTF-8 bytes', () => {
    expect(ofType(withArtifact('<ARTIFACT>é漢🧾</ARTIFACT>'), 'artifact_close')[0]?.bytes).toBe(9);
  });

  test('[P17] an artifact where none belongs is read as one and dropped', () => {
    const result = read(
      round(
        `<PANELIST role="critic" score="7"><ARTIFACT><![CDATA[<DIM name="x">]]></ARTIFACT></PANELIST>${ARTIFACT}`,
      ),
    );
    expect(kinds(result)).toEqual(['artifact_misplaced', 'artifact_misplaced']);
    expect(ofType(result, 'artifact_close')).toHaveLength(1);
  });

  test('[P20] the first artifact of a block stands', () => {
    const result = withArtifact('<ARTIFACT>a</ARTIFACT><ARTIFACT>b</ARTIFACT>');
    expect(artifactOf(result)).toBe('a');
    expect(kinds(result)).toEqual(['duplicate_artifact']);
  });

  test.each([
    ['no artifact in the designer of round 1', `${RUN}<ROUND n="1"><PANELIST role="designer"></PANELIST>`],
    ['an empty artifact', `${RUN}<ROUND n="1"><PANELIST role="designer"><ARTIFACT/></PANELIST>`],
    [
      'an artifact of white space',
      `${RUN}<ROUND n="1"><PANELIST role="designer"><ARTIFACT><![CDATA[ \n]]></ARTIFACT></PANELIST>`,
    ],
    [
      'a round 1 without a designer',
      `${RUN}<ROUND n="1"><PANELIST role="critic" score="7"></PANELIST><ROUND_END/>`,
    ],
    ['nothing but prose', 'Sorry, no.'],
    ['nothing at all', ''],
    ['an empty run', `${RUN}</CRITIQUE_RUN>`],
  ])('[P10] %s is a missing artifact', (_, text) => {
    const { error } = read(text);
    expect(error?.name).toBe('MissingArtifactError');
    expect(error?.reason).toBe('missing_artifact');
  });

  test('[P10] a cast without a designer needs no artifact in round 1 to go on', () => {
    const config = { ...CONFIG, cast: ['critic' as const] };
    const result = read(
      `${RUN}<ROUND n="1"><PANELIST role="critic" score="7"></PANELIST><ROUND_END/></ROUND><SHIP>${ARTIFACT}</SHIP>`,
      config,
    );
    expect(result.error).toBeNull();
  });

  test('[P10] later rounds may keep the artifact of an earlier one', () => {
    expect(
      read(
        `${round('').replace('</CRITIQUE_RUN>', '')}<ROUND n="2"><PANELIST role="designer"></PANELIST><ROUND_END/></ROUND></CRITIQUE_RUN>`,
      ).error,
    ).toBeNull();
  });
});

describe('text between blocks', () => {
  test.each([
    ['prose', 'Now the critic: '],
    ['a code fence', '```xml\n'],
    ['an unknown tag', '<analysis>hm</analysis>'],
    ['a lower-case tag', '<panelist role="critic" score="1">'],
    ['a stray <', 'a < b, c<'],
    ['a stray CDATA', '<![CDATA[x]]>'],
    ['a comment with protocol in it', '<!-- <PANELIST role="critic" score="1"> -->'],
    ['thinking with protocol in it', '<thinking><PANELIST role="critic" score="1"></thinking>'],
    ['a short think', '<think><ROUND n="3"></think>'],
    ['a table', '<table><thead>'],
    ['a tag that is only like one', '<ROUNDUP/><DIMS></PANELISTS>'],
  ])('[P11] %s is skipped with one warning that says where', (_, junk) => {
    const result = read(round(` \n${junk}`));
    expect(result.error).toBeNull();
    expect(warnings(result)).toEqual([['unexpected_text', round('').indexOf('<ROUND_END') + 2]]);
    expect(ofType(result, 'round_close')).toHaveLength(1);
  });

  test('[P11] junk before every block is said before every block, once each', () => {
    expect(
      kinds(
        read(round('one<PANELIST role="critic" score="7">two<DIM name="x">y</DIM>three four</PANELIST>five')),
      ),
    ).toEqual(Array(4).fill('unexpected_text'));
  });

  test('[P11] positions are bytes, not characters', () => {
    expect(warnings(read(`é漢🧾 ${round('')}`))[0]).toEqual(['unexpected_text', 0]);
    expect(
      warnings(
        read(`${round('<!-- é漢🧾 -->').replace('<ROUND_END', '<PANELIST role="x"></PANELIST><ROUND_END')}`),
      )[1],
    ).toEqual(['unknown_role', Buffer.byteLength(round('<!-- é漢🧾 -->').split('<ROUND_END')[0] ?? '')]);
  });

  test('[P11] an unclosed comment is given up after the block limit and the next tag is found', () => {
    const config = { ...CONFIG, parserMaxBlockBytes: 1024 };
    const result = read(`<!-- ${'é'.repeat(700)}${round('')}`, config);
    expect(result.error).toBeNull();
    expect(kinds(result)).toEqual(['unexpected_text', 'unclosed_region']);
  });

  test('[P11] unfinished markup at the end is only text', () => {
    expect(kinds(read(`${round('')}<PANEL`))).toEqual(['unexpected_text']);
    expect(kinds(read(`${round('')}<!-- never closed`))).toEqual(['unexpected_text']);
  });
});

describe('limits', () => {
  const LIMIT = 1024;
  const config = { ...CONFIG, parserMaxBlockBytes: LIMIT };
  const padded = (bytes: number) => {
    const inner = `${ARTIFACT}<NOTES></NOTES>`;
    return `${RUN}<ROUND n="1"><PANELIST role="designer">${ARTIFACT}<NOTES>${'n'.repeat(bytes - inner.length)}</NOTES></PANELIST><ROUND_END/></ROUND></CRITIQUE_RUN>`;
  };

  test.each([
    [LIMIT - 1, null],
    [LIMIT, null],
    [LIMIT + 1, 'oversize_block'],
  ])('[P13] a block of %i bytes against a limit of 1024: %s', (bytes, reason) => {
    expect(read(padded(bytes), config).error?.reason ?? null).toBe(reason);
  });

  test('[P13] the error says where the limit was passed', () => {
    const { error } = read(padded(LIMIT + 1), config);
    expect(error?.name).toBe('OversizeBlockError');
    expect(error?.position).toBe(`${RUN}<ROUND n="1"><PANELIST role="designer">`.length + LIMIT);
    expect(error?.message).toContain(`byte ${error?.position}`);
  });

  test.each([
    ['an artifact', `<ARTIFACT><![CDATA[${'é'.repeat(LIMIT)}`],
    ['a bare artifact', `<ARTIFACT>${'é'.repeat(LIMIT)}`],
    ['white space before an artifact', `<ARTIFACT>${' '.repeat(2 * LIMIT)}`],
    ['a note', `<NOTES>${'é'.repeat(LIMIT)}`],
    ['a note in CDATA', `<NOTES><![CDATA[${'é'.repeat(LIMIT)}`],
    ['junk', 'é'.repeat(LIMIT)],
    ['junk of wide characters', `${' '.repeat(LIMIT - 2)}🧾`],
    ['a comment', `<!-- ${'é'.repeat(LIMIT)}`],
    ['a tag behind a long tag', `<DIM name="${'x'.repeat(LIMIT)}"/><DIM name="y">`],
    ['many small tags', '<DIM name="x" score="1">y</DIM>'.repeat(60)],
  ])('[P13] %s counts in bytes against its panelist', (_, inner) => {
    const result = read(`${RUN}<ROUND n="1"><PANELIST role="designer">${inner}`, config);
    expect(result.error?.reason).toBe('oversize_block');
  });

  test('[P13] exactly the allowed bytes of an artifact were handed on', () => {
    const result = read(
      `${RUN}<ROUND n="1"><PANELIST role="designer"><ARTIFACT><![CDATA[${'x'.repeat(4096)}`,
      config,
    );
    const handed = ofType(result, 'artifact_chunk').reduce((sum, { text }) => sum + text.length, 0);
    expect(handed).toBe(LIMIT - '<ARTIFACT><![CDATA['.length);
  });

  test.each([
    ['in one piece', (text: string) => [text]],
    ['in pieces', (text: string) => text.match(/[\s\S]{1,1000}/g) ?? []],
  ])('[P13] a tag that never ends is given up (%s)', (_, cut) => {
    const parser = createParser(CONFIG);
    const text = `${RUN}<ROUND n="1"><PANELIST role="${'x'.repeat(17_000)}`;
    const errors = cut(text).map((chunk) => parser.write(chunk).error);
    expect((errors.at(-1) ?? parser.end().error)?.reason).toBe('malformed_block');
  });

  test('[P13] a finished tag over the limit is refused too', () => {
    expect(
      read(`${RUN}<ROUND n="1"><PANELIST role="critic" x='${'y'.repeat(17_000)}'>`).error?.message,
    ).toContain('not finished within 16384 bytes');
    expect(
      read(`${RUN}<ROUND n="1"><PANELIST role="critic" x="${'y'.repeat(17_000)}">`).error?.message,
    ).toContain('not finished within 16384 bytes');
  });
});

describe('unbalanced blocks', () => {
  test.each([
    ['a panelist in a panelist', '<PANELIST role="critic" score="7"><PANELIST role="brand" score="7">'],
    ['a panelist before ROUND_END', '<PANELIST role="critic" score="7"><ROUND_END/>'],
    ['a panelist before </ROUND>', '<PANELIST role="critic" score="7"></ROUND>'],
    ['a panelist before ROUND', '<PANELIST role="critic" score="7"><ROUND n="2">'],
    ['a panelist before SHIP', '<PANELIST role="critic" score="7"><SHIP>'],
    ['a panelist before the end of the run', '<PANELIST role="critic" score="7"></CRITIQUE_RUN>'],
    ['a panelist before a new run', '<PANELIST role="critic" score="7"><CRITIQUE_RUN>'],
    ['a panelist before the end of the text', '<PANELIST role="critic" score="7">'],
    ['a dim in a dim', '<PANELIST role="critic" score="7"><DIM name="x">a<DIM name="y">b</DIM>'],
    ['a dim before </PANELIST>', '<PANELIST role="critic" score="7"><DIM name="x">a</PANELIST>'],
    ['a dim before the end of the text', '<PANELIST role="critic" score="7"><DIM name="x">a<'],
    ['CDATA before the end of the text', '<PANELIST role="critic" score="7"><NOTES><![CDATA[a]'],
    ['an artifact before the end of the text', '<PANELIST role="critic" score="7"><ARTIFACT>a</ARTIFAC'],
    ['an artifact that only begins', '<PANELIST role="critic" score="7"><ARTIFACT><![CDA'],
    ['an artifact in a CDATA end', '<PANELIST role="critic" score="7"><ARTIFACT><![CDATA[a]]> '],
    ['a ROUND_END before the end of the text', '<ROUND_END><REASON>r</REASON>'],
    ['a SHIP before the end of the text', '<SHIP>'],
    ['a round before the end of the text', ''],
    ['a tag before the end of the text', '<PANELIST role="critic'],
    ['a lost quote', '<PANELIST role="critic score="7">\n<DIM name="x">a</DIM>"</PANELIST>'],
  ])('[P14] %s is a malformed block', (_, inner) => {
    const { error } = read(`${RUN}<ROUND n="1">${DESIGNER}${inner}`);
    expect(error?.name).toBe('MalformedBlockError');
    expect(error?.reason).toBe('malformed_block');
    expect(error?.position).toBeGreaterThan(0);
  });

  test('[P14] a swallowed tag is seen in a cut tag too', () => {
    const text = `${RUN}<ROUND <SHIP>`;
    expect(readPieces(text.split('')).error).toEqual(readPieces([text]).error);
    expect(readPieces([text]).error?.reason).toBe('malformed_block');
  });

  test('[P14] a > or < inside quotes does not end or break a tag', () => {
    const result = read(
      round('<PANELIST role="critic" score="7"><MUST_FIX evidence="a > b <h1>">x</MUST_FIX></PANELIST>'),
    );
    expect(ofType(result, 'panelist_must_fix')[0]?.demand.evidence).toBe('a > b <h1>');
  });

  test('[P14] after an error nothing is read, and the error stays', () => {
    const parser = createParser(CONFIG);
    parser.write(`${RUN}<ROUND n="1"><PANELIST role="critic"><PANELIST role="brand">`);
    const later = parser.write(DESIGNER);
    expect(later.events).toEqual([]);
    expect(later.error).toBe(parser.end().error);
    expect(parser.endTurn().error).toBe(later.error);
  });
});

describe('versions', () => {
  test.each(['2', '0', 'next', '11'])('[P15] version %s is a mismatch', (version) => {
    const { error } = read(`<CRITIQUE_RUN version="${version}">`);
    expect(error?.name).toBe('ProtocolVersionError');
    expect(error?.reason).toBe('protocol_version_mismatch');
  });

  test.each(['<CRITIQUE_RUN version="1">', '<CRITIQUE_RUN version="1.0">', '<CRITIQUE_RUN>'])(
    '[P15] %s is version 1',
    (tag) => {
      expect(read(round('').replace(RUN, tag)).error).toBeNull();
    },
  );

  test('[P15] this build reads versions 1 and 2', () => {
    expect(SUPPORTED_VERSIONS).toEqual([1, 2]);
  });

  test('[P15] the run tag carries claims, which are only claims', () => {
    const result = read(
      round('').replace(RUN, '<CRITIQUE_RUN version="1" maxRounds="5" threshold="9" scale="100">'),
    );
    expect(ofType(result, 'run_open')[0]?.claims).toEqual({ maxRounds: 5, threshold: 9, scale: 100 });
  });

  test('[P15] a second run tag is heard for its claims: another scale must not go unseen', () => {
    const result = read(
      `${RUN}<ROUND n="1">${DESIGNER}<ROUND_END/></ROUND><CRITIQUE_RUN version="1" scale="100">`,
    );
    expect(ofType(result, 'run_open').map(({ claims }) => claims.scale)).toEqual([undefined, 100]);
  });

  test('[P15] a stray closing tag may come first', () => {
    expect(kinds(read(`</ROUND>${round('')}`))).toEqual(['stray_close']);
  });
});

describe('characters', () => {
  const note = (text: string) =>
    ofType(
      read(round(`<PANELIST role="critic" score="7"><NOTES>${text}</NOTES></PANELIST>`)),
      'panelist_notes',
    )[0]?.text;

  test.each([
    ['entities', 'a &lt; b &amp;&amp; c &#62; d &mdash; &nbsp;', 'a < b && c > d —'],
    ['CDATA', '<![CDATA[<DIM> &amp; x]]> and &amp;', '<DIM> &amp; x and &'],
    ['CRLF and CR', 'a\r\nb\rc', 'a\nb\nc'],
    ['control characters', 'a\u0000b\u0007c\u0085d', 'abcd'],
    ['colour', '\u001b[31mred\u001b[0m', 'red'],
    ['a title', '\u001b]0;evil\u0007seen', 'seen'],
    ['a title ended by ST', '\u001b]8;;http://x\u001b\\seen', 'seen'],
    ['a broken title', '\u001b]0;evil\nseen', 'seen'],
    ['a character set switch', '\u001b(Bseen', 'seen'],
    ['a lone escape', '\u001b\u0001é', 'é'],
    ['a broken sequence', '\u001b[31é', 'é'],
    ['a title broken by an escape', '\u001b]0;evil\u001bxseen', 'xseen'],
    [
      'markup',
      'use <h2> not <h1>; 3 < 4 <!-- no --> <thinking>',
      'use <h2> not <h1>; 3 < 4 <!-- no --> <thinking>',
    ],
    ['a non-breaking space at the ends', '\u00a0a\u00a0', 'a'],
  ])('[P16] %s in text', (_, written, expected) => {
    expect(note(written)).toBe(expected);
  });

  test('[P16] a title that never ends gives up after 4096 characters', () => {
    expect(note(`\u001b]0;${'x'.repeat(4200)}`)).toMatch(/^x+$/);
  });

  test('[P16] a byte-order mark is skipped, and counted', () => {
    expect(warnings(read(`\ufeffx${round('')}`))).toEqual([['unexpected_text', 3]]);
  });

  test('[P16] escapes inside a tag and inside an artifact are stripped', () => {
    const text = round('<PANEL\u001b[1mIST role="critic" score="7"></PANELIST>').replace(
      '<p>x</p>',
      '<p>\u001b[32mx</p>',
    );
    const result = read(text);
    expect(ofType(result, 'panelist_open')).toHaveLength(2);
    expect(
      ofType(result, 'artifact_chunk')
        .map(({ text: piece }) => piece)
        .join(''),
    ).toBe('<p>x</p>');
  });

  test('[P16] CDATA outside NOTES and ARTIFACT is read with a warning', () => {
    const result = read(
      round('<PANELIST role="critic" score="7"><DIM name="x" score="7"><![CDATA[a <b>]]></DIM></PANELIST>'),
    );
    expect(ofType(result, 'panelist_dim')[0]?.dimNote).toBe('a <b>');
    expect(kinds(result)).toEqual(['cdata_not_allowed']);
  });

  test('[P16] a lone surrogate at the end of the text is text', () => {
    expect(read(`${round('')}\ud83e`).error).toBeNull();
  });

  test('[P16] dims without a name and with an alias are kept', () => {
    const result = read(
      round(
        '<PANELIST role="critic" score="7"><DIM score="7">a</DIM><DIM dimension="type" score="7">b</DIM><DIM/></PANELIST>',
      ),
    );
    expect(ofType(result, 'panelist_dim').map(({ dimName }) => dimName)).toEqual([
      'unnamed',
      'type',
      'unnamed',
    ]);
  });
});

describe('turns and the asynchronous edge', () => {
  test('[P18] a conversation is read turn by turn', () => {
    const parser = createParser(CONFIG);
    parser.write(`${RUN}<ROUND n="1">${DESIGNER}<ROUND_END/></ROUND>`);
    expect(parser.endTurn()).toEqual({ events: [], error: null });
    const second = parser.write(
      '<ROUND n="2"><PANELIST role="critic" score="7"></PANELIST><ROUND_END/></ROUND>',
    );
    expect(second.events.at(-1)).toMatchObject({ type: 'round_close', round: 2 });
    expect(parser.endTurn().error).toBeNull();
  });

  test.each([
    [
      'a SHIP, and broken text behind it',
      '</ROUND><SHIP/><PANELIST role="critic"><NOTES>x</DIM>',
      ['after_ship'],
    ],
    ['a SHIP, and an artifact behind it', '</ROUND><SHIP/><ARTIFACT><![CDATA[x', ['after_ship']],
    ['a comment that never ends', '</ROUND><!-- and so on', ['unexpected_text']],
    ['thoughts that never end', '</ROUND><thinking>hm </thin', ['unexpected_text']],
    ['no </ROUND>', '', ['implied_close']],
  ])('[P18] a turn that ends with %s does not reach into the next one', (_, end, expected) => {
    const parser = createParser(CONFIG);
    const first = parser.write(`${RUN}<ROUND n="1">${DESIGNER}<ROUND_END/>${end}`);
    const ended = parser.endTurn();
    expect(ended.error).toBeNull();
    const warnings = [...first.events, ...ended.events].filter((event) => event.type === 'warning');
    expect(warnings.map(({ kind }) => kind)).toEqual(expected);
    const second = parser.write('<PANELIST role="critic" score="7"></PANELIST><ROUND_END/>');
    expect(second.events.at(-1)).toMatchObject({ type: 'round_close', round: 2 });
    expect(parser.endTurn().error).toBeNull();
  });

  test('[P18] a turn that ends inside a block is malformed', () => {
    const parser = createParser(CONFIG);
    parser.write(`${RUN}<ROUND n="1"><PANELIST role="designer">`);
    expect(parser.endTurn().error?.reason).toBe('malformed_block');
  });

  test('[P18] a silent turn is no error of the text', () => {
    expect(createParser(CONFIG).endTurn()).toEqual({ events: [], error: null });
  });

  test('[P18] bytes and text give the same events, however a character is cut', async () => {
    const text = round('<PANELIST role="critic" score="7"><NOTES>é漢🧾</NOTES></PANELIST>');
    const bytes = new TextEncoder().encode(text);
    const collect = async (chunks: AsyncIterable<string | Uint8Array>) => {
      const events: PanelEvent[] = [];
      for await (const event of parse(chunks, CONFIG)) events.push(event);
      return coalesced(events);
    };
    async function* single() {
      for (const byte of bytes) yield Uint8Array.of(byte);
    }
    async function* whole() {
      yield text;
    }
    expect(await collect(single())).toEqual(await collect(whole()));
  });

  test('[P18] a byte-order mark counts the same in bytes and in text', async () => {
    const text = `\ufeff${round('<PANELIST role="nobody"></PANELIST>')}`;
    const positions = async (chunk: string | Uint8Array) => {
      async function* once() {
        yield chunk;
      }
      const at: number[] = [];
      for await (const event of parse(once(), CONFIG)) if (event.type === 'warning') at.push(event.position);
      return at;
    };
    expect(await positions(new TextEncoder().encode(text))).toEqual(await positions(text));
  });

  test('[P18] a character that the stream cuts off is replaced, not lost', async () => {
    async function* cut() {
      yield round('');
      yield Uint8Array.of(0xe6, 0xbc);
    }
    const events: PanelEvent[] = [];
    for await (const event of parse(cut(), CONFIG)) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: 'warning', kind: 'unexpected_text' });
  });

  test('[P18] the edge yields what came before an error and then throws it once', async () => {
    async function* broken() {
      yield `${RUN}<ROUND n="1">${DESIGNER}<PANELIST role="critic">`;
    }
    const seen: string[] = [];
    const reading = (async () => {
      for await (const event of parse(broken(), CONFIG)) seen.push(event.type);
    })();
    await expect(reading).rejects.toBeInstanceOf(CritiqueError);
    expect(seen.at(-1)).toBe('panelist_open');
  });
});

describe('[P23] a turn that is taken back', () => {
  const afterOne = () => {
    const parser = createParser(CONFIG);
    parser.write(round(''));
    parser.endTurn();
    return parser;
  };

  test.each([
    ['nothing', ''],
    ['prose', 'Sure, here is the panel:\n'],
    ['an unfinished tag', 'Well. <ROU'],
    ['an unfinished comment', '<!-- let me think'],
  ])('is forgotten after %s', (_, text) => {
    for (const parser of [createParser(CONFIG), afterOne()]) {
      parser.write(text);
      expect(parser.retract()).toBe(true);
      const { events, error } = parser.write(round(''));
      expect(error).toBeNull();
      expect(events.some(({ type }) => type === 'round_close')).toBe(true);
    }
  });

  test.each([
    ['a round', '<ROUND n="2">'],
    ['a panelist', '<ROUND n="2"><PANELIST role="critic" score="5">'],
    ['a SHIP without a word', '<SHIP round="1">'],
  ])('stays after %s', (_, text) => {
    const parser = afterOne();
    parser.write(text);
    expect(parser.retract()).toBe(false);
  });

  test('what an earlier turn said stays', () => {
    expect(afterOne().retract()).toBe(true);
  });
});

test('[P14] a mistake of our own is not called a mistake of the text', () => {
  const sink = {
    open() {
      throw new TypeError('ours');
    },
    close() {},
    text() {},
    data() {},
    warn() {},
  };
  expect(() => new Tokenizer(sink, 1024).write('<ROUND n="1">')).toThrow(TypeError);
});
