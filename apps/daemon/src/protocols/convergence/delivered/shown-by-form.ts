/** Steps, tables and lists that a text is asked to have: it has them without saying what they are. */
import { anyOf } from '../../documents/language/patterns.ts';
import type { ProjectText } from '../project-texts.ts';

const FORMS: readonly { asked: RegExp; isThere: RegExp }[] = [
  {
    asked: anyOf(
      'steps?|step-by-step|instructions?|schritten?|schritte|anleitung|étapes?|pasos|passos|passaggi|passi|stappen|kroki|steg|手順|ステップ|步骤|단계',
    ),
    isThere: /^\s{0,3}1[.)]\s+\S[\s\S]{0,2000}?^\s{0,3}2[.)]\s+\S|<ol\b/imu,
  },
  {
    asked: anyOf('tables?|tabellen?|tabelle|tableaux?|tablas?|tabelas?|tabelle|tabella|表|테이블'),
    isThere: /^\s*\|?[\s:|-]*-{3,}[\s:|-]*\|?\s*$|<table\b/imu,
  },
  {
    asked: anyOf(
      'checklists?|checklisten?|lists?|listen?|listes?|listas?|elenchi|elenco|lijst(?:en)?|リスト|一覧|列表|清单|목록',
    ),
    isThere: /^\s{0,3}[-*+•]\s+\S[\s\S]{0,2000}?^\s{0,3}[-*+•]\s+\S|<[uo]l\b/imu,
  },
];

export function isShownByForm(words: string, scope: readonly ProjectText[]): boolean {
  return FORMS.some(
    ({ asked, isThere }) => asked.test(words) && scope.some(({ text }) => isThere.test(text)),
  );
}
