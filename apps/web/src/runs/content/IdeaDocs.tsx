import type { DocType, IdeaList } from '@design-jury/contracts/content/schema';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { Answered } from '../../shell/Answered.tsx';
import { useAnswer } from '../../shell/use-answer.ts';
import { getDoc, removeDoc, saveDoc } from './content-api.ts';

/** As `DOC_TYPES` of the contracts, whose file would bring zod into the browser. */
const TYPES: readonly DocType[] = [
  'positioning',
  'brand-voice',
  'seo-strategy',
  'strategy',
  'social-media-strategy',
  'design-principles',
  'research',
  'keywords',
];

interface IdeaDocsProps {
  known: IdeaList;
  ideaId: string;
  onChange: () => Promise<void>;
}

/** The foundation documents of an idea: read, written and removed here. */
export function IdeaDocs({ known: { ideas, recipes }, ideaId, onChange }: IdeaDocsProps) {
  const [open, setOpen] = useState<DocType | null>(null);
  // What was opened stays, out of sight: words that are not saved yet are not lost by looking elsewhere.
  const [opened, setOpened] = useState<readonly DocType[]>([]);
  const show = (type: DocType): void => {
    setOpen(open === type ? null : type);
    if (!opened.includes(type)) setOpened([...opened, type]);
  };
  const has = ideas.find(({ id }) => id === ideaId)?.docs ?? [];
  const isNeeded = (type: DocType): boolean => recipes.some(({ needs }) => needs.includes(type));
  return (
    <section class="run-part">
      <h2>{t('ideas.docs', { idea: ideaId })}</h2>
      <ul class="docs">
        {TYPES.map((type) => (
          <li key={type}>
            <button type="button" class="doc-name" aria-expanded={open === type} onClick={() => show(type)}>
              <span>{type}.md</span>
              {!has.includes(type) && (
                <em class="tag">{t(isNeeded(type) ? 'ideas.needed' : 'ideas.absent')}</em>
              )}
            </button>
            {opened.includes(type) && (
              <div hidden={open !== type}>
                <Doc ideaId={ideaId} type={type} isThere={has.includes(type)} onChange={onChange} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DocProps {
  ideaId: string;
  type: DocType;
  isThere: boolean;
  onChange: () => Promise<void>;
}

function Doc(props: DocProps) {
  const { ideaId, type, isThere } = props;
  // Asked once: what is listed anew must not take the words from under somebody's hands.
  const text = useAnswer(`${ideaId} ${type}`, () => (isThere ? getDoc(ideaId, type) : Promise.resolve('')));
  return <Answered to={text}>{(before) => <Editor {...props} before={before} />}</Answered>;
}

type Saving = { state: 'idle' | 'saving' | 'saved' | 'removed' } | { state: 'refused'; message: string };

function Editor({ ideaId, type, isThere, onChange, before }: DocProps & { before: string }) {
  const [text, setText] = useState(before);
  const [saving, setSaving] = useState<Saving>({ state: 'idle' });
  const carryOut = async (what: () => Promise<unknown>, done: 'saved' | 'removed'): Promise<void> => {
    setSaving({ state: 'saving' });
    try {
      await what();
      if (done === 'removed') setText('');
      setSaving({ state: done });
      await onChange();
    } catch (error) {
      setSaving({ state: 'refused', message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <div class="start doc">
      <label>
        <span class="offscreen">{type}</span>
        <textarea
          class="source-field"
          rows={14}
          value={text}
          spellcheck={false}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setSaving({ state: 'idle' });
          }}
        />
      </label>
      <p class="choice-row">
        <button
          type="button"
          disabled={saving.state === 'saving' || text.trim() === ''}
          onClick={() => void carryOut(() => saveDoc(ideaId, type, text), 'saved')}
        >
          {t('ideas.save')}
        </button>
        {isThere && (
          <button
            type="button"
            disabled={saving.state === 'saving'}
            onClick={() => void carryOut(() => removeDoc(ideaId, type), 'removed')}
          >
            {t('ideas.remove')}
          </button>
        )}
        <span role="status">{savingWords(saving)}</span>
      </p>
    </div>
  );
}

function savingWords(saving: Saving): string {
  switch (saving.state) {
    case 'idle':
    case 'saving':
      return '';
    case 'saved':
      return t('settings.saved');
    case 'removed':
      return t('ideas.removed');
    case 'refused':
      return t('shell.problem', { message: saving.message });
  }
}
