/**
 * The keys of the content pipeline, with their names and times to live as the contract has them. Foundation documents live
 * here alone. Of a run they are a projection, for whoever reads along: the run itself is its log and its folder.
 */

import { DOC_TYPES, type DocType, type PipelineProgress } from '@design-jury/contracts/content/schema';
import type { ContentSettings } from '@design-jury/contracts/content/settings';
import type { KeyValues } from '../../store/key-values.ts';
import type { RoundRecord, SavedPipeline } from './record.ts';

const DOC_KEY = 'foundation_doc:';
/** Documents that are listed; eight to an idea. */
const MOST_DOCS = 8_000;

export type FoundationDocs = Partial<Record<DocType, string>>;

export interface ApprovedContent {
  content: string;
  quality: 'approved' | 'max-rounds-reached';
  contentType: string;
  savedAt: string;
}

export interface ContentStore {
  draft(runId: string, n: number): Promise<string | null>;
  /** By its number, and as the current one. */
  saveDraft(runId: string, n: number, text: string): Promise<void>;
  state(runId: string): Promise<SavedPipeline | null>;
  saveState(runId: string, state: SavedPipeline): Promise<void>;
  saveRound(runId: string, round: RoundRecord): Promise<void>;
  progress(runId: string): Promise<PipelineProgress | null>;
  saveProgress(runId: string, progress: PipelineProgress): Promise<void>;
  approved(runId: string): Promise<ApprovedContent | null>;
  saveApproved(runId: string, content: ApprovedContent): Promise<void>;
  docs(ideaId: string): Promise<FoundationDocs>;
  /** Ideas that have a document, with the kinds each has, in order. */
  ideas(): Promise<{ id: string; docs: DocType[] }[]>;
  saveDoc(ideaId: string, type: DocType, text: string): Promise<void>;
  deleteDoc(ideaId: string, type: DocType): Promise<void>;
  /** Says which run works on an idea. It keeps nobody away: the lease of the run does. */
  showWorking(ideaId: string, runId: string): Promise<void>;
  showDone(ideaId: string, runId: string): Promise<void>;
  /** How the deployment ended; see `site/deployment.ts`, as of what its steps made until then. */
  deployment(runId: string): Promise<unknown>;
  saveDeployment(runId: string, value: unknown): Promise<void>;
  siteWork(runId: string): Promise<unknown>;
  saveSiteWork(runId: string, value: unknown): Promise<void>;
}

export function contentStore(
  keyValues: KeyValues,
  { stateTtlSeconds, lockTtlSeconds }: Pick<ContentSettings, 'stateTtlSeconds' | 'lockTtlSeconds'>,
): ContentStore {
  const json = async <Value>(key: string): Promise<Value | null> => {
    const text = await keyValues.get(key);
    return text === null ? null : (JSON.parse(text) as Value);
  };
  const put = (key: string, value: unknown, ttl: number | null = stateTtlSeconds): Promise<void> =>
    keyValues.set(key, JSON.stringify(value), ttl);
  const lockKey = (ideaId: string): string => `foundation_lock:${ideaId}`;
  const docKey = (ideaId: string, type: DocType): string => `${DOC_KEY}${ideaId}:${type}`;
  return {
    draft: (runId, n) => keyValues.get(`draft:${runId}:${n}`),
    async saveDraft(runId, n, text) {
      // The numbered one last: when it is there, the step is done.
      await keyValues.set(`draft:${runId}`, text, stateTtlSeconds);
      await keyValues.set(`draft:${runId}:${n}`, text, stateTtlSeconds);
    },
    state: (runId) => json<SavedPipeline>(`pipeline_state:${runId}`),
    saveState: (runId, state) => put(`pipeline_state:${runId}`, state),
    saveRound: (runId, round) => put(`critique_round:${runId}:${round.round}`, round),
    progress: (runId) => json<PipelineProgress>(`pipeline_progress:${runId}`),
    saveProgress: (runId, progress) => put(`pipeline_progress:${runId}`, progress),
    approved: (runId) => json<ApprovedContent>(`approved_content:${runId}`),
    saveApproved: (runId, content) => put(`approved_content:${runId}`, content, null),
    async docs(ideaId) {
      const texts = await Promise.all(
        DOC_TYPES.map(async (type) => [type, await keyValues.get(docKey(ideaId, type))] as const),
      );
      return Object.fromEntries(texts.filter(([, text]) => text !== null)) as FoundationDocs;
    },
    async ideas() {
      const kinds = new Map<string, DocType[]>();
      for (const key of await keyValues.keys(DOC_KEY, MOST_DOCS)) {
        const [id = '', name] = key.slice(DOC_KEY.length).split(':');
        const type = DOC_TYPES.find((one) => one === name);
        if (type !== undefined) kinds.set(id, [...(kinds.get(id) ?? []), type]);
      }
      return [...kinds].map(([id, docs]) => ({ id, docs }));
    },
    saveDoc: (ideaId, type, text) => keyValues.set(docKey(ideaId, type), text, null),
    deleteDoc: (ideaId, type) => keyValues.delete(docKey(ideaId, type)),
    showWorking: (ideaId, runId) => keyValues.set(lockKey(ideaId), runId, lockTtlSeconds),
    async showDone(ideaId, runId) {
      await keyValues.deleteIf(lockKey(ideaId), runId);
    },
    deployment: (runId) => json<unknown>(`deployment:${runId}`),
    saveDeployment: (runId, value) => put(`deployment:${runId}`, value),
    siteWork: (runId) => json<unknown>(`site_work:${runId}`),
    saveSiteWork: (runId, value) => put(`site_work:${runId}`, value),
  };
}
