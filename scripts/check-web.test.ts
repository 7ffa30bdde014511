import { expect, test } from 'vitest';
import { columnsIn, panelEvents } from './check-critique-coverage.ts';
import { isUsed, keysIn, smallFonts } from './check-web.ts';

test('small text is allowed only to the chrome', () => {
  expect(smallFonts('x.css', '.note { font-size: 11px; }')).toHaveLength(1);
  expect(smallFonts('x.css', '.note { font: 600 11.5px/16px mono; }')).toHaveLength(1);
  expect(smallFonts('x.css', '.role-tag { font: 700 11px/18px mono; } .note { font-size: 12px; }')).toEqual(
    [],
  );
});

test('keys are read from the text, so a duplicate is still there', () => {
  expect(keysIn('{\n  "a.b": "x",\n  "a.b": "y",\n  "c-d.e": "z"\n}\n')).toEqual(['a.b', 'a.b', 'c-d.e']);
});

test('a key is used by name or by its pattern', () => {
  expect(isUsed('a.b.c', "t('a.b.c')")).toBe(true);
  expect(isUsed('a.b.c', ['t(`a.b.$', '{x}`)'].join(''))).toBe(true);
  expect(isUsed('a.b.c', "t('a.b')")).toBe(false);
});

test('columns and variants are read from their text', () => {
  const sql =
    'CREATE TABLE runs (\n  id TEXT PRIMARY KEY,\n  cost_usd REAL\n);\nALTER TABLE a ADD COLUMN critique_score REAL;';
  expect(columnsIn(sql)).toEqual(['id', 'cost_usd', 'critique_score']);
  const union =
    "export type PanelEvent =\n  | {\n      type: 'run_open';\n    }\n  | { type: 'round_open'; round: number };";
  expect(panelEvents(union)).toEqual(['run_open', 'round_open']);
});
