/** Where the processes of the tests keep compiled code, as the launcher does for its users: most of a start is that. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(tmpdir(), 'jury-cli-compiled') } as const;
