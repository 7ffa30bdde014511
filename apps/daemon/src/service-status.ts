/** What the engine says of itself and of what it has: health, agents, skills, design systems, who decides whether a jury sits. */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_SWITCH } from '@design-jury/contracts/skills';
import { conformanceReport, historyFile, readHistory } from './agents/cycle-history.ts';
import type { Jury } from './jury.ts';
import { JuryError } from './jury-error.ts';
import type { ServiceOptions } from './service.ts';
import type { Library } from './skills/library.ts';
import { conformanceDays, type Rollout, ratchet } from './skills/rollout.ts';
import { FILE_ADVICE, fileErrorReason } from './store/file-error.ts';
import { version } from './version.ts';

type StatusPart = Pick<
  Jury,
  | 'skills'
  | 'designSystems'
  | 'designSample'
  | 'enablement'
  | 'agents'
  | 'agentIds'
  | 'conformance'
  | 'health'
  | 'ready'
>;

interface StatusOptions extends Pick<ServiceOptions, 'host' | 'store' | 'agents' | 'dataDir' | 'clock'> {
  getProject: Jury['getProject'];
  library: () => Promise<Library>;
  rollout: Rollout;
  isRecovering: () => boolean;
}

/** Loaded with its colours and fonts only when somebody asks. */
const listing = () => import('./skills/listing.ts');

export function statusPart(options: StatusOptions): StatusPart {
  const { host, store, dataDir, clock, library, rollout, isRecovering } = options;
  const startedAt = clock();
  return {
    skills: async () => (await listing()).listSkills(await library(), rollout),
    designSystems: async () => (await listing()).listDesignSystems(await library()),
    async designSample(designSystemId) {
      const page = (await listing()).samplePage(await library(), designSystemId);
      if (page === null) throw new JuryError('not_found', `there is no design system ${designSystemId}`);
      return page;
    },
    async enablement(projectId) {
      const { metadata } = await options.getProject(projectId);
      const override = metadata[PROJECT_SWITCH];
      const own = typeof override === 'boolean' ? override : null;
      const history = await readHistory(historyFile(dataDir));
      const today = new Date(clock()).toISOString().slice(0, 10);
      const recommended = ratchet(conformanceDays(history), rollout.phase, today);
      return (await listing()).projectEnablement(own, await library(), rollout, recommended);
    },
    agents: async () => options.agents.list(),
    agentIds: async () => options.agents.ids(),
    conformance: () => conformanceReport(dataDir, clock()),
    health: async () => ({
      status: isRecovering() ? 'recovering' : 'ok',
      version: version(),
      uptimeMs: Math.max(0, clock() - startedAt),
      running: host.running,
      queued: host.waiting,
    }),
    async ready() {
      const stored = await inTime(store.listProjects({ limit: 1 })).then(
        () => ({ name: 'store', ok: true, detail: null }),
        (error: Error) => ({ name: 'store', ok: false, detail: error.message }),
      );
      const checks = [stored, await storageCheck(dataDir)];
      if (isRecovering())
        checks.push({ name: 'recovery', ok: false, detail: 'runs of an earlier process are being ended' });
      return { ready: checks.every(({ ok }) => ok), checks };
    },
  };
}

/** A database that is away is waited for elsewhere; who asks whether we are ready wants to know now. */
const READY_MS = 2_000;

async function inTime(asked: Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('it does not answer')), READY_MS);
  asked.catch(() => {});
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const PROBE_BYTES = 4_096;

/** Only writing shows that there is room: quotas and read-only mounts answer here too. */
async function storageCheck(dataDir: string) {
  const name = 'storage';
  const probe = join(dataDir, `.probe-${randomUUID()}`);
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flag: 'wx' });
    return { name, ok: true, detail: null };
  } catch (error) {
    return { name, ok: false, detail: `${dataDir}: ${FILE_ADVICE[fileErrorReason(error)]}` };
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}
