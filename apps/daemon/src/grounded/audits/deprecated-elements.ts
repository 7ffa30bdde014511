import { actAudit } from './act.ts';

export const deprecatedElements = actAudit({
  id: 'deprecated-elements',
  role: 'a11y',
  dim: 'structure',
  weight: 3,
  title: 'No deprecated elements',
  why: 'center, font and marquee are gone from HTML and may stop working.',
  severity: 'minor',
  tier: 'report',
  unit: 'deprecated elements',
  rules: ['R70'],
  required: 'no deprecated elements',
  suggestion: 'Replace it by CSS.',
  link: 'https://html.spec.whatwg.org/multipage/obsolete.html',
});
