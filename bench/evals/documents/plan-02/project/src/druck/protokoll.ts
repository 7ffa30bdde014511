export const protokoll: string[] = [];
