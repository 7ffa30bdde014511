import { childElements } from '../model/reading.ts';
import { actAudit } from './act.ts';

export const requiredContext = actAudit({
  id: 'required-context',
  role: 'a11y',
  dim: 'structure',
  weight: 7,
  title: 'List items, tabs and options stand in their container',
  why: 'Outside their container they lose "2 of 5" and the way through them.',
  severity: 'major',
  tier: 'report',
  unit: 'orphaned parts',
  rules: ['R42', 'R68'],
  required: 'the container its role needs',
  suggestion: 'Put it in its container, for example li in ul.',
  // An empty list that a script fills is not empty for long.
  isOpen: (page, at, rule) =>
    rule === 'R68' && childElements(at).length === 0 && page.byTag('script').length > 0,
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/info-and-relationships.html',
});
