/** The folders a client lets us use, where it says so: asked once per call, before any work. */
import { fileURLToPath } from 'node:url';
import { inputRequired } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Asked, Responses, ToolCall } from './served-tool.ts';

const KEY = 'client_roots';
const Roots = z.object({ roots: z.array(z.object({ uri: z.string() })).max(100) });

export function askForRoots({ can, state, responses }: ToolCall): Asked | null {
  if (!can.has('roots') || state !== null || Object.hasOwn(responses, KEY)) return null;
  return { ask: { [KEY]: inputRequired.listRoots() }, state: null };
}

/** Null where the client names none: then the folder of the server is the limit. */
export function rootsOf(responses: Responses): string[] | null {
  const said = Roots.safeParse(responses[KEY]);
  if (!said.success || said.data.roots.length === 0) return null;
  return said.data.roots.flatMap(({ uri }) => folderOf(uri) ?? []);
}

function folderOf(uri: string): string | null {
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}
