/** The entry: picks a command and ends with its exit code. Nothing else here or above reads the process. */
import { COMMANDS } from './cli/commands.ts';

const USAGE_ERROR = 2;

// Set by the launcher for this process; the agents it starts keep their own.
delete process.env.NODE_COMPILE_CACHE;

process.exitCode = await main(process.argv.slice(2));

async function main([name, ...argv]: string[]): Promise<number> {
  if (name === '--version' || name === '-v') {
    const { versionText } = await import('./cli/version.ts');
    process.stdout.write(versionText());
    return 0;
  }
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== undefined) {
    const { run } = await command.load();
    return run(argv);
  }
  const { helpText, unknownCommand } = await import('./cli/help.ts');
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(helpText(COMMANDS));
    return 0;
  }
  process.stderr.write(name === undefined ? helpText(COMMANDS) : unknownCommand(name, COMMANDS));
  return USAGE_ERROR;
}
