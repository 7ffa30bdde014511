/** Which of our audits asks what an ACT rule asks. A rule that is not here is never asked, and counts as missed. */
export const OURS: Readonly<Record<string, readonly string[]>> = {
  // names
  '97a4e1': ['button-name'],
  '59796f': ['button-name', 'image-name'],
  m6b1q3: ['menuitem-name'],
  '2t702h': ['menuitem-name'],
  c487ae: ['link-name'],
  e086e5: ['field-name'],
  '23a2a8': ['image-name', 'graphic-name'],
  '8fc3b6': ['graphic-name'],
  '7d6734': ['graphic-name'],
  cae760: ['frame-name'],
  ffd0e9: ['heading-name'],
  '2779a5': ['page-title'],
  '2ee8b8': ['label-in-name'],
  qt1vmo: ['alt-text-quality'],
  c4a8a4: ['title-quality'],
  '5effbb': ['vague-actions'],
  aizyf1: ['vague-actions'],
  b20e66: ['same-label'],
  fd3a94: ['same-label'],
  // language
  b5c3f8: ['page-language'],
  bf051a: ['page-language'],
  de46e4: ['part-language'],
  off6ek: ['language-match'],
  ucwvc8: ['language-match'],
  // ARIA
  '674b10': ['aria-roles'],
  '4e8ab6': ['aria-roles'],
  '5f99a7': ['aria-attributes'],
  '6a7281': ['aria-attributes'],
  '5c01ea': ['aria-attributes'],
  kb1m8s: ['aria-attributes'],
  ff89c9: ['required-context'],
  bc4a75: ['required-context'],
  '46ca7f': ['decorative-exposed'],
  '6cfa84': ['hidden-focusable'],
  '307n5z': ['hidden-focusable', 'nested-interactive'],
  // structure and forms
  '73f2c2': ['autocomplete'],
  a25f45: ['headers-attribute'],
  d0f69e: ['header-cells'],
  b40fd1: ['main-landmark'],
  ye5d6e: ['skip-link'],
  '047fe0': ['content-heading'],
  // how it is shown
  afw4f7: ['contrast-text'],
  '09o5cg': ['contrast-text', 'contrast-enhanced'],
  b4f0c3: ['zoom-allowed'],
  '59br37': ['clipped-text'],
  '24afc2': ['text-spacing'],
  '9e45ec': ['text-spacing'],
  '78fd32': ['text-spacing'],
  b33eff: ['orientation'],
  // time, sound, keyboard
  bc659a: ['meta-refresh'],
  bisz58: ['meta-refresh', 'no-refresh'],
  '80f0bf': ['autoplay'],
  '4c31df': ['autoplay'],
  aaa1bf: ['autoplay'],
  eac66b: ['captions'],
  f51b46: ['captions'],
  oj04fd: ['focus-visible'],
  '0ssw9k': ['scroll-focus'],
  akn7bn: ['frame-focus'],
  '80af7b': ['keyboard-trap'],
  a1b64e: ['keyboard-trap'],
  ebe86a: ['keyboard-trap'],
};

/** Rules about what words mean: exchanged for others, the answer would change. */
const ABOUT_WORDS = new Set(
  'off6ek ucwvc8 cc0f0a b49b2e 5effbb aizyf1 c4a8a4 qt1vmo 9bd38c 36b590 80f0bf 4c31df ye5d6e cf77f2 2eb176 e7aa44'.split(
    ' ',
  ),
);

export function meansWords(rule: string): boolean {
  return ABOUT_WORDS.has(rule);
}
