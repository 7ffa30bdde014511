export const states = ['light', 'dark', 'system'];
