/**
 * The command as it was called, for sentences that tell somebody what to type next. A fact of the process, like its version:
 * `main` notes it once, before anything speaks.
 */
let called = 'jury';

export function juryCommand(): string {
  return called;
}

export function noteCommand(name: string): void {
  called = name;
}

/** What can be typed again without quotes. */
const TYPED = /^[\w./@:+-]+$/;

/** By the launcher of a clone, by npm's own variables, else by the name of the program. */
export function commandOf(env: Readonly<Record<string, string | undefined>>, program: string): string {
  const { JURY_CALLED_AS: launcher, npm_command: npm, npm_lifecycle_event: script } = env;
  if (launcher !== undefined && TYPED.test(launcher)) return launcher;
  if (npm === 'exec' && script === 'npx') return 'npx design-jury';
  return /(?:^|[\\/])design-jury(?:\.\w+)?$/.test(program) ? 'design-jury' : 'jury';
}
