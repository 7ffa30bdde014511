/** A daemon with one run of every kind in it, and the addresses of all views. */
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Daemon } from '../../e2e/daemon.ts';
import { ask } from '../../e2e/session.ts';
import { ROOT } from '../files.ts';

interface ListedRun {
  id: string;
  projectId?: string;
  protocol: string;
}

export async function playEverything(daemon: Daemon): Promise<Record<string, string>> {
  const { here } = daemon;
  cpSync(join(ROOT, 'examples'), join(here.folder, 'examples'), { recursive: true });
  // A contradiction: the loop stops with a question.
  here.write(
    'booking.md',
    readFileSync(join(ROOT, 'examples/specs/booking.md'), 'utf8').replace(
      '## Signing in',
      '- FR-10: A booking must be released when nobody has checked in 30 minutes after it began.\n\n## Signing in',
    ),
  );
  mkdirSync(join(here.folder, 'task/project'), { recursive: true });
  here.write('task/brief.md', '# Guide\n\n- R1: There must be a file `guide.md` with a section "Refunds".\n');
  here.write('task/project/guide.md', '# Guide\n\n## Prices\n\nOne price for all.\n');
  const plays: [name: string, ...args: string[]][] = [
    ['page', 'review', 'examples/landing.html'],
    ['page-refused', 'review', 'examples/poor.html'],
    ['loop', 'loop', 'booking.md', '--command', 'spec'],
    ['loop-passed', 'loop', 'examples/specs/booking.md', '--command', 'spec'],
    ['converge', 'converge', '--task', 'examples/tasks/late-fee', '--type', 'error-analysis'],
    ['plan-refused', 'plan-check', 'examples/tasks/plan-broken/plan.md'],
    ['plan-passed', 'plan-check', 'examples/tasks/plan-good/plan.md'],
    ['accept', 'accept', '--task', 'task'],
    ['content', 'content', 'examples/ideas/tidewatch', '--type', 'blog-post'],
  ];
  const views: Record<string, string> = {
    home: '/',
    'form-loop': '/?job=loop',
    'form-plan-check': '/?job=plan-check',
    'form-converge': '/?job=converge',
    'form-accept': '/?job=accept',
  };
  const known = new Set<string>();
  for (const [name, ...args] of plays) {
    const { status, stderr } = await daemon.jury(...args);
    const answer = await ask(`${daemon.url}/api/runs`);
    const { runs } = (await answer.json()) as { runs: ListedRun[] };
    const run = runs.find(({ id }) => !known.has(id));
    if (run === undefined) {
      console.error(`${name} left no run (exit code ${status}): ${stderr.slice(0, 400)}`);
      continue;
    }
    known.add(run.id);
    const isPage = run.protocol === 'theater';
    const address = isPage ? `/projects/${run.projectId}/runs/${run.id}` : `/runs/${run.id}`;
    views[name] = address;
    if (!isPage) continue;
    views[`${name}-compare`] = `${address}/compare`;
    views[`${name}-report`] = `/api${address}/report?lang=LANG`;
  }
  return {
    ...views,
    runs: '/runs',
    ideas: '/ideas',
    questions: '/questions',
    agents: '/agents',
    designs: '/design-systems',
    settings: '/settings',
    ops: '/ops',
    trust: '/trust',
    verify: '/verify',
    nowhere: '/nowhere',
  };
}
