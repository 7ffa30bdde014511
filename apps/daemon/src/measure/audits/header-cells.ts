import { actAudit } from './act.ts';

export const headerCells = actAudit({
  id: 'header-cells',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'Header cells have data',
  why: 'A header over nothing is read as a column that got lost.',
  severity: 'minor',
  tier: 'report',
  unit: 'header cells without data',
  rules: ['R46'],
  required: 'a data cell for every header cell',
  suggestion: 'Use a data cell, or add the data.',
  link: 'https://www.w3.org/WAI/tutorials/tables/',
});
