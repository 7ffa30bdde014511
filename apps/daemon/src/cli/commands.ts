/**
 * Every command of the CLI. Adding one is adding a row and its file: `cli/<name>.ts` exports
 * `run(argv)`, which gets the arguments after the name and resolves with the exit code.
 * A command is loaded only when it is called, so `--help` stays fast however many there are.
 */

export interface CommandModule {
  run(argv: string[]): Promise<number>;
}

export interface Command {
  name: string;
  /** One line for `jury --help`. */
  summary: string;
  /** What follows `jury ` on the usage line of `jury <name> --help`; options may follow on lines of their own. */
  usage: string;
  load: () => Promise<CommandModule>;
}

export const COMMANDS: readonly Command[] = [];
