/** What tools leave in a text is unfinished, whatever the text is written in; inside code it is spoken about. */
import { describe, expect, test } from 'vitest';
import { buildPage } from '../model/page.ts';
import { examine } from '../panel.ts';

const TEXT = 'April is early for planting. Wait until the soil is warm, and water the beds in the evening.';
const page = (inner: string): string =>
  `<!doctype html><html lang="en"><head><title>Guide</title></head><body><main><h1>Guide</h1>\n${inner}\n</main></body></html>`;

async function leftovers(source: string, path: string): Promise<string[]> {
  const format = path.endsWith('.html') ? 'html' : 'markdown';
  const { roles } = examine(await buildPage({ html: source, path: `/p/${path}`, format }));
  return roles.copy.demands.filter(({ id }) => id.startsWith('tool-leftovers')).map(({ text }) => text);
}

const CONFLICT = `<<<<<<< HEAD\n${TEXT}\n=======\nMay is early.\n>>>>>>> spring\n`;

describe('a merge conflict is a must-fix', () => {
  test.each([
    ['a.txt', `${TEXT}\n\n${CONFLICT}`],
    ['a.md', `# Guide\n\n${CONFLICT}\n${TEXT}\n`],
    ['a.html', page(`<p>${TEXT}</p>\n${CONFLICT}`)],
    ['a.html', page(`<p>${TEXT}</p><p>&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD</p>`)],
    ['a.html', page(`<p>${TEXT}</p>\n${CONFLICT.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}`)],
  ])('in %s', async (path, source) => {
    expect((await leftovers(source, path)).join(' ')).toContain('A merge conflict is left in the text');
  });

  test.each([
    ['a.md', `# Guide\n\n${TEXT}\n\n\`\`\`\n${CONFLICT}\`\`\`\n`],
    ['a.html', page(`<p>${TEXT}</p>\n<pre>\n${CONFLICT.replaceAll('<', '&lt;')}</pre>`)],
    ['a.md', `Guide\n=======\n\n${TEXT}\n\n>>>>>>>deep quote of ${TEXT}\n`],
    ['a.md', `# Guide\n\nGit marks it with \`<<<<<<< HEAD\`. ${TEXT}\n`],
  ])('but not where it is spoken about, in %s', async (path, source) => {
    expect(await leftovers(source, path)).toEqual([]);
  });
});

describe('the words of an assistant are a must-fix', () => {
  test.each([
    'Sure! Here is the guide you asked for:',
    'Certainly! Here’s a revised version:',
    'Let me know if you’d like any changes!',
    'As an AI language model, I cannot visit gardens.',
    'Klar! Hier ist der Leitfaden:',
    'Lass mich wissen, wenn ich etwas anpassen soll.',
    'Bien sûr ! Voici le guide :',
    '¡Claro! Aquí tienes la guía:',
    'Claro! Aqui está o guia:',
    'Certo! Ecco la guida:',
    'もちろんです！以下がガイドです。',
    '当然！以下是指南：',
    '물론입니다! 다음은 안내서입니다.',
  ])('%s', async (said) => {
    for (const [path, source] of [
      ['a.txt', `${said}\n\n${TEXT}\n`],
      ['a.md', `# Guide\n\n${TEXT}\n\n${said}\n`],
      ['a.html', page(`<p>${TEXT}</p><p>${said}</p>`)],
    ] as const)
      expect((await leftovers(source, path)).join(' ')).toContain('The words of an assistant');
  });

  test.each([
    'Of course we open in winter.',
    'Here is the guide to our garden.',
    'Let me know whether you want to visit the garden.',
    'Claro que sí, abrimos en invierno.',
    'Natürlich, hier wächst alles.',
    'We hope this helps our neighbours.',
    'I hope this helps!',
    'J’espère que cela vous aidera.',
    'Let me know if you have any questions.',
    'Here are some options for getting here:',
    'Here’s a quick summary:',
    'Feel free to adjust it to taste.',
    'Meta description: keep it short.',
  ])('but not what is said to readers: %s', async (said) => {
    expect(await leftovers(`# Guide\n\n${said}\n\n${TEXT}\n`, 'a.md')).toEqual([]);
  });
});

test.each([
  [`# Guide\n\n${TEXT}\n\n\`\`\`sh\nls\n\n${TEXT}\n`, true],
  [`# Guide\n\n${TEXT}\n\n~~~\n\`\`\`\n~~~\n`, false],
  [`# Guide\n\n${TEXT}\n\n- one\n\n  \`\`\`sh\n  ls\n  \`\`\`\n`, false],
  [`# Guide\n\n${TEXT}\n\n\`\`\`\`md\n\`\`\`sh\n\`\`\`\n`, true],
])('a code fence that nothing closes is a must-fix: %j', async (source, isOpen) => {
  expect((await leftovers(source, 'a.md')).length).toBe(isOpen ? 1 : 0);
});
