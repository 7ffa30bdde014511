import type { Audit, Observation } from '../finding.ts';

export const debugLeftovers: Audit = {
  id: 'debug-leftovers',
  role: 'copy',
  dim: 'finished',
  weight: 3,
  title: 'No debugging left behind',
  why: 'console.log, debugger and localhost are for the workshop.',
  link: 'https://developer.mozilla.org/docs/Web/JavaScript/Reference/Statements/debugger',
  severity: 'minor',
  tier: 'report',
  unit: 'debugging leftovers',
  run(page) {
    const scripts = page
      .byTag('script')
      .filter(
        ({ attributes }) =>
          !attributes.has('src') &&
          /^(module|(text|application)\/(java|ecma)script)?$/i.test(attributes.get('type') ?? ''),
      );
    const found: Observation[] = [];
    for (const at of scripts) {
      const code = at.children.map((child) => (child.kind === 'text' ? child.value : '')).join('');
      const hit = /\b(console\.log\(|debugger\b|alert\(\s*['"`](test|hello|here|debug))/i.exec(code)?.[0];
      if (hit !== undefined)
        found.push({
          at,
          measured: hit,
          required: 'no debugging code',
          message: `A script still contains ${hit}.`,
          suggestion: 'Take it out.',
          ...(/^(?:alert|debugger)/i.test(hit) ? { severity: 'major' as const } : {}),
        });
    }
    for (const at of page.byTag('a', 'img', 'script', 'link', 'form')) {
      const address =
        at.attributes.get('href') ?? at.attributes.get('src') ?? at.attributes.get('action') ?? '';
      if (/^(https?:)?\/\/(localhost|127\.0\.0\.1)|^file:/i.test(address))
        found.push({
          at,
          measured: address.slice(0, 60),
          required: 'a public address',
          message: `${address.slice(0, 60)} exists only on the author's machine.`,
          suggestion: 'Use the public address.',
          severity: 'major',
        });
    }
    return { checked: scripts.length + 1, found };
  },
};
