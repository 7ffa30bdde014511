import type { PanelMember } from '@design-jury/contracts/content/events';
import type { PipelineFold } from '@design-jury/contracts/content/fold';
import { listOf, said, t } from '../../i18n/i18n.ts';

/** Who criticises, and why these: a choice by words is never passed off as a model's. */
export function PipelinePanel({ panel: { by, members } }: { panel: NonNullable<PipelineFold['panel']> }) {
  return (
    <section class="run-part">
      <h2>
        {t('content.panel')} <em class="tag">{t(`content.by.${basisOf(by)}`)}</em>
      </h2>
      {members.length === 0 ? (
        <p class="empty boxed">{t('content.nobody')}</p>
      ) : (
        <ul class="content-panel">
          {members.map((member) => (
            <Member key={member.advisorId} member={member} by={by} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Member({ member, by }: { member: PanelMember; by: string }) {
  const { name, role, domain, focus, basis, words = [] } = member;
  // How all were chosen stands above them.
  const isOther = basisOf(basis ?? by) !== basisOf(by);
  return (
    <li>
      <p>
        <b>{said(name)}</b> {domain !== undefined && <em class="tag">{said(domain)}</em>}
      </p>
      <p class="small">
        {role !== undefined && t(`content.role.${role}`)}
        {isOther && ` · ${t(`content.by.${basisOf(basis ?? by)}`)}`}
      </p>
      {words.length > 0 && <p class="small">{t('content.words', { words: listOf(words) })}</p>}
      {focus !== undefined && (
        <details class="small">
          <summary>{t('content.focus')}</summary>
          {said(focus)}
        </details>
      )}
    </li>
  );
}

function basisOf(by: string): 'model' | 'lexical' | 'named' {
  return by === 'model' || by === 'lexical' ? by : 'named';
}
