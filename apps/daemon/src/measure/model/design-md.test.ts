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
});
