import type { DesignSystemInfo, LibraryProblem } from '@design-jury/contracts/skills';
import { said, t } from '../i18n/i18n.ts';
import { designSampleUrl } from '../library-api.ts';
import { listDesignSystems, listSkills } from '../projects-api.ts';
import { Answered } from './Answered.tsx';
import { useAnswer } from './use-answer.ts';
import '../styles/library.css';
import { PageHead } from './PageHead.tsx';

/** What pages can be dressed in: colours, type, voice, and a page that shows them. */
export function DesignsPage() {
  const systems = useAnswer('design-systems', listDesignSystems);
  const skills = useAnswer('skills', listSkills);
  return (
    <div class="column wide">
      <PageHead title={t('shell.designs')} lead={t('designs.lead')} />
      <Answered to={systems}>
        {({ designSystems, problems }) => (
          <>
            {designSystems.length === 0 && <p class="empty">{t('designs.none')}</p>}
            <ul class="systems">
              {designSystems.map((system) => (
                <SystemCard key={system.id} system={system} />
              ))}
            </ul>
            <Problems list={problems} />
          </>
        )}
      </Answered>
      <div>
        <h2>{t('designs.skills')}</h2>
        <p class="lead">{t('designs.skillsLead')}</p>
      </div>
      <Answered to={skills}>
        {({ skills: list, problems }) => (
          <>
            <ul class="cards">
              {list.map(({ id, title, description, policy, enablement }) => (
                <li class="card" key={id}>
                  <div class="card-words">
                    <b>{said(title)}</b>
                    <span>{said(description)}</span>
                    <span>
                      <code>{id}</code>
                      {policy !== null && ` · ${t(`designs.policy.${policy}`)}`}
                    </span>
                  </div>
                  <span class="run-badge" data-phase={enablement.on ? 'available' : 'missing'}>
                    {t(enablement.on ? 'settings.sits' : 'settings.rests')}
                  </span>
                </li>
              ))}
            </ul>
            <Problems list={problems} />
          </>
        )}
      </Answered>
    </div>
  );
}

function Problems({ list }: { list: readonly LibraryProblem[] }) {
  return (
    <>
      {list.map(({ file, line, message }) => (
        <p class="remark" key={`${file}${line}${message}`}>
          {`${file}${line === null ? '' : `:${line}`}: ${message}`}
        </p>
      ))}
    </>
  );
}

function SystemCard({ system: { id, name, summary, colors, fonts, voice } }: { system: DesignSystemInfo }) {
  return (
    <li class="system">
      <h2>{name}</h2>
      <p>{said(summary)}</p>
      <ul class="swatches">
        {colors.slice(0, 12).map((color) => (
          <li key={color.name} style={{ '--swatch': color.value }}>
            <span>{color.name}</span> <code>{color.value}</code>
          </li>
        ))}
      </ul>
      <p class="small">{fonts.join(', ')}</p>
      {voice.avoid.length > 0 && (
        <p class="small">{t('designs.avoids', { words: voice.avoid.join(', ') })}</p>
      )}
      <iframe
        class="sample"
        src={designSampleUrl(id)}
        title={t('designs.sample', { name })}
        sandbox=""
        loading="lazy"
      />
    </li>
  );
}
