import type { RunState } from '@design-jury/contracts/run';
import type { Held, Verification } from '@design-jury/contracts/trust/certificate';
import { useState } from 'preact/hooks';
import { send } from '../api.ts';
import { listOf, number, score, t } from '../i18n/i18n.ts';
import { dateTime } from '../i18n/moments.ts';
import { phaseWord } from '../i18n/phase-word.ts';
import { protocolWord } from '../runs/protocols.ts';
import { agentWord } from '../shell/agent-word.ts';
import { PageHead } from '../shell/PageHead.tsx';
import { Problem } from '../shell/Problem.tsx';
import { endWord } from '../shell/RunBadge.tsx';
import '../styles/runs.css';
import { TrustLine } from './TrustLine.tsx';

type Shown = { found: Verification } | { problem: string } | null;

/** Whether a certificate holds, by the daemon of this machine and the keys its user trusts. */
export function VerifyPage() {
  const [certificate, setCertificate] = useState<File | null>(null);
  const [page, setPage] = useState<File | null>(null);
  const [shown, setShown] = useState<Shown>(null);
  const check = async (): Promise<void> => {
    if (certificate === null) return;
    try {
      setShown(await checked(certificate, page));
    } catch (error) {
      setShown({ problem: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <div class="run-page">
      <PageHead title={t('verify.title')} lead={t('verify.lead')} />
      <form
        class="run-part"
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <FileField
          words={t('verify.file')}
          accept=".json,.html"
          required
          file={certificate}
          onChoose={setCertificate}
        />
        <FileField words={t('verify.page')} accept="" required={false} file={page} onChoose={setPage} />
        <p>
          <button type="submit" class="primary">
            {t('verify.check')}
          </button>
        </p>
      </form>
      <div role="status">{shown === null ? null : <Result shown={shown} />}</div>
    </div>
  );
}

interface FileFieldProps {
  words: string;
  accept: string;
  required: boolean;
  file: File | null;
  onChoose: (file: File | null) => void;
}

/** The browser's own words for a file are in its language, not in that of the page: ours are shown. */
function FileField({ words, accept, required, file, onChoose }: FileFieldProps) {
  return (
    <label class="file-field">
      <span>{words}</span>
      <input
        type="file"
        accept={accept}
        required={required}
        onChange={({ currentTarget }) => onChoose(currentTarget.files?.[0] ?? null)}
      />
      <span aria-hidden="true">
        <span class="file-button">{t('shell.pageChoose')}</span> {file?.name}
      </span>
    </label>
  );
}

async function checked(file: File, page: File | null): Promise<Shown> {
  const text = await file.text();
  const certificate = file.name.endsWith('.html') ? certificateIn(text) : text;
  if (certificate === null) return { problem: t('verify.none') };
  const body = { certificate, page: page === null ? null : base64(new Uint8Array(await page.arrayBuffer())) };
  return { found: await send<Verification>('POST', '/api/verify', body) };
}

function certificateIn(html: string): string | null {
  const encoded = /data-certificate="([A-Za-z0-9+/=]*)"/.exec(html)?.[1];
  if (encoded === undefined) return null;
  return new TextDecoder().decode(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)));
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

export function Result({ shown }: { shown: NonNullable<Shown> }) {
  if ('problem' in shown) return <Problem message={shown.problem} />;
  const { found } = shown;
  if (!found.holds)
    return (
      <section class="run-part">
        <h2>{t('verify.refused')}</h2>
        <p>{t(`verify.why.${found.reason}`)}</p>
      </section>
    );
  const { composite } = found;
  const status = statusWord(found);
  return (
    <section class="run-part">
      <h2>{t('verify.holds', { status: composite === null ? status : `${status}, ${score(composite)}` })}</h2>
      <dl>
        {factsOf(found).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <TrustLine line={found.trust} />
    </section>
  );
}

/** The Theater has a word for each of its ends; the others share theirs. */
function statusWord({ protocol, status, composite, exitCode }: Held): string {
  return protocol === 'theater' ? phaseWord(status as RunState, composite, null) : endWord(exitCode);
}

const HASH_CHARS = 12;

function factsOf({ key, issuedAt, runId, protocol, agents, events, page, commit }: Held): [string, string][] {
  const about = page.sha256 === null ? t('verify.noPage') : page.sha256.slice(0, HASH_CHARS);
  return [
    [t('verify.signedBy'), `${key.name} (${key.id.slice(0, HASH_CHARS)}), ${dateTime(issuedAt)}`],
    [t('verify.run'), `${runId}, ${protocolWord(protocol)}`],
    [t('verify.judges'), listOf(agents.map(agentWord))],
    [t('verify.events'), number(events)],
    [t('verify.about'), page.matches === true ? `${about}, ${t('verify.same')}` : about],
    ...(commit === null ? [] : [[t('verify.commit'), commit] as [string, string]]),
  ];
}
