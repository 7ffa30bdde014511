/** `jury content`: an idea's documents to a text that chosen critics have approved, and to a page that is served. */

import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { StampedContent } from '@design-jury/contracts/content/fold';
import { DOC_TYPES } from '@design-jury/contracts/content/schema';
import { EXIT, exitOf } from '@design-jury/contracts/exit-codes';
import { isOpen, type RunEvent, type RunRecord } from '@design-jury/contracts/run';
import { juryCommand } from '../command-name.ts';
import { typed } from '../disk/foreign-file.ts';
import { ForeignFileError } from '../disk/foreign-file-error.ts';
import { JuryError } from '../jury-error.ts';
import { fileRefusal } from '../library/subjects.ts';
import { readDecoded, readDecodedIfThere } from '../measure/model/text-bytes.ts';
import { MAX_DRAFT_CHARS, readCopy } from '../protocols/content/copy.ts';
import type { ContentOrder, ContentService, WatchOptions } from '../protocols/content/service.ts';
import type { SitePlan } from '../protocols/content/site/plan.ts';
import { configCode } from './config-code.ts';
import { readConfigFile } from './config-file.ts';
import { contentView } from './content-view.ts';
import { checkedDataDir } from './data-dir.ts';
import { type FlagsOf, numberFlag, readFlags } from './flags.ts';
import { exitOfRun, followRun, resumeRun } from './follow-run.ts';
import { shellWord } from './next-step.ts';
import { outputFormat } from './output-format.ts';
import { sandboxShell } from './panel-flags.ts';
import { command, quoted, Refusal } from './refusal.ts';
import type { Shell } from './shell.ts';
import { withEngine } from './with-engine.ts';

type Flags = FlagsOf<'content'>;

const OFFLINE = 'grounded';
const MAX_DOC_BYTES = 262_144;
/** Seconds. */
const BUDGET = { min: 1, max: 86_400, whole: true };

export const run = command(async (argv, given) => {
  const { values, positionals } = readFlags('content', argv);
  const shell = sandboxShell(given, values.sandbox);
  const [named, ...more] = positionals;
  if (named === undefined)
    throw new Refusal(
      `Name the folder of an idea: ${juryCommand()} content examples/ideas/tidewatch --type website.`,
    );
  if (more.length > 0) throw new Refusal(`${juryCommand()} content takes one idea at a time.`);
  const folder = resolve(shell.cwd, named);
  const ideaId = ideaIdOf(folder);
  const dataDir = await checkedDataDir(shell, values.data);
  const docs = values.resume === true ? {} : await readDocs(folder, named, shell.cwd);
  if (values.resume === true && (values.draft ?? values.critics) !== undefined)
    throw new Refusal('--draft and --critics belong to the start of a run; leave them out with --resume.');
  const draft = values.draft === undefined ? undefined : readOwnDraft(values.draft, shell.cwd);
  if (draft !== undefined && Object.values(docs).some((doc) => doc.trim() === draft.trim()))
    throw new Refusal(
      `${quoted(values.draft ?? '')} is one of the idea's documents: held against itself it proves nothing.`,
      { exit: EXIT.inconclusive },
    );
  const seconds = numberFlag('budget', values.budget, BUDGET);
  const type = values.type ?? 'website';
  if (values.deploy !== undefined && type !== 'website')
    throw new Refusal(`--deploy is for a website; ${quoted(type)} is not deployed.`);
  const [{ contentService }, { readContentSettings }] = await Promise.all([
    import('../protocols/content/service.ts'),
    import('../protocols/content/settings.ts'),
  ]);
  const settings = readContentSettings({
    env: shell.env,
    file: (await readConfigFile(shell.cwd, undefined, configCode(shell, values['trust-config']))).content,
    flags: { timeBudgetMs: seconds === undefined ? undefined : seconds * 1_000 },
  });
  return withEngine(shell, { dataDir }, async (engine) => {
    const service = contentService({ dataDir, ...engine, settings });
    const view = contentView(
      shell,
      values.json === true,
      // Its words are about the run, on stderr; the text on stdout is the same in either.
      outputFormat(values.format, { outIsTty: shell.errorIsTty }),
      resumeCommand(named, values),
    );
    for (const problem of (await service.library()).problems) view.warn(problem);
    const site = await planOf(values, dataDir, shell);
    const watch = { onProgress: view.show };
    // What a run of this protocol says.
    const onEvent = (event: RunEvent): void => view.onEvent(event as unknown as StampedContent);
    const order = {
      ideaId,
      contentType: type,
      agent: values.agent ?? OFFLINE,
      model: values.model ?? null,
      ...(draft !== undefined && { draft }),
      ...(values.critics !== undefined && { critics: values.critics }),
      site,
    };
    const last = values.resume === true ? await lastRun(service, ideaId, site) : null;
    const run =
      last === null
        ? await followRun(
            engine,
            shell,
            () => start(service, docs, order, watch, resumeCommand(named, values)),
            onEvent,
          )
        : await resumeRun(engine, shell, 'content', last, () => resume(service, last, site, watch), onEvent);
    const result = await service.result(run.id);
    const deployed = 'site' in result ? result.site : null;
    view.end(
      run.id,
      result,
      (await service.store.approved(run.id))?.content ?? null,
      deployed,
      draft !== undefined,
    );
    if (result.status !== 'paused') return exitOfRun(run);
    return result.reason === 'stopped' ? EXIT.interrupted : exitOf({ protocol: 'content', status: 'paused' });
  });
});

