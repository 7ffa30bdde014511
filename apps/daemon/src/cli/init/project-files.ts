/** What a project needs to be judged: its configuration, and a CI file that needs no secret. Pure. */

export const CONFIG_FILE = 'jury.config.json';
export const BASELINE_FILE = 'jury.baseline.json';
export const CI_KINDS = ['github', 'gitlab', 'none'] as const;
export type CiKind = (typeof CI_KINDS)[number];

export function configText(hasBaseline: boolean): string {
  const config = { browser: 'auto', ...(hasBaseline && { baseline: BASELINE_FILE }), suppress: [] };
  return `${JSON.stringify(config, null, 2)}\n`;
}

export interface CiFile {
  file: string;
  text: string;
}

interface Steps {
  install: string;
  check: string;
}

/** @param pages as words of a shell */
export function ciFile(kind: Exclude<CiKind, 'none'>, pages: readonly string[], version: string): CiFile {
  const steps = (folder: string): Steps => ({
    install: `npm install --prefix ${folder} --ignore-scripts --no-audit --no-fund design-jury@${version}`,
    check: `${folder}/node_modules/.bin/design-jury check ${pages.join(' ')} --junit jury.xml`,
  });
  return kind === 'github'
    ? { file: '.github/workflows/design-jury.yml', text: github(steps('"$RUNNER_TEMP/design-jury"')) }
    : { file: '.gitlab-ci.yml', text: gitlab(steps('/opt/design-jury')) };
}

/**
 * A pull request is judged by the rules of the branch it goes to. Nothing here may write, and no secret is used. The program is
 * installed outside of the checkout: `npx` in it would take the registry of its `.npmrc` and the program of its `node_modules`.
 */
function github({ install, check }: Steps): string {
  return `name: Design Jury
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - name: Judge the pages
        env:
          BASE: \${{ github.base_ref }}
        # Installed outside of the checkout: what a pull request brings does not choose the program that judges it.
        run: |
          ${install}
          ${check} \${BASE:+--base "origin/$BASE"}
`;
}

function gitlab({ install, check }: Steps): string {
  return `design-jury:
  image: node:24
  variables:
    GIT_DEPTH: 0
  script:
    # Installed outside of the checkout: what a merge request brings does not choose the program that judges it.
    - ${install}
    - |
      ${check} \${CI_MERGE_REQUEST_TARGET_BRANCH_NAME:+--base "origin/$CI_MERGE_REQUEST_TARGET_BRANCH_NAME"}
  artifacts:
    when: always
    reports:
      junit: jury.xml
`;
}
