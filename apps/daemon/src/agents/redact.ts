/**
 * Keeps secrets out of everything that can be read later: logs, events, transcripts, errors, crash reports.
 * Messages lose known values and whatever looks like a key. The agent's answer loses known values only: a page
 * may well show something that looks like a key.
 */

export const REDACTED = '[redacted]';

const KEY_SHAPES: readonly RegExp[] = [
  // Keys of providers and forges, by their prefixes.
  /\b(?:sk|pk|rk|fk|gsk|xai|pplx|hf|r8|glpat|npm|nvapi|csk|tgp|sgamp|pat|key)[-_][A-Za-z0-9_-]{16,512}/g,
  /\b(?:gh[pousr]|github_pat)_[A-Za-z0-9_]{16,512}/g,
  /\bAIza[A-Za-z0-9_-]{20,128}/g,
  /\bya29\.[A-Za-z0-9_-]{16,2048}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,512}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\beyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{4,8192}\.[A-Za-z0-9_-]{0,2048}/g,
];

/** What keeps its name and loses its value. */
const NAMED_VALUES: readonly RegExp[] = [
  /((?:proxy-)?authorization["']?\s{0,8}[:=]\s{0,8}["']?)(?:(?:bearer|basic|token|apikey)\s{1,8})?[^\s"',;}\]]{1,8192}/gi,
  /((?:x-api-key|api-key|x-goog-api-key|x-auth-token|set-cookie|cookie)["']?\s{0,8}[:=]\s{0,8}["']?)[^\s"',}\]]{1,8192}/gi,
  /(\bbearer\s{1,8})[A-Za-z0-9._~+/=-]{8,8192}/gi,
  /(\b[A-Za-z0-9_]{0,64}(?:api_?key|token|secret|password|passwd)["']?\s{0,4}[=:]\s{0,4}["']?)[^\s"',;&}\]]{6,8192}/gi,
  /([?&](?:key|sig|signature|code|access_token|api_key|apikey|token)=)[^&\s"'#]{1,8192}/gi,
];
/**
 * What a text must have for any of them to be in it. Asked first: nearly no text has, and each of them reads all of it. A
 * name or an address has one of three signs, and the shortest key is fifteen characters without a break.
 */
const MAY_HOLD = /[:=@]|bearer\s|[\w.-]{15}/i;
/** A longer look at what may: one of these is in whatever loses a value, and in whatever is a key. */
const NAMES = /:\/\/|authorization|api[-_]?key|token|cookie|bearer\s|secret|passw|[?&](?:key|sig|code)/i;
const PREFIXES =
  /(?:sk|pk|rk|fk|xai|pplx|hf|r8|glpat|npm|nvapi|tgp|sgamp|pat|key)[-_]|gh[pousr]_|AIza|ya29\.|xox[abeoprs]-|A[KS]IA|eyJ/;
const URL_CREDENTIALS = /(:\/\/)[^/@\s:]{0,256}(?::[^/@\s]{0,1024})?@/g;

export interface TextRedactor {
  /** What may be shown already; the beginning of a known value is held back until it is told apart. */
  write(text: string): string;
  /** Nothing follows: what is held was no secret. */
  end(): string;
}

export class Redactor {
  readonly #known: readonly string[];
  readonly #longest: number;

  constructor(secrets: Iterable<string> = []) {
    const known = new Set<string>();
    for (const secret of secrets) {
      if (secret === '') continue;
      known.add(secret);
      known.add(encodeURIComponent(secret.toWellFormed()));
      known.add(JSON.stringify(secret).slice(1, -1));
    }
    // The longest first: one may be part of another.
    this.#known = [...known].sort((a, b) => b.length - a.length);
    this.#longest = this.#known[0]?.length ?? 0;
  }

  /** For messages. */
  message(text: string): string {
    let clean = this.values(text);
    if (!MAY_HOLD.test(clean)) return clean;
    if (NAMES.test(clean)) {
      clean = clean.replace(URL_CREDENTIALS, `$1${REDACTED}@`);
      for (const shape of NAMED_VALUES) clean = clean.replace(shape, `$1${REDACTED}`);
    }
    if (PREFIXES.test(clean)) for (const shape of KEY_SHAPES) clean = clean.replace(shape, REDACTED);
    return clean;
  }

  /** Known values only. */
  values(text: string): string {
    let clean = text;
    for (const secret of this.#known) if (clean.includes(secret)) clean = clean.replaceAll(secret, REDACTED);
    return clean;
  }

  /** For an answer that comes in pieces: a value cut in two is still found. */
  stream(): TextRedactor {
    let held = '';
    return {
      write: (text) => {
        if (this.#longest === 0) return text;
        const whole = this.values(held + text);
        const keep = this.#mayBegin(whole);
        held = whole.slice(keep);
        return whole.slice(0, keep);
      },
      end: () => {
        const rest = held;
        held = '';
        return rest;
      },
    };
  }

  /** Where the longest tail begins that could be the start of a known value. */
  #mayBegin(text: string): number {
    const from = Math.max(0, text.length - this.#longest + 1);
    let earliest = text.length;
    for (const secret of this.#known) {
      const [first = ''] = secret;
      let at = text.indexOf(first, Math.max(from, text.length - secret.length + 1));
      while (at !== -1 && at < earliest) {
        if (secret.startsWith(text.slice(at))) earliest = at;
        at = text.indexOf(first, at + 1);
      }
    }
    return earliest;
  }
}
