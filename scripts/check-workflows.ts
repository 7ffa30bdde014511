/** Holds GitHub's workflows to calling what everybody can call here too: `.ci/run` and the scripts of package.json. Pure. */

const RUN = /(?:^|[\s{,])["']?run["']?\s*:[ \t]*(.*)$/gm;
const USES = /(?:^|[\s{,])["']?uses["']?\s*:[ \t]*(\S*)/gm;
/** What brings the repository, and takes away what was made. */
const ACTIONS = /^actions\/(?:checkout|upload-artifact)@v\d+$/;
/** One command, and nothing that a shell makes two of, or another. */
const NPM_RUN = /^npm run ([\w:-]+)(?: -- [\w= :,./-]+)?$/;

export function workflowProblems(file: string, text: string, scripts: readonly string[]): string[] {
  // A comment is no step.
  const steps = text.replace(/(?:^|(?<=\s))#.*$/gm, '');
  const commands = [...steps.matchAll(RUN)].map(([, command = '']) => command.trim());
  const actions = [...steps.matchAll(USES)].map(([, action = '']) => action);
  return [
    ...(commands.length === 0 ? [`${file}: runs nothing`] : []),
    ...commands.filter((command) => !isOurs(command, scripts)).map((command) => `${file}: runs ${command}`),
    ...actions.filter((action) => !ACTIONS.test(action)).map((action) => `${file}: uses ${action}`),
  ];
}

function isOurs(command: string, scripts: readonly string[]): boolean {
  if (command === '.ci/run') return true;
  const [, script] = NPM_RUN.exec(command) ?? [];
  return script !== undefined && scripts.includes(script);
}
