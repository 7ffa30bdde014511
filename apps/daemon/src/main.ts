/** The entry: picks a command and ends with its exit code. Only here is the process itself touched. */
import { COMMANDS } from './cli/commands.ts';

const EXIT_USAGE = 2;
const EXIT_INCONCLUSIVE = 3;
const HELP = new Set(['--help', '-h', 'help']);

// Set by the launcher for this process; the agents it starts keep their own.
delete process.env.NODE_COMPILE_CACHE;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  // A bug of ours is never a verdict: 1 would say "does not ship".
  const { crashReport } = await import('./cli/crash.ts');
  process.stderr.write(crashReport(error, process.env));
  process.exitCode = EXIT_INCONCLUSIVE;
}

async function main([name = '', ...argv]: string[]): Promise<number> {
  if (name === '--version' || name === '-v') {
    const { versionText } = await import('./cli/version.ts');
    process.stdout.write(versionText());
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== undefined && !HELP.has(argv[0] ?? '')) {
    const { run } = await command.load();
    return run(argv);
  }
  const { commandHelp, helpText, unknownCommand } = await import('./cli/help.ts');
  if (command !== undefined || HELP.has(name)) {
    process.stdout.write(command === undefined ? helpText(COMMANDS) : commandHelp(command));
    return 0;
  }
  process.stderr.write(name === '' ? helpText(COMMANDS) : unknownCommand(name, COMMANDS));
  return EXIT_USAGE;
}
