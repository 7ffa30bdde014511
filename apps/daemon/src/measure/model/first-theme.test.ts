import { describe, expect, test } from 'vitest';
import { examine } from '../panel.ts';
import { parseTree } from './dom.ts';
import { firstTheme, withFirstTheme } from './first-theme.ts';
import { buildPage } from './page.ts';

const page = (script: string, root = '<html lang="en">') =>
  `<!doctype html>${root}<head><title>Tea</title><script>${script}</script></head><body><p>Tea</p></body></html>`;
const themeOf = (script: string, root?: string) => {
  const theme = firstTheme(parseTree(page(script, root)));
  return theme === null ? null : `${theme.name}=${theme.value}`;
};

describe('the theme of the first paint', () => {
  test.each([
    [
      `document.documentElement.setAttribute("data-theme", stored || (dark ? "dark" : "light"))`,
      'data-theme=light',
    ],
    [
      `const theme = localStorage.theme ?? 'light'; document.documentElement.dataset.theme = theme;`,
      'data-theme=light',
    ],
    [`document.documentElement.dataset.colorScheme = 'light'`, 'data-color-scheme=light'],
    [`document.querySelector('html').setAttribute('data-skin', 'plain')`, 'data-skin=plain'],
  ])('is what the script in the head writes for the light scheme: %s', (script, expected) => {
    expect(themeOf(script)).toBe(expected);
  });

  test.each([
    [
      `if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.setAttribute('data-theme', 'dark')`,
    ],
    [`document.documentElement.setAttribute('data-theme', stored)`],
    [`document.documentElement.setAttribute('data-ready', 'yes')`],
    [`menu.setAttribute('aria-label', 'light')`],
    [`b.onclick = () => { document.documentElement.dataset.theme = isDark() ? 'light' : 'dark' }`],
    [`b.addEventListener('click', () => document.documentElement.setAttribute('data-theme', 'light'))`],
    [`if (isDark) document.documentElement.dataset.theme = 'dark'; row.classList.add('highlight')`],
    [`menu.dataset.mode = 'open'; document.documentElement.scrollTop = 0`],
  ])('is not guessed where only the dark, or nothing of the look, is written: %s', (script) => {
    expect(themeOf(script)).toBeNull();
  });

  test('is not taken from a script further down: the page was painted before', () => {
    const html = `<!doctype html><html lang="en"><head><title>Tea</title></head><body><p>Tea</p>
      <script>document.documentElement.dataset.theme = 'light'</script></body></html>`;
    expect(firstTheme(parseTree(html))).toBeNull();
  });

  test('is the one in the source where there is one', () => {
    const script = `document.documentElement.setAttribute('data-theme', 'light')`;
    expect(themeOf(script, '<html lang="en" data-theme="sepia">')).toBeNull();
  });

  test('is written into the start tag of what is shown without scripts, and nowhere else', () => {
    const html = page(`document.documentElement.dataset.theme = 'light'`);
    expect(withFirstTheme(html, parseTree)).toBe(
      html.replace('<html lang="en">', '<html lang="en" data-theme="light">'),
    );
    expect(withFirstTheme('<p>Tea</p>', parseTree)).toBe('<p>Tea</p>');
  });

  test('decides which colours are measured: text on a ground of the theme is no fault', async () => {
    const html = `<!doctype html><html lang="en"><head><title>Tea</title><style>
      :root[data-theme=light] { --ground: #1d4ed8 } .card { background: var(--ground); color: #fff }</style>
      <script>document.documentElement.setAttribute('data-theme', 'light')</script></head>
      <body><main><h1>Tea</h1><p class="card">Open every day from nine until five.</p></main></body></html>`;
    const contrast = examine(await buildPage({ html })).findings.filter(
      ({ auditId }) => auditId === 'contrast-text',
    );
    expect(contrast).toEqual([]);
  });
});