/** The command we name must find the run. */
function resumeCommand(named: string, { data }: Flags): string {
  const where = data === undefined ? '' : ` --data ${shellWord(data)}`;
  return `${juryCommand()} content ${shellWord(named)} --resume${where}`;
}

function ideaIdOf(folder: string): string {
  const id = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64);
  if (id === '') throw new Refusal(`The folder ${quoted(folder)} has no letters an id could be made of.`);
  return id;
}

async function readDocs(folder: string, named: string, cwd: string): Promise<Record<string, string>> {
  const info = await stat(folder).catch(() => null);
  if (info === null) throw new Refusal(`There is no folder ${quoted(named)}. Check the path.`);
  if (!info.isDirectory())
    throw new Refusal(`${quoted(named)} is a file; name the folder with the idea's documents.`);
  const docs: Record<string, string> = {};
  for (const type of DOC_TYPES) {
    const file = join(folder, `${type}.md`);
    try {
      const text = readDecodedIfThere(file, typed(file, MAX_DOC_BYTES, cwd));
      if (text !== null) docs[type] = text;
    } catch (error) {
      throw unread(error, join(named, `${type}.md`));
    }
  }
  if (Object.keys(docs).length === 0)
    throw new Refusal(
      `${quoted(named)} holds no foundation documents; they are called ${DOC_TYPES.map((type) => `${type}.md`).join(', ')}.`,
    );
  return docs;
}

/** What is there and cannot be read as a text has no verdict; every other trouble is one of the path. */
function unread(error: unknown, name: string): Error {
  if (error instanceof ForeignFileError && error.reason === 'not_text')
    return new Refusal(`${quoted(name)}: ${error.why}.`, { cause: error, exit: EXIT.inconclusive });
  return fileRefusal(error, name);
}

/** A text of the user's own. What cannot be a draft is refused before anything is started. */
function readOwnDraft(named: string, cwd: string): string {
  const file = resolve(cwd, named);
  try {
    const text = readDecoded(file, typed(file, MAX_DOC_BYTES, cwd));
    if (text.length > MAX_DRAFT_CHARS)
      throw new Refusal(
        `${quoted(named)} has ${text.length} characters; a draft has at most ${MAX_DRAFT_CHARS}.`,
      );
    if (readCopy(text).text.trim() === '')
      throw new Refusal(`${quoted(named)} holds no text to review.`, { exit: EXIT.inconclusive });
    return text;
  } catch (error) {
    throw error instanceof Refusal ? error : unread(error, named);
  }
}

async function start(
  service: ContentService,
  docs: Record<string, string>,
  order: ContentOrder,
  watch: WatchOptions,
  resumeBy: string,
): Promise<RunRecord> {
  const { ideaId, contentType, site = null } = order;
  const last = await service.latest(ideaId);
  if (last !== null && isOpen(last.state)) {
    if (last.config.contentType !== contentType)
      throw new Refusal(
        `A run of ${quoted(ideaId)} (${String(last.config.contentType)}) is not over; continue it first: ${resumeBy}`,
      );
    // The documents stay those it was started with.
    return resume(service, last, site, watch);
  }
  for (const docType of DOC_TYPES) {
    const text = docs[docType];
    if (text === undefined) await service.store.deleteDoc(ideaId, docType);
    else await service.store.saveDoc(ideaId, docType, text);
  }
  const { run } = await service.start(order, watch).catch((error: unknown) => {
    // What is missing or unknown is a mistake of the order, not a run that could not decide.
    throw error instanceof JuryError && error.code === 'bad_request'
      ? new Refusal(error.message, { cause: error })
      : error;
  });
  return run;
}

async function lastRun(service: ContentService, ideaId: string, site: SitePlan | null): Promise<RunRecord> {
  const last = await service.latest(ideaId);
  if (last === null) throw new Refusal(`There is no run of ${quoted(ideaId)} to resume in this data folder.`);
  if (site !== null && !isOpen(last.state))
    throw new Refusal(
      `The last run of ${quoted(ideaId)} is over, so nothing of it is deployed any more; leave out --resume to start another.`,
    );
  return last;
}

/** A site that is named now takes the place of the one the run was started with. */
async function resume(
  service: ContentService,
  { id }: RunRecord,
  site: SitePlan | null,
  watch: WatchOptions,
): Promise<RunRecord> {
  return (await service.resume(id, { ...watch, site })).run;
}

/** Null where nothing is to be deployed. */
async function planOf(values: Flags, dataDir: string, shell: Shell): Promise<SitePlan | null> {
  if (values.deploy === undefined) return null;
  const { designTextOf } = await import('../protocols/content/site/brand.ts');
  return {
    design: await designTextOf({ dataDir, env: shell.env, cwd: shell.cwd, named: values.design ?? null }),
    target:
      values.deploy === 'serve'
        ? { kind: 'serve' }
        : { kind: 'folder', path: resolve(shell.cwd, values.deploy) },
    remote: values.remote === undefined ? null : remoteOf(values.remote, shell.cwd),
    hook: values.hook ?? null,
  };
}

/** A path is meant from here; anything with a colon is a URL or a host, and git's business. */
function remoteOf(named: string, cwd: string): string {
  return named.includes(':') ? named : resolve(cwd, named);
}
