export type Light = 'green' | 'yellow' | 'red' | 'grey';

export const text: Record<Light, string> = {
  green: 'in order',
  yellow: 'watch',
  red: 'over the limit',
  grey: 'no result',
};
