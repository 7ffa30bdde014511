import { actAudit } from './act.ts';

export const headersAttribute = actAudit({
  id: 'headers-attribute',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'Cells name headers of their own table',
  why: 'A headers attribute that leads nowhere takes a cell its headers.',
  severity: 'major',
  tier: 'report',
  unit: 'cells that name no header',
  rules: ['R45'],
  required: 'ids of header cells in the same table',
  suggestion: 'Name header cells of the same table, or take the attribute out.',
  link: 'https://www.w3.org/WAI/WCAG22/Techniques/html/H43',
});
