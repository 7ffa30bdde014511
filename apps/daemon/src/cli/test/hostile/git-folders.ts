/** Checkouts whose git folder is, in part or as a whole, that of another repository of the user's, or is waited for. */
import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { HostileRepository } from './checkout.ts';
import { otherRepository } from './other-repository.ts';

const RULES = [
  ['check', 'index.html', '--base', 'main', '--browser', 'never'],
  ['check', '--changed-since', 'main', '--browser', 'never', '--json'],
  ['certify', 'transcript.ndjson'],
];

export const GIT_FOLDERS: readonly HostileRepository[] = [
  {
    name: 'a git folder that says it is a work tree of another repository',
    build(checkout, { secretFile }) {
      const other = otherRepository(checkout, secretFile);
      checkout.commit();
      checkout.put('.git/commondir', `${join(other, '.git')}\n`);
      checkout.put('.git/gitdir', `${join(checkout.folder, '.git')}\n`);
    },
    argv: () => RULES,
  },
  {
    name: 'references and objects that are links to those of another repository',
    build(checkout, { secretFile }) {
      const other = otherRepository(checkout, secretFile);
      checkout.commit();
      for (const name of ['refs', 'objects']) checkout.link(`.git/${name}`, join(other, '.git', name));
    },
    argv: () => RULES,
  },
  {
    name: 'packed references and packs that are links to those of another repository',
    build(checkout, { secretFile }) {
      const other = otherRepository(checkout, secretFile);
      execFileSync('git', ['-C', other, 'gc', '-q'], {
        env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent' },
      });
      checkout.commit();
      checkout.link('.git/objects/pack', join(other, '.git/objects/pack'));
      checkout.link('.git/packed-refs', join(other, '.git/packed-refs'));
      // Its own is gone: what the other has packed under the same name is taken.
      rmSync(join(checkout.folder, '.git/refs/heads/main'));
    },
    argv: () => RULES,
  },
  {
    name: 'packs, tables and chains of commits that are waited for',
    build(checkout) {
      checkout.commit();
      checkout.git('gc', '-q');
      const packs = join(checkout.folder, '.git/objects/pack');
      for (const name of readdirSync(packs).filter((one) => one.endsWith('.idx'))) {
        renameSync(join(packs, name), join(packs, `${name}.kept`));
        checkout.pipe(`.git/objects/pack/${name}`);
      }
      checkout.pipe(
        '.git/objects/pack/multi-pack-index',
        '.git/objects/info/commit-graphs/commit-graph-chain',
        '.git/reftable/tables.list',
        '.gitattributes',
        '.gitmodules',
        '.gitignore',
        '.mailmap',
      );
    },
    argv: () => RULES,
  },
];
