/** A file that exists is not yet what was asked for. */
import { describe, expect, test } from 'vitest';
import { placeholderIn } from './placeholder.ts';
import { brokenPromise } from './promises.ts';

describe('a file that only holds the place of what was asked for', () => {
  test.each([
    ['a.ts', ''],
    ['a.ts', '// TODO not implemented\n'],
    ['a.ts', "import { x } from './x.ts';\n\nexport function a(): void {}\n"],
    ['a.ts', 'export function a() {\n  // later\n}\nexport function b() {}\n'],
    ['a.mjs', "export function fee() {\n  throw new Error('not implemented');\n}\n"],
    ['a.ts', 'export const a = async (x: string): Promise<void> => {\n  // TODO\n};\n'],
    ['a.ts', 'export function a(): boolean {\n  return false; // stub: not implemented yet\n}\n'],
    ['a.ts', '/** Platzhalter */\nexport function a(): number[] {\n  return [];\n}\n'],
    ['A.java', 'class A {\n  int f() { throw new UnsupportedOperationException("TODO"); }\n}\n'],
    ['a.rs', 'pub fn fee(days: u32) -> u32 {\n    todo!()\n}\n'],
    ['a.go', 'package a\n\nfunc Fee(days int) int {\n\tpanic("not implemented")\n}\n'],
    ['a.py', 'LIMIT = 5\n\ndef a(x):\n    """Sends it."""\n    raise NotImplementedError("pas encore")\n'],
    ['a.py', 'def a(x):\n    pass\n\n\nclass B:\n    def c(self): ...\n'],
    ['a.rb', 'def a\n  raise NotImplementedError\nend\n'],
    ['a.sh', '#!/bin/sh\n# backup\necho "TODO"\nexit 0\n'],
    ['a.json', '{}\n'],
    ['a.md', '# Handbook\n\ntbd\n'],
    ['a.md', '# Handbook\n\n## Start\n\n## Stop\n'],
    ['a.html', '<!doctype html><title>x</title><body><h1>Ayuda</h1><p>En construcción</p></body>'],
    ['a.txt', '準備中\n'],
    ['a.md', '# Hilfe\n\nDieser Text folgt noch.\n'],
  ])('%s %j', (path, text) => {
    expect(placeholderIn(path, text)).not.toBeNull();
  });

  test.each([
    ['a.ts', 'export const a = (x: number) => x * 2;\n'],
    ['a.ts', 'export const TABLE = [1, 2, 3];\n'],
    ['a.ts', 'export function a() {\n  return false;\n}\n'],
    ['a.ts', 'export function a() {}\nexport function b(x: number) {\n  return x + 1; // TODO faster\n}\n'],
    [
      'a.ts',
      "export function guard(x: number) {\n  if (x < 0) throw new Error('not implemented for x < 0');\n  return x;\n}\n",
    ],
    ['a.py', 'def a(x):\n    # TODO faster\n    return x + 1\n'],
    ['a.html', '<body><form><input name="a"><button>Go</button></form></body>'],
    ['a.md', '# Todo\n\nThis page lists what the team still has to do and who does it, week by week.\n'],
    ['a.json', '{ "todo": "À faire", "done": "Fait", "open": "Ouvert" }\n'],
    ['a.css', 'a { color: red; }\n'],
  ])('is not %s %j', (path, text) => {
    expect(placeholderIn(path, text)).toBeNull();
  });
});

describe('what a requirement says of its file', () => {
  const file = (path: string, text: string) => [{ path, text }];

  test.each([
    ['`src/a.ts` exports `stampsFor(amount)`.', 'src/a.ts', 'export const other = 1;', 'has no stampsFor'],
    ['| P-3 | No more than 14.40 per day. | `a.mjs` |', 'a.mjs', 'return hours * 180;', 'nothing of 14.4'],
    ['The page `p.html` has a button "Redeem".', 'p.html', '<p>Stamps: 7</p>', 'does not have "Redeem"'],
    [
      '`R.md` explains how to start the program and how to restore a backup.',
      'R.md',
      'Start the program with npm start, and open the page to see it.',
      'restore a backup',
    ],
  ])('%s is broken', (raw, path, text, says) => {
    expect(brokenPromise(raw, file(path, text), file(path, text))).toContain(says);
  });

  test.each([
    ['`src/a.ts` exports `a(x)`; 4.99 gives 0, 5.00 gives 1.', 'src/a.ts', 'const a = (x) => x / 5;'],
    ['| P-2 | Each hour costs 1.80. | `a.mjs` |', 'a.mjs', 'return hours * 180;'],
    ['`a.js` holds a seat for 8 minutes.', 'a.js', 'const HOLD = 8 * 60 * 1000;'],
    ['20 % off, in `a.js`', 'a.js', 'return base * 0.8;'],
    ['`a.js` follows ISO 8601.', 'a.js', 'return date.toISOString();'],
    ['`R.md` beschreibt den Start und die Sicherung der Daten.', 'R.md', 'Run npm start. Copy data/.'],
  ])('%s is kept', (raw, path, text) => {
    expect(brokenPromise(raw, file(path, text), file(path, text))).toBeNull();
  });
});
