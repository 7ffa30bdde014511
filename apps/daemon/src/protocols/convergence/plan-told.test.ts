import { expect, test } from 'vitest';
import { readPlanContents } from './plan-items.ts';

function stepsOf(text: string): [string, string[]][] {
  return readPlanContents(text).steps.map(({ key, needs }) => [key, needs.map((need) => need.key)]);
}

test.each([
  [
    'English',
    'First we copy the files. Check: 12 are there.\n\nSecond, switch the host. This needs the third step.\n\nThird, tell customers after the second step.\n',
  ],
  [
    'German',
    'Zuerst kopieren wir die Dateien.\n\nDanach stellen wir um. Das hängt vom dritten Schritt ab.\n\nZuletzt löschen wir alles nach dem zweiten Schritt.\n',
  ],
  [
    'Spanish',
    'Primero copiamos los archivos.\n\nDespués cambiamos el servidor. Depende del tercer paso.\n\nPor último avisamos tras el segundo paso.\n',
  ],
])('steps that are told in %s, with what they wait for', (_, text) => {
  expect(stepsOf(text)).toEqual([
    ['1', []],
    ['2', ['3']],
    ['3', ['2']],
  ]);
});

test('lines of one paragraph that begin with a code are steps of their own', () => {
  expect(stepsOf('T1 - schema. verify: ok\n  T2 - API. Depends on: T1\nT3: page, depends on: T2\n')).toEqual([
    ['t1', []],
    ['t2', ['t1']],
    ['t3', ['t2']],
  ]);
});

test('a list below a line that says so is what is wanted', () => {
  const text =
    'T1 - copy the files\nT2 - switch the host\n\nwhat they asked for (from the ticket):\n- files are copied\n- bounces are shown to support\n';
  expect(readPlanContents(text).requirements.map(({ line }) => line)).toEqual([5, 6]);
});
