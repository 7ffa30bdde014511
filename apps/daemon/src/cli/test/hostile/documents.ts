/** Checkouts whose documents and data are made for their reader: names of the language, numbers, nesting, tags, citations. */
import { pathToFileURL } from 'node:url';
import { type Checkout, type HostileRepository, trapCode } from './checkout.ts';

/** Names that an object has by itself. */
const INHERITED = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
];
/** Every file of data that a command reads without being told its name, or by the name that `CALLS` uses. */
const DATA = [
  ...['jury.config.json', 'jury.baseline.json', 'jury.witnesses.json', 'baseline.json', 'criteria.json'],
  ...['task/manifest.json', 'task/clarifications.json', 'certificate.dsse.json', 'key.json', 'package.json'],
  ...['transcript.ndjson', 'idea/state.json', 'skills/x/skill.json'],
];
const READ = [
  ['check', 'index.html', '--baseline', 'baseline.json', '--browser', 'never'],
  ['check', 'index.html', '--config', 'other.json', '--browser', 'never'],
  ['loop', 'spec.md', '--criteria', 'criteria.json'],
  ['converge', '--task', 'task', '--type', 'final-verification'],
  ['verify', 'certificate.dsse.json', '--key', 'key.json'],
  ['witness', 'list'],
  ['skills', '--json'],
];

