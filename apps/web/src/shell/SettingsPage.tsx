import { useState } from 'preact/hooks';
import { said, t } from '../i18n/i18n.ts';
import { getEnablement } from '../library-api.ts';
import { canNotify, chooseNotices, noticeChoice } from '../notices/run-notices.ts';
import { listProjects } from '../projects-api.ts';
import { Answered } from './Answered.tsx';
import { Select } from './Select.tsx';
import { setCritiqueTheaterEnabled, setProjectJury } from './set-theater-enabled.ts';
import { useCritiqueTheaterEnabled } from './theater-enabled.ts';
import { useAnswer } from './use-answer.ts';
import { useTitle } from './use-title.ts';
import '../styles/library.css';

/** Two switches that are easily taken for one: what this browser shows, and what is decided in a project. */
export function SettingsPage() {
  useTitle(t('shell.settings'));
  return (
    <div class="column">
      <h1>{t('shell.settings')}</h1>
      <BrowserSwitch />
      <ProjectSwitches />
    </div>
  );
}

function BrowserSwitch() {
  const shown = useCritiqueTheaterEnabled();
  return (
    <section class="switch" aria-labelledby="in-browser">
      <h2 id="in-browser">{t('settings.browser')}</h2>
      <p>{t('settings.browserLead')}</p>
      <div class="choices">
        <label>
          <input
            type="checkbox"
            checked={shown}
            onChange={({ currentTarget }) => void setCritiqueTheaterEnabled(currentTarget.checked)}
          />
          {t('settings.browserShow', { name: t('critiqueTheater.userFacingName') })}
        </label>
        <NoticeSwitch />
      </div>
    </section>
  );
}

/** A mind may be changed; what the browser itself refuses cannot be chosen here. */
function NoticeSwitch() {
  const [choice, setChoice] = useState(noticeChoice);
  return (
    <label>
      <input
        type="checkbox"
        checked={choice === 'yes' && canNotify()}
        disabled={!canNotify()}
        onChange={({ currentTarget }) => void chooseNotices(currentTarget.checked).then(setChoice)}
      />
      {t('notices.setting')}
    </label>
  );
}

/** Whether the jury sits in a project, who decides it, and what would be decided now. */
function ProjectSwitches() {
  const projects = useAnswer('projects', listProjects);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <section class="switch" aria-labelledby="in-project">
      <h2 id="in-project">{t('settings.inProject')}</h2>
      <p>{t('settings.lead')}</p>
      <Answered to={projects}>
        {(list) => {
          const projectId = chosen ?? list[0]?.id;
          if (projectId === undefined) return <p class="empty">{t('settings.none')}</p>;
          return (
            <>
              <div class="setting">
                <Select
                  label={t('shell.project')}
                  items={list.map(({ id, name }) => [id, name])}
                  value={projectId}
                  onChoose={setChosen}
                />
              </div>
              <ProjectSwitch key={projectId} projectId={projectId} />
            </>
          );
        }}
      </Answered>
    </section>
  );
}

type Saving = { state: 'idle' | 'saving' | 'saved' } | { state: 'unsaved'; message: string };

const CHOICES = [
  { word: 'settings.on', value: true },
  { word: 'settings.off', value: false },
  { word: 'settings.auto', value: null },
] as const;

function ProjectSwitch({ projectId }: { projectId: string }) {
  const first = useAnswer(projectId, () => getEnablement(projectId));
  return (
    <Answered to={first}>{({ override }) => <Switch projectId={projectId} before={override} />}</Answered>
  );
}

/** Stays on screen while it is saved, so that the focus stays in it. */
function Switch({ projectId, before }: { projectId: string; before: boolean | null }) {
  const [override, setOverride] = useState(before);
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const choose = async (value: boolean | null): Promise<void> => {
    const last = override;
    setOverride(value);
    setSaving({ state: 'saving' });
    try {
      await setProjectJury(value, projectId);
      setSaving({ state: 'saved' });
    } catch (error) {
      setOverride(last);
      setSaving({ state: 'unsaved', message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <>
      <fieldset class="choices">
        <legend>{t('settings.switch')}</legend>
        {CHOICES.map(({ word, value }) => (
          <label key={word}>
            <input
              type="radio"
              name="jury"
              checked={override === value}
              onChange={() => void choose(value)}
            />
            {t(word)}
          </label>
        ))}
      </fieldset>
      <p role="status">{savingWords(saving)}</p>
      <h3>{t('settings.now')}</h3>
      <Decisions key={`${override} ${saving.state === 'saving'}`} projectId={projectId} />
    </>
  );
}

function savingWords(saving: Saving): string {
  switch (saving.state) {
    case 'idle':
      return '';
    case 'saving':
      return t('settings.saving');
    case 'saved':
      return t('settings.saved');
    case 'unsaved':
      return t('settings.unsaved', { message: saving.message });
  }
}

function Decisions({ projectId }: { projectId: string }) {
  const enablement = useAnswer(projectId, () => getEnablement(projectId));
  return (
    <Answered to={enablement}>
      {({ decision, skills, phase, ratchet }) => (
        <>
          <ul class="cards">
            {[[t('settings.plain'), decision] as const, ...Object.entries(skills)].map(
              ([name, { on, by }]) => (
                <li class="card" key={name}>
                  <div class="card-words">
                    <b>{name}</b>
                    <span>{t(`settings.by.${by}`)}</span>
                  </div>
                  <span class="run-badge" data-phase={on ? 'available' : 'missing'}>
                    {t(on ? 'settings.sits' : 'settings.rests')}
                  </span>
                </li>
              ),
            )}
          </ul>
          <details class="jury-reason">
            <summary>{t('settings.rollout')}</summary>
            {t('settings.phase', { phase })} ({said(ratchet.reason)})
          </details>
        </>
      )}
    </Answered>
  );
}
