import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../../../scripts/machine-pace.ts';
import { secretValues } from './environment.ts';
import { REDACTED, Redactor } from './redact.ts';

const KEY = 'planted/9f3c "27b1" secret';

describe('known values', () => {
  const redactor = new Redactor([KEY, 'short-one', 'short-one-and-longer']);

  test.each([
    ['as it is', `the key ${KEY}!`, `the key ${REDACTED}!`],
    ['in an address', `?k=${encodeURIComponent(KEY)}&x`, `?k=${REDACTED}&x`],
    ['in JSON', JSON.stringify({ k: KEY }), `{"k":"${REDACTED}"}`],
    ['one inside another', 'short-one-and-longer short-one', `${REDACTED} ${REDACTED}`],
  ])('%s', (_, text, clean) => {
    expect(redactor.values(text)).toBe(clean);
  });

  test('cut anywhere, a value never comes through; everything else does', () => {
    const text = `before ${KEY} between short-one${KEY} after short-on`;
    fc.assert(
      fc.property(fc.array(fc.nat({ max: text.length }), { maxLength: 12 }), (cuts) => {
        const at = [...new Set(cuts)].sort((a, b) => a - b);
        const stream = redactor.stream();
        const said = [...at, text.length].map((end, i) => stream.write(text.slice(at[i - 1] ?? 0, end)));
        const whole = said.join('') + stream.end();
        expect(whole).toBe(`before ${REDACTED} between ${REDACTED}${REDACTED} after short-on`);
        expect(stream.end()).toBe('');
      }),
    );
  });

  test('without secrets nothing is held back', () => {
    const stream = new Redactor().stream();
    expect(stream.write('any text')).toBe('any text');
  });
});

test.each([
  ['Authorization: Bearer abcdefghijkl', `Authorization: ${REDACTED}`],
  ['{"authorization":"Basic dXNlcjpwYXNz"}', `{"authorization":"${REDACTED}"}`],
  ['x-api-key: 12345678', `x-api-key: ${REDACTED}`],
  ['used Bearer abcdef0123456789', `used Bearer ${REDACTED}`],
  ['OPENAI_API_KEY=abcdef0123', `OPENAI_API_KEY=${REDACTED}`],
  ['https://me:hunter2@proxy:8080/x', `https://${REDACTED}@proxy:8080/x`],
  ['GET /v1?key=abc123&alt=sse', `GET /v1?key=${REDACTED}&alt=sse`],
  [`bad key ${['sk', 'proj', '0123456789abcdefABCDEF'].join('-')}`, `bad key ${REDACTED}`],
  ['AIzaSyA0123456789abcdefghijk0123456789', REDACTED],
  ['token ghp_0123456789abcdef0123456789abcdef', `token ${REDACTED}`],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', REDACTED],
])('a message loses what looks like a key: %s', (text, clean) => {
  expect(new Redactor().message(text)).toBe(clean);
});

// One character less, and each is a word.
test.each([
  ['bearer 12345678', `bearer ${REDACTED}`],
  ['?key=1', `?key=${REDACTED}`],
  ['://@', `://${REDACTED}@`],
  ['cookie:1', `cookie:${REDACTED}`],
  ['authorization=1', `authorization=${REDACTED}`],
  ['token=123456', `token=${REDACTED}`],
  [`sk-${'a'.repeat(16)}`, REDACTED],
  [`ghp_${'a'.repeat(16)}`, REDACTED],
  [`AIza${'a'.repeat(20)}`, REDACTED],
  [`ya29.${'a'.repeat(16)}`, REDACTED],
  [`xoxb-${'a'.repeat(10)}`, REDACTED],
  [`AKIA${'A'.repeat(16)}`, REDACTED],
  [`eyJ${'a'.repeat(8)}.${'a'.repeat(4)}.`, REDACTED],
])('the shortest of its kind is found, alone and among words: %s', (text, clean) => {
  expect(new Redactor().message(text)).toBe(clean);
  expect(new Redactor().message(`he said ${text}`)).toBe(`he said ${clean}`);
});

test.each([
  'the agent ended with code 3: cannot read page.html',
  'HTTP 429 Too Many Requests; retry after 30 s',
  'tokens: 1200 sent, 10 received',
  'mailto:someone@example.org',
])('a message that holds none stays as it is: %s', (text) => {
  expect(new Redactor().message(text)).toBe(text);
});

test('a hostile message is read in linear time', () => {
  const text = 'authorization: '.repeat(20_000) + 'a:'.repeat(50_000) + '://'.repeat(20_000);
  const before = processorMs();
  new Redactor(['x'.repeat(64)]).message(text);
  expect(processorMs() - before).toBeLessThan(5_000);
});

test('which values of an environment are secrets', () => {
  const found = secretValues({
    PATH: '/usr/bin',
    ANTHROPIC_API_KEY: 'value-of-the-key',
    GH_TOKEN: 'value-of-the-token',
    HTTPS_PROXY: 'http://me:pass%40word1@proxy:8080',
    ANTHROPIC_CUSTOM_HEADERS: 'X-Team: design-team-one\nX-Auth: Bearer value-of-a-header',
    OPENCODE_CONFIG_CONTENT:
      '{"provider":{"x":{"options":{"apiKey":"value-in-settings","name":"no-secret-here"}}}}',
    KEY_SHORT: 'on',
    MISSING_KEY: undefined,
  });
  expect(found.sort()).toEqual([
    'Bearer value-of-a-header',
    'design-team-one',
    'pass@word1',
    'value-in-settings',
    'value-of-a-header',
    'value-of-the-key',
    'value-of-the-token',
  ]);
});

test('the quick look misses nothing: a text loses the same with something beside it that opens every door', () => {
  // Far enough away that no shape reaches over to it.
  const opener = `${' '.repeat(12)}x://y@ token= bearer zzzzzzzz sk-`;
  const redactor = new Redactor();
  const part = fc.oneof(
    fc.constantFrom(
      ...'sk- pk_ rk- fk_ gsk_ xai- pplx- hf_ r8_ glpat- npm_ nvapi- csk- tgp_ sgamp_ pat- key- ghp_ ghr_ github_pat_ AIza'.split(
        ' ',
      ),
      ...'ya29. xoxb- AKIA ASIA eyJ . authorization Proxy-Authorization x-api-key API-KEY x-goog-api-key x-auth-token'.split(
        ' ',
      ),
      ...'set-cookie Cookie bearer Basic apikey api_key Token SECRET password passwd ?key= &sig= &signature= ?code='.split(
        ' ',
      ),
      ...'&access_token= : = @ :// " \' ; & } ] /'.split(' '),
      ' ',
      'a1B2c3D4e5F6g7H8i9J0',
      'ABCDEFGHIJKLMNOP',
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.join('');
      expect(redactor.message(text + opener)).toBe(redactor.message(text) + redactor.message(opener));
    }),
    { numRuns: 5_000 },
  );
});
