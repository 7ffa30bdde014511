/** `jury completion bash|zsh|fish`: a script made of the tables, printed. It asks nothing of this program when it runs. */
import { EXIT } from '@design-jury/contracts/exit-codes';
import { juryCommand } from '../command-name.ts';
import { didYouMean } from '../nearest-word.ts';
import { COMMAND_FLAGS, type Flag } from './command-flags.ts';
import { COMMANDS } from './commands.ts';
import { readFlags } from './flags.ts';
import { command, quoted, Refusal } from './refusal.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
const PROGRAMS = ['jury', 'design-jury'] as const;

export const run = command(async (argv, shell) => {
  const { positionals } = readFlags('completion', argv);
  const [named, ...more] = positionals;
  if (named === undefined || more.length > 0)
    throw new Refusal(`Name one shell: ${juryCommand()} completion bash|zsh|fish.`);
  const kind = SHELLS.find((one) => one === named);
  if (kind === undefined)
    throw new Refusal(
      `There is no completion for ${quoted(named)}; there is one for ${SHELLS.join(', ')}.${didYouMean(named, SHELLS)}`,
    );
  shell.out(SCRIPTS[kind]());
  return EXIT.ships;
});

interface CompletedFlag {
  name: string;
  takesValue: boolean;
  help: string;
}

function flagsOf(name: keyof typeof COMMAND_FLAGS): CompletedFlag[] {
  const flags: Readonly<Record<string, Flag>> = COMMAND_FLAGS[name];
  return Object.entries(flags).flatMap(([flag, { type, help }]) =>
    help === null ? [] : [{ name: flag, takesValue: type === 'string', help }],
  );
}

const SCRIPTS: Record<(typeof SHELLS)[number], () => string> = { bash, zsh, fish };

function bash(): string {
  const cases = COMMANDS.map(
    ({ name }) =>
      `    ${name}) flags='${['--help', ...flagsOf(name).map((flag) => `--${flag.name}`)].join(' ')}' ;;`,
  );
  return `# Completion of Design Jury for bash.
_jury() {
  local word=\${COMP_WORDS[COMP_CWORD]} flags='--help --version'
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ] && [ "\${word#-}" = "$word" ]; then
    COMPREPLY=($(compgen -W '${COMMANDS.map(({ name }) => name).join(' ')}' -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  if [ "\${word#-}" != "$word" ]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  fi
}
complete -o default -F _jury ${PROGRAMS.join(' ')}
`;
}

function zsh(): string {
  const described = (text: string): string =>
    text.replaceAll("'", "'\\''").replaceAll('[', '(').replaceAll(']', ')');
  const commands = COMMANDS.map(({ name, summary }) => `    '${name}:${described(summary)}'`);
  const cases = COMMANDS.map(({ name }) => {
    const flags = flagsOf(name).map(
      (flag) => `'--${flag.name}[${described(flag.help)}]${flag.takesValue ? ':value:_files' : ''}'`,
    );
    return `    ${name}) _arguments ${[...flags, "'*:file:_files'"].join(' ')} ;;`;
  });
  return `#compdef ${PROGRAMS.join(' ')}
# Completion of Design Jury for zsh.
_jury() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local name=$words[2]
  shift words
  (( CURRENT-- ))
  case $name in
${cases.join('\n')}
  esac
}
compdef _jury ${PROGRAMS.join(' ')}
`;
}

function fish(): string {
  const described = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  const lines = PROGRAMS.flatMap((program) =>
    COMMANDS.flatMap(({ name, summary }) => [
      `complete -c ${program} -n __fish_use_subcommand -f -a ${name} -d '${described(summary)}'`,
      ...flagsOf(name).map(
        (flag) =>
          `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag.name}${flag.takesValue ? ' -r' : ''} -d '${described(flag.help)}'`,
      ),
    ]),
  );
  return `# Completion of Design Jury for fish.\n${lines.join('\n')}\n`;
}