export const DOCUMENTS: readonly HostileRepository[] = [
  {
    name: 'keys, ids and files that are named as what every object has',
    build(checkout) {
      const keys = INHERITED.map((name) => `"${name}":{"isAdmin":true,"out":"../kept","length":1e9}`).join(
        ',',
      );
      for (const name of DATA)
        checkout.put(name, `{${keys},"key":"__proto__","criteria":[{"id":"constructor"}]}`);
      checkout.put(
        'jury.config.json',
        '{"suppress":[{"audit":"__proto__","reason":"constructor"}],"agent":"constructor"}',
      );
      checkout.put(
        'other.json',
        '{"suppress":[{"audit":"toString","selector":"__proto__","files":"__proto__","reason":"valueOf"}]}',
      );
      checkout.put(
        'baseline.json',
        '{"version":1,"files":{"__proto__":{"mustFixes":["x"]},"constructor":{"mustFixes":[]}}}',
      );
      checkout.put(
        'DESIGN.md',
        `# __proto__\n\n## Colors\n\n${INHERITED.map((name) => `- ${name}: #222222`).join('\n')}\n`,
      );
      for (const name of INHERITED) {
        checkout.put(`pages/${name}.html`, '<!doctype html><title>x</title><p>Words that are here.');
        checkout.put(
          `skills/${name}/SKILL.md`,
          `---\nname: ${name}\ndescription: ${name}\n${name}: x\n---\n${name}\n`,
        );
        checkout.put(`task/${name}.md`, `# ${name}\n`);
      }
      checkout.put(
        'task/brief.md',
        `# Brief\n\n${INHERITED.map((name) => `- ${name}: \`${name}\` must work, see ${name}.ts`).join('\n')}\n`,
      );
      checkout.commit();
    },
    argv: () => [
      ...READ,
      ['check', 'pages', '--browser', 'never', '--json'],
      ['run', '--brief', 'x', '--skill', '__proto__', '--plain'],
    ],
  },
  {
    name: 'numbers that are none, and nesting in every file of data',
    build(checkout) {
      const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
      for (const [at, name] of DATA.entries())
        checkout.put(name, at % 2 === 0 ? deep : `${'['.repeat(90_000)}${']'.repeat(90_000)}`);
      checkout.put('jury.config.json', '{"threshold":1e309,"maxRounds":-0.5,"trustRuns":1e21}');
      checkout.put('other.json', '{"threshold":8,"heldOutLimit":5e-324,"maxRounds":2e1}');
      checkout.put(
        'criteria.json',
        '{"criteria":[{"id":"C1","text":"x","figures":[{"name":"n","how":"lines","pattern":"x","least":1e400}]}],"cap":1e9}',
      );
      checkout.put(
        'DESIGN.md',
        `# x\n\n## Spacing\n\n- base: ${'9'.repeat(400)}px\n- small: -1e999rem\n- ink: #${'f'.repeat(9_000)}\n`,
      );
      checkout.put(
        'page.html',
        `<!doctype html><html lang="en"><title>x</title><h1 tabindex="${'9'.repeat(400)}" style="font-size:1e309px;width:calc(1px/0);opacity:NaN;color:rgb(1e309 -1e309 NaN)">x</h1><table><tr><td colspan="999999999" rowspan="-1">x</td></tr></table><ol start="-99999999999999999999"><li value="1e9">x</li></ol><input type="number" min="1e309" max="-1e309" step="0"><progress max="0" value="1e309"></progress></html>`,
      );
      checkout.commit();
    },
    argv: () => [
      ...READ,
      ['check', 'page.html', '--browser', 'never', '--json'],
      ['drill', 'page.html', '--quiet'],
    ],
  },
  {
    name: 'front matter, tags and templates that would be code',
    build(checkout, canary) {
      const code = trapCode(canary).trim();
      const tagged = `a: !!js/function 'function () { ${code} }'\nb: !!python/object/apply:os.system ["touch ${canary.execFile}"]\nc: !!js/regexp /(a+)+$/\nd: !<tag:yaml.org,2002:js/undefined> ''\n<<: !!merge &x { y: *x }\n`;
      for (const [kind, head] of [
        ['js', code],
        ['javascript', `module.exports = { a: ${code.replace(';', '')} }`],
        ['', tagged],
        ['json', `{"a": "${'x'.repeat(9)}"}`],
      ])
        for (const name of [
          'page.md',
          'DESIGN.md',
          'spec.md',
          'plan.md',
          'idea/positioning.md',
          'skills/x/SKILL.md',
          'systems/x/DESIGN.md',
          'task/brief.md',
        ])
          checkout.put(
            kind === '' ? name : name.replace('.md', `.${kind}.md`),
            `---${kind}\n${head}\n---\n# x\n\n\${${code}} {{constructor.constructor('${code.replaceAll("'", '"')}')()}} <%= ${code} %> #{${code}}\n`,
          );
      checkout.put('criteria.yaml', `${tagged}criteria: []\n`);
      checkout.put(
        'page.html',
        `<!doctype html><html lang="en"><title>\${${code}}</title><h1>{{${code}}}</h1><!--#exec cmd="touch ${canary.execFile}" --><?php system('touch ${canary.execFile}'); ?><% ${code} %><p onload="${code.replaceAll('"', '&quot;')}">Words that are here.</p></html>`,
      );
      checkout.json('jury.config.json', { skills: ['skills'], designSystems: ['systems'] });
      checkout.commit();
    },
    argv: () => [
      ...READ,
      ['loop', 'spec.md', '--criteria', 'criteria.yaml'],
      ['check', 'page.md', 'page.js.md', 'page.html', '--browser', 'never'],
      ['review', 'page.html', '--plain', '--browser', 'never'],
    ],
  },
  {
    name: 'documents that cite files and lines outside',
    build(checkout, { secretFile }) {
      const cited = [
        ...[
          `${secretFile}:1`,
          `../secret/secret.md:1-1`,
          `\`../secret/secret.md\` line 1`,
          pathToFileURL(secretFile).href,
        ],
        ...[
          `[x](${secretFile}#L1)`,
          `[x](../secret/secret.md#L1-L1)`,
          '/proc/self/environ:1',
          '~/.ssh/id_ed25519:1',
          '.git/config:1',
        ],
        ...[
          'index.html/../../secret/secret.md:1',
          './/../secret//secret.md:1',
          '$HOME/config/x:1',
          '%2e%2e/secret/secret.md:1',
        ],
      ];
      const lines = cited
        .map((place, at) => `- R${at + 1}: ${place} must say so (see ${place}); Files: ${place}`)
        .join('\n');
      for (const name of ['spec.md', 'plan.md', 'task/brief.md', 'task/plan.md', 'idea/positioning.md'])
        checkout.put(
          name,
          `# Item 1\n\n## Item 1: all\n\n${lines}\n\n${cited.map((place) => `> from ${place}`).join('\n')}\n`,
        );
      checkout.json('task/manifest.json', { key: 'X', plan: 'plan.md', files: cited, sources: cited });
      checkout.put(
        'transcript.ndjson',
        `${JSON.stringify({ seq: 1, at: '2026-01-01T00:00:00.000Z', runId: 'r-1', type: 'critique.ship', artifactRef: { projectId: '../..', artifactId: secretFile, path: secretFile }, round: 1, composite: 10 })}\n`,
      );
      checkout.commit();
    },
    argv: () =>
      ['error-analysis', 'implementation-planning', 'final-verification'].map((type) => [
        'converge',
        '--task',
        'task',
        '--type',
        type,
        '--json',
      ]),
  },
  {
    name: 'texts in encodings that are read in two ways',
    build(checkout) {
      const words =
        '<!doctype html><html lang="en"><title>Tides</title><script>x</script><h1>\u0000Tides\ud800</h1></html>';
      const wide = Buffer.from(`\ufeff${words}`, 'utf16le');
      checkout.put('wide.html', wide);
      checkout.put('big.html', Buffer.from(wide).swap16());
      checkout.put('seven.html', '<meta charset="utf-7">+ADw-script+AD4-x+ADw-/script+AD4-');
      checkout.put(
        'overlong.html',
        Buffer.concat([
          Buffer.from('<!doctype html><title>x</title>'),
          Buffer.from([0xc0, 0xbc, 0xe0, 0x80, 0xbc, 0xf8, 0x88, 0x80, 0x80, 0x80, 0xff, 0xfe]),
          Buffer.from('script>'),
        ]),
      );
      checkout.put(
        'iso.html',
        Buffer.concat([
          Buffer.from('<meta charset="iso-2022-jp">'),
          Buffer.from([0x1b, 0x24, 0x42, 0x1b, 0x28, 0x4a]),
          Buffer.from('<title>x\u001b[31m</title>'),
        ]),
      );
      for (const [at, name] of DATA.entries())
        checkout.put(
          name,
          at % 2 === 0 ? wide : Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d, 0x00, 0x80, 0xff]),
        );
      for (const name of [
        'DESIGN.md',
        'spec.md',
        'plan.md',
        'task/brief.md',
        'idea/positioning.md',
        'other.json',
      ])
        checkout.put(name, wide);
      checkout.commit();
    },
    argv: () => [
      ...READ,
      ...['wide', 'big', 'seven', 'overlong', 'iso'].map((name) => [
        'check',
        `${name}.html`,
        '--browser',
        'never',
        '--json',
      ]),
    ],
  },
  {
    name: 'patterns and selectors of a configuration without an end',
    build(checkout) {
      const patterns = [
        '{a,b}'.repeat(40),
        '{1..99999999}',
        '*a'.repeat(40),
        '+(+(a|aa)|b)'.repeat(8),
        '**/'.repeat(40),
        '['.repeat(4_000),
        `${'!('.repeat(30)}a${')'.repeat(30)}`,
        `{${'a,'.repeat(30_000)}b}`,
      ];
      for (const [at, files] of patterns.entries())
        checkout.json(`config-${at}.json`, {
          suppress: [
            {
              audit: 'contrast',
              files,
              selector: `${':is('.repeat(2_000)}a${')'.repeat(2_000)}`,
              reason: 'x'.repeat(5_000),
            },
          ],
        });
      checkout.put(
        `${'a'.repeat(200)}.html`,
        '<!doctype html><html lang="en"><title>x</title><p style="color:#ddd">Words that are here.</p></html>',
      );
      checkout.json('jury.config.json', {
        suppress: Array.from({ length: 1_001 }, () => ({ audit: 'x', reason: 'xxx' })),
      });
      checkout.commit();
    },
    argv: () =>
      Array.from({ length: 8 }, (_, at) => [
        'check',
        `${'a'.repeat(200)}.html`,
        '--config',
        `config-${at}.json`,
        '--browser',
        'never',
      ]),
  },
  {
    name: 'records, keys and certificates that lead elsewhere, wait or never end',
    build(checkout, { secretFile }) {
      checkout.pipe('certificate.dsse.json', 'jury.witnesses.json', 'report.html');
      checkout.link('key.json', secretFile);
      checkout.link('transcript.ndjson', '/dev/zero');
      checkout.link('runs/transcript.ndjson', secretFile);
      checkout.huge('big.json', '{"payload":"');
      checkout.link('key.pem', '/proc/self/environ');
      checkout.put('certificate.html', certificatePage(checkout));
    },
    argv: () => [
      ['verify', 'big.json'],
      ['verify', 'report.html'],
      ['verify', 'certificate.html', '--page', 'transcript.ndjson'],
      ['certify', 'runs', '--key', 'key.pem'],
      ['certify', 'transcript.ndjson', '--key', 'key.json'],
      ['key', 'trust', 'big.json'],
      ['witness', 'add', 'runs'],
      ['rejudge', 'runs'],
    ],
  },
];

/** A report that says it carries a certificate. */
function certificatePage(_: Checkout): string {
  const payload = Buffer.from(JSON.stringify({ page: '../secret/secret.md', __proto__: 1 })).toString(
    'base64',
  );
  return `<!doctype html><script type="application/json" id="certificate">{"payloadType":"x","payload":"${payload}","signatures":[{"keyid":"../../x","sig":"${'A'.repeat(90_000)}"}]}</script>`;
}
