/** The entry: picks a command and ends with its exit code. Only here is the process itself touched. */
import { EXIT } from '@design-jury/contracts/exit-codes';
import { COMMANDS } from './cli/commands.ts';
import { guardStreams } from './cli/stream-faults.ts';
import { commandOf, noteCommand } from './command-name.ts';

/** More than a run takes to end its agents, and no more. */
const LAST_MOMENTS_MS = 15_000;
const HELP_FLAGS = new Set(['--help', '-h']);
const HELP = new Set([...HELP_FLAGS, 'help']);

noteCommand(commandOf(process.env, process.argv[1] ?? ''));
// Set by the launcher for this process; the agents it starts keep their own.
delete process.env.NODE_COMPILE_CACHE;
delete process.env.JURY_CALLED_AS;

guardStreams();
let crashed = false;
process.on('uncaughtException', (error) => void crash(error));

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
// Before a command listens for itself, and for those that never do: an end of our own, with its code.
for (const signal of STOP_SIGNALS) process.on(signal, leave);

/** A signal that is only told within this process has no number: whoever tells it goes on. */
function leave(signal: NodeJS.Signals, number?: number): void {
  if (number !== undefined && process.listenerCount(signal) === 1) process.exit(EXIT.interrupted);
}

// What is left in the middle is no verdict. No `await` here: a bundle of CommonJS files has none at its top.
process.exitCode = EXIT.inconclusive;
void main(process.argv.slice(2)).then((code) => {
  if (!crashed) process.exitCode = code;
}, report);

/** A bug of ours is never a verdict: 1 would say "does not ship". */
async function report(error: unknown): Promise<void> {
  crashed = true;
  process.exitCode = EXIT.inconclusive;
  const { crashReport } = await import('./cli/crash.ts');
  const { logCrash } = await import('./cli/crash-log.ts');
  const { shownText } = await import('./shown-text.ts');
  const id = await logCrash(error, process.argv.slice(2));
  process.stderr.write(shownText(crashReport(error, process.env, id), { color: false }));
}

/** Thrown where nobody waits: what runs is ended as by a signal, so that no agent outlives us. */
async function crash(error: unknown): Promise<void> {
  // What else falls while we leave says nothing new.
  if (crashed) return;
  setTimeout(() => process.exit(EXIT.inconclusive), LAST_MOMENTS_MS).unref();
  await report(error);
  if (process.listenerCount('SIGTERM') === 1) process.exit();
  process.emit('SIGTERM', 'SIGTERM');
}

async function main([name = '', ...argv]: string[]): Promise<number> {
  if (name === '--version' || name === '-v') {
    const { versionText } = await import('./cli/version.ts');
    process.stdout.write(versionText());
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== undefined && !asksForHelp(argv)) {
    const { run } = await command.load();
    return run(argv);
  }
  const { commandHelp, helpText, unknownCommand } = await import('./cli/help.ts');
  const help = async (text: string, { isTTY, columns }: NodeJS.WriteStream): Promise<string> => {
    if (!isTTY) return text;
    const { helpOnScreen } = await import('./cli/help-on-screen.ts');
    return helpOnScreen(text, columns);
  };
  if (command !== undefined || HELP.has(name)) {
    const text = command === undefined ? helpText(COMMANDS) : commandHelp(command);
    process.stdout.write(await help(text, process.stdout));
    return 0;
  }
  const { shownText } = await import('./shown-text.ts');
  const words = name === '' ? helpText(COMMANDS) : unknownCommand(name, COMMANDS);
  process.stderr.write(shownText(await help(words, process.stderr), { color: false }));
  return EXIT.usage;
}

/** Wherever it stands: who asks for help has got stuck in the middle of a line. */
function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const options = end === -1 ? argv : argv.slice(0, end);
  return HELP.has(argv[0] ?? '') || options.some((word) => HELP_FLAGS.has(word));
}
