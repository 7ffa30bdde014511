export const settings = () => '';
