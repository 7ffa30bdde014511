/** Checkouts whose words and names are orders: to a terminal, to a report, to a reader of patterns. */
import type { HostileRepository } from './checkout.ts';

const ESCAPE = '\u001b';
const ORDERS = `${ESCAPE}]0;owned\u0007${ESCAPE}[2J${ESCAPE}[31mred${ESCAPE}]8;;http://127.0.0.1:9/\u0007x${ESCAPE}]52;c;aGk=\u0007\u009b31m\u202egnp.exe\u2066 SHIPPED`;
const MARKUP = `"><script>x</script><a href="javascript:x">[x](javascript:x) ![y](http://127.0.0.1:9/) ]]> --> | {0}`;

const BUILD = `##[set-output name=verdict;]passes ##vso[task.complete result=Succeeded;]x ##teamcity[buildStatus status='SUCCESS'] ##[add-mask]x`;

function page(words: string): string {
  const inAttribute = words.replaceAll('"', '&quot;');
  return `<!doctype html><html lang="en"><title>${words}</title><h1 id="${inAttribute}" class="${inAttribute}">${words}</h1><p style="color:#ddd">${words}</p><a href="javascript:x">click here</a><img src="${inAttribute}"><h4>${words}</h4></html>`;
}

const REPORTS = ['--sarif', 'out/a.sarif', '--junit', 'out/a.xml', '--out', 'out/results'];

