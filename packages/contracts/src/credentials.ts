/** What a request may bring along to be used once: never stored, never logged, never part of an answer. */
import { z } from 'zod';

const MAX_KEY_CHARS = 8_192;
const MAX_URL_CHARS = 2_048;

/** Visible characters only: anything else cannot be sent in a header, and is a mistake of copying. */
export const ApiKeySchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_KEY_CHARS)
  .regex(/^[\x21-\x7e]+$/, 'a key has no spaces, line breaks or letters beyond ASCII');

export const CredentialsSchema = z.strictObject({
  apiKey: ApiKeySchema.optional(),
  /** Another address of the provider. It passes the guard, and needs a key of its own. */
  baseUrl: z.string().trim().min(1).max(MAX_URL_CHARS).optional(),
});
export type Credentials = z.infer<typeof CredentialsSchema>;
