export const receive = (line: string) => line.length > 0;
