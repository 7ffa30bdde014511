import { describe, expect, test } from 'vitest';
import { readDesignMd } from './design-md.ts';

describe('DESIGN.md', () => {
  test('the frontmatter dialect gives tokens and follows references', () => {
    const design = readDesignMd(
      '---\nname: Kornfeld\ncolors:\n  crust: "#8a4412"\n  link: "{colors.crust}"\ntypography:\n  body:\n    fontFamily: "Charter, serif"\n    fontSize: 1rem\nrounded:\n  md: 8px\n---\n# Kornfeld\n',
    );
    expect(design).toMatchObject({
      name: 'Kornfeld',
      dialect: 'frontmatter',
      colors: [
        { name: 'crust', value: '#8a4412' },
        { name: 'link', value: '#8a4412' },
      ],
      fonts: ['Charter'],
      fontSizes: [16],
      radii: [8],
      problems: [],
    });
  });

  test('the prose dialect gives tokens from tables, lists and fences', () => {
    const design = readDesignMd(
      '# Fjord\n## 1. Colour\n| Sea | `#1d5a78` |\n## 2. Typography\n- Sizes: 14px, 17px\n```css\nbody { font-family: "Charter", serif; }\n```\n## 3. Corners\n8px\n## 4. Voice\nNever say "journey".\n',
    );
    expect(design).toMatchObject({
      dialect: 'prose',
      fonts: ['Charter'],
      fontSizes: [14, 17],
      radii: [8],
      avoid: ['journey'],
    });
    expect(design.colors).toEqual([{ name: 'Sea', value: '#1d5a78' }]);
  });

  test('broken YAML is survived with a message that names the line', () => {
    const design = readDesignMd('---\nname: A\ndescription: one: two\n---\n# A\n## Colour\n`#112233`\n');
    expect(design.problems[0]).toMatch(/^line 3: /);
    expect(design.colors).toHaveLength(1);
  });

  test.each([
    ['Ink `#1d1b18` on paper `#fbf7ef`; one accent, rust.', ['orange']],
    ['Crimson `#7a1f2b` and dark crimson `#5c1720` on white, text in black.', ['black', 'white']],
    ['Dark green and white.', ['white', 'green']],
    // Names of values, or what is not to be used.
    ['| Plum | `#5b2a86` | purple outlines |', []],
    ['Blue `#1d5a78`, sand `#e9dcc3`. Never use red, and no black.', []],
  ])('colours in words count where they have no value: %s', (line, words) => {
    expect(readDesignMd(`# Rye\n## Colour\n${line}\n`).colorWords).toEqual(words);
  });

  test('the names that CSS has for colours are values among tokens', () => {
    const design = readDesignMd(
      '---\nname: A\ncolors:\n  ink: black\n  accent: rebeccapurple\n  use: sparingly\n---\n',
    );
    expect(design.colors).toEqual([
      { name: 'ink', value: 'black' },
      { name: 'accent', value: 'rebeccapurple' },
    ]);
    expect(design.colorWords).toEqual([]);
  });
});
