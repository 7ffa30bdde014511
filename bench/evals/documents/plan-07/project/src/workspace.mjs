export const workspace = { name: '' };
