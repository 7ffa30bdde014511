/** Sizes of files. Apart from the first words, because no first page shows one. */
import { unit } from './i18n.ts';

const inBytes = unit('byte', {});
const inKilobytes = unit('kilobyte', { maximumFractionDigits: 1 });

export const bytes = (size: number): string => (size < 1_000 ? inBytes(size) : inKilobytes(size / 1_000));
