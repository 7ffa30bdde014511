import type { IdeaList } from '@design-jury/contracts/content/schema';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/i18n.ts';
import { takeExample } from './content-api.ts';

const ID = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** Said in the language of the moment it is shown. */
type Problem = { kind: 'id' } | { kind: 'refused'; message: string };

interface NewIdeaProps {
  known: IdeaList;
  onTaken: (id: string) => void;
}

/** An example with one press, or an idea of one's own, whose documents come next. */
export function NewIdea({ known: { ideas, examples }, onTaken }: NewIdeaProps) {
  const [id, setId] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const free = examples.filter((example) => !ideas.some((idea) => idea.id === example));
  const take = async (example: string): Promise<void> => {
    setProblem(null);
    try {
      onTaken((await takeExample(example)).id);
    } catch (error) {
      setProblem({ kind: 'refused', message: error instanceof Error ? error.message : String(error) });
    }
  };
  const add = (event: Event): void => {
    event.preventDefault();
    if (!ID.test(id)) {
      setProblem({ kind: 'id' });
      return;
    }
    setProblem(null);
    setId('');
    onTaken(id);
  };
  return (
    <>
      {free.length > 0 && (
        <p class="choice-row">
          {free.map((example) => (
            <button key={example} type="button" onClick={() => void take(example)}>
              {t('ideas.example', { name: example })}
            </button>
          ))}
        </p>
      )}
      <form class="start new-idea" onSubmit={add}>
        <label>
          {t('ideas.new')}
          <input
            value={id}
            maxLength={64}
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => setId(currentTarget.value.trim())}
          />
        </label>
        <button type="submit">{t('ideas.add')}</button>
      </form>
      {problem !== null && (
        <p class="remark" role="alert">
          {problem.kind === 'id' ? t('ideas.badId') : t('shell.problem', { message: problem.message })}
        </p>
      )}
    </>
  );
}