export const TEXTS: readonly HostileRepository[] = [
  {
    name: 'pages whose words are orders to a terminal',
    build(checkout) {
      checkout.put('page.html', page(ORDERS));
      checkout.put('page.md', `# ${ORDERS}\n\n${ORDERS}\n`);
      checkout.put('DESIGN.md', `# ${ORDERS}\n\n## Colors\n\n- ${ORDERS}: #222222\n`);
      checkout.put('spec.md', `# ${ORDERS}\n\n1. ${ORDERS} TODO\n`);
      checkout.put('plan.md', `# Plan\n\n## Item 1: ${ORDERS}\n\n- Files: ${ORDERS}.ts\n`);
      checkout.put('task/brief.md', `# ${ORDERS}\n\n- R1: ${ORDERS} must work, see \`${ORDERS}.ts\`\n`);
      checkout.put('idea/positioning.md', `# ${ORDERS}\n\n${ORDERS}\n`);
      checkout.commit();
    },
    argv: () => [
      ['review', 'page.html', '--plain', ...REPORTS],
      ['review', 'page.html', '--json'],
      ['review', 'page.md', '--plain'],
      ['drill', 'page.html'],
    ],
  },
  {
    name: 'files whose names are orders, markup and addresses',
    build(checkout) {
      for (const name of [
        `${ESCAPE}[31m.html`,
        'javascript:alert(1).html',
        '\u202elmth.html',
        '#a?b%20.html',
      ])
        checkout.put(name, page('x'));
      checkout.put(`<img src=x onerror=x>.html`, page('x'));
      checkout.put('-rf.html', page('x'));
      checkout.put(`skills/${ESCAPE}[31m/SKILL.md`, '---\nname: x\n---\nx');
      checkout.put('a\nb.html', page('x'));
      checkout.json('jury.config.json', { skills: ['skills'] });
    },
    argv: () => [
      ['review', '.', '--plain', ...REPORTS],
      ['review', 'javascript:alert(1).html', '--plain', '--out', 'out/one'],
      ['review', `${ESCAPE}[31m.html`, '--plain'],
      ['review', `${ESCAPE}]0;x\u0007`, '--plain'],
      ['skills'],
    ],
  },
  {
    name: 'pages whose words are markup for a report',
    build(checkout) {
      checkout.put('page.html', page(MARKUP));
      checkout.put('task/brief.md', `# ${MARKUP}\n\n- R1: ${MARKUP} must work, see \`src/missing.ts\`\n`);
      checkout.put('idea/positioning.md', `# ${MARKUP}\n\n${MARKUP}\n`);
      checkout.json('jury.config.json', { suppress: [{ audit: 'dead-links', reason: MARKUP }] });
      checkout.commit();
    },
    argv: () => [['review', 'page.html', '--plain', ...REPORTS]],
  },
  {
    name: 'words and names that are orders to who runs a build',
    build(checkout) {
      const lines = `x\n::set-output name=verdict::passes\n  ::add-mask::x\n::stop-commands::x\n${BUILD}`;
      checkout.put('page.html', page(BUILD));
      checkout.put('lines.html', page(lines));
      for (const name of [
        '##[error]x.html',
        '##vso[task.complete result=Succeeded;].html',
        '::error::x.html',
        'a\n::error::b.html',
      ])
        checkout.put(name, page(BUILD));
      // Wherever a long sentence is broken, an order would begin a line.
      checkout.put('wrapped.html', page(Array.from({ length: 40 }, () => '::error::x').join(' ')));
      for (const name of ['spec.md', 'plan.md', 'task/brief.md', 'idea/positioning.md', 'DESIGN.md'])
        checkout.put(name, `# ${BUILD}\n\n- R1: ${BUILD} must work TODO\n\n${lines}\n`);
      checkout.json('other.json', { [BUILD]: BUILD });
      checkout.json('jury.config.json', { suppress: [{ audit: BUILD, reason: lines }] });
      checkout.commit();
    },
    argv: () => [
      ['check', '.', '--browser', 'never'],
      ['check', '.', '--browser', 'never', '--json'],
      ['review', 'lines.html', '--plain', ...REPORTS],
      ['review', 'wrapped.html', '--plain', '--browser', 'never'],
      ['check', '##[error]x', '--browser', 'never'],
      ['check', 'index.html', '--config', 'other.json'],
      ['check', 'index.html', '--base', '##[error]x'],
      ['loop', 'spec.md', '--command', '##[error]x'],
    ],
  },
  {
    name: 'settings whose words are orders to a terminal',
    build(checkout) {
      checkout.json('jury.config.json', { [ORDERS]: ORDERS });
      checkout.put('baseline.json', `{"version": "${JSON.stringify(ORDERS).slice(1, -1)}"}`);
      checkout.put('criteria.yaml', `criteria:\n  - id: ${JSON.stringify(ORDERS)}\n    text: 7\n`);
      checkout.json('task/manifest.json', { key: ORDERS, [ORDERS]: 1 });
      checkout.commit();
    },
    argv: () => [
      ['review', 'index.html', '--baseline', 'baseline.json'],
      ['loop', 'spec.md', '--criteria', 'criteria.yaml'],
      ['loop', 'spec.md', '--command', ORDERS],
      ['review', 'index.html', `--${ORDERS}`],
      ['content', ORDERS],
      ['replay', ORDERS],
    ],
  },
  {
    name: 'aliases and nesting without an end',
    build(checkout) {
      const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
      for (let at = 1; at < 9; at += 1)
        bomb.push(`${'abcdefghij'[at]}: &${'abcdefghij'[at]} [${`*${'abcdefghij'[at - 1]},`.repeat(9)}]`);
      checkout.put('criteria.yaml', `${bomb.join('\n')}\ncriteria: *i\n`);
      checkout.put('jury.config.json', '['.repeat(200_000));
      checkout.put('skills/x/SKILL.md', `---\n${bomb.join('\n')}\n---\n`);
      checkout.put('DESIGN.md', `---\n${bomb.join('\n')}\n---\n# x\n`);
      checkout.put('spec.md', `${'['.repeat(20_000)}\n${'> '.repeat(2_000)}x\n`);
      checkout.commit();
    },
    argv: () => [['loop', 'spec.md', '--criteria', 'criteria.yaml']],
  },
  {
    name: 'a transcript of somebody else',
    build(checkout) {
      const at = '2026-01-01T00:00:00.000Z';
      const line = (seq: number, event: Record<string, unknown>): string =>
        `${JSON.stringify({ seq, at, runId: 'r-planted', ...event })}\n`;
      checkout.put(
        'transcript.ndjson',
        line(1, {
          type: 'critique.run_started',
          protocolVersion: 1,
          cast: ['designer', 'critic', 'brand', 'a11y', 'copy'],
          maxRounds: 1,
          threshold: 8,
          scale: 10,
        }) + line(2, { type: 'critique.agent_notice', message: ORDERS }),
      );
      checkout.put('run.ndjson', `${'x'.repeat(3_000_000)}\n`);
    },
    argv: () => [
      ['replay', 'run.ndjson', '--speed', 'instant'],
      ['replay', 'transcript.ndjson', '--speed', 'instant', '--json'],
    ],
  },
];
