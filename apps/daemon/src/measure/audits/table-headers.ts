import { actAudit } from './act.ts';

export const tableHeaders = actAudit({
  id: 'table-headers',
  role: 'a11y',
  dim: 'structure',
  weight: 7,
  title: 'Data cells have headers',
  why: 'Without headers a table read aloud is a row of loose numbers.',
  severity: 'major',
  tier: 'report',
  unit: 'cells without a header',
  rules: ['R77'],
  required: 'a header cell for every data cell',
  suggestion: 'Use <th scope> for the header row or column.',
  link: 'https://www.w3.org/WAI/tutorials/tables/',
});
