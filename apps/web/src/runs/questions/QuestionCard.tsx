import type { Answer, AskedQuestion, Precedent } from '@design-jury/contracts/questions';
import { useState } from 'preact/hooks';
import { ApiError } from '../../api.ts';
import { said, t } from '../../i18n/i18n.ts';
import { dateTime } from '../../i18n/moments.ts';
import { runPath } from '../../shell/run-path.ts';
import { Reason } from '../Reason.tsx';
import type { Answering } from './batch.ts';
import { look } from './open-questions.ts';
import { answerQuestion } from './questions-api.ts';

interface QuestionCardProps {
  question: AskedQuestion;
  answering: Answering;
  onAnswering: (answering: Answering) => void;
  /** The run that asks, where the card stands elsewhere. */
  href?: string;
}

const CONFLICT = 409;
/** As the workers of a cross-check write it; it is told below the question, not in it. */
const CHECKED = ' Evidence checked: ';
const EXPECTED = 'Expected: ';
/** The option of a cross-check's question whose answer is the note. */
const AS_NOTED = 'As noted';

export function partsOf(question: string): [asked: string, checked: string] {
  const at = question.lastIndexOf(CHECKED);
  return at === -1 ? [question, ''] : [question.slice(0, at), question.slice(at + CHECKED.length)];
}

/** What a run wants to know. Skip is always there, and always last. */
export function QuestionCard({ question, answering, onAnswering, href }: QuestionCardProps) {
  const [choice, setChoice] = useState<Answer['choice'] | null>(null);
  const [note, setNote] = useState('');
  const { id, options } = question;
  const heading = `q-${id}`;
  const [asked, checked] = partsOf(question.question);
  // Its one option, or the chosen one, is what is written into the note.
  const isWritten =
    options.length === 1 || (typeof choice === 'number' && options[choice - 1]?.label === AS_NOTED);
  const isReady = choice !== null && (choice === 'skip' || !isWritten || note.trim() !== '');
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (choice === null || !isReady) return;
    onAnswering({ state: 'sending' });
    try {
      const { retry } = await answerQuestion(id, { choice, note });
      onAnswering({ state: 'answered', choice, ...(retry != null && { retryHref: runPath(retry) }) });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const isLate = error instanceof ApiError && error.status === CONFLICT;
      onAnswering({ state: isLate ? 'elsewhere' : 'refused', message });
    }
    void look();
  };
  const isOver = answering.state === 'answered' || answering.state === 'elsewhere';
  return (
    <article class="question" aria-labelledby={heading} data-state={answering.state}>
      <header>
        <h2 id={heading}>{said(asked)}</h2>
        {href !== undefined && (
          <a href={href} data-link class="small">
            {t('questions.toRun')}
          </a>
        )}
      </header>
      <p role="status" class="question-status">
        {statusWords(answering, options)}
      </p>
      {answering.state === 'answered' && answering.retryHref !== undefined && (
        <a href={answering.retryHref} data-link>
          {t('questions.toRetry')}
        </a>
      )}
      {!isOver && (
        <form onSubmit={(event) => void send(event)}>
          <Reasons question={question} checked={checked} />
          <fieldset class="options">
            <legend class="offscreen">{t('questions.options')}</legend>
            {options.map((option, index) => (
              <Option
                key={option.label}
                group={id}
                place={index + 1}
                option={option}
                isChosen={choice === index + 1}
                onChoose={() => setChoice(index + 1)}
              />
            ))}
            <Option
              group={id}
              place={options.length + 1}
              option={{ label: t('questions.skip'), description: t('questions.skipMeans'), pro: '', con: '' }}
              isChosen={choice === 'skip'}
              onChoose={() => setChoice('skip')}
            />
          </fieldset>
          <Precedents
            precedents={question.precedents}
            onTake={(label) => {
              const index = options.findIndex((option) => option.label === label);
              setChoice(index === -1 ? 'skip' : index + 1);
            }}
          />
          <label class="note">
            {t(isWritten ? 'questions.noteNeeded' : 'questions.note')}
            <textarea
              rows={2}
              maxLength={4_000}
              value={note}
              onInput={({ currentTarget }) => setNote(currentTarget.value)}
            />
          </label>
          <button type="submit" class="primary" disabled={!isReady || answering.state === 'sending'}>
            {t('questions.answer')}
          </button>
        </form>
      )}
    </article>
  );
}

interface OptionProps {
  group: string;
  place: number;
  option: AskedQuestion['options'][number];
  isChosen: boolean;
  onChoose: () => void;
}

function Option({ group, place, option, isChosen, onChoose }: OptionProps) {
  const { label, description, pro, con } = option;
  const name = `${group}-${place}`;
  return (
    <label class="option">
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={name}
        aria-describedby={`${name}-more`}
      />
      <span>
        <b id={name}>{said(label)}</b>
        <span id={`${name}-more`} class="option-more">
          {description !== '' && <span>{said(description)}</span>}
          {pro !== '' && (
            <span class="pro">
              <i>{t('questions.pro')}</i> {said(pro)}
            </span>
          )}
          {con !== '' && (
            <span class="con">
              <i>{t('questions.con')}</i> {said(con)}
            </span>
          )}
        </span>
      </span>
    </label>
  );
}

interface ReasonsProps {
  question: AskedQuestion;
  /** Where was looked before a person was asked. */
  checked: string;
}

function Reasons({ question: { issue, why, deadlineAt, retry }, checked }: ReasonsProps) {
  // The form of an answer is no part of what is wrong.
  const form = issue.startsWith(EXPECTED) ? issue.slice(EXPECTED.length) : null;
  return (
    <dl class="reasons">
      <Reason name={t('questions.issue')}>
        {/* Of a run that proved nothing it is what its agent's program said. */}
        {form === null && issue !== '' && (retry === null ? said(issue) : <samp>{said(issue)}</samp>)}
      </Reason>
      <Reason name={t('conv.expected')}>{form !== null && said(form)}</Reason>
      <Reason name={t('questions.checked')}>{checked !== '' && <code>{checked}</code>}</Reason>
      <Reason name={t('questions.why')}>{said(why)}</Reason>
      <Reason name={t('questions.deadline')}>
        {deadlineAt !== null && <time dateTime={deadlineAt}>{dateTime(deadlineAt)}</time>}
      </Reason>
    </dl>
  );
}

interface PrecedentsProps {
  precedents: readonly Precedent[];
  onTake: (label: string) => void;
}

/** Offered, never applied by itself: taking one only marks the option. */
function Precedents({ precedents, onTake }: PrecedentsProps) {
  if (precedents.length === 0) return null;
  return (
    <ul class="precedents">
      {precedents.map(({ questionId, label, note, answeredAt }) => (
        <li key={questionId}>
          <span>
            {t('questions.precedent', { label: said(label), when: dateTime(answeredAt) })}
            {note !== '' && ` ${t('questions.precedentNote', { note })}`}
          </span>
          <button type="button" onClick={() => onTake(label)}>
            {t('questions.take')}
          </button>
        </li>
      ))}
    </ul>
  );
}

function statusWords(answering: Answering, options: AskedQuestion['options']): string {
  switch (answering.state) {
    case 'open':
      return '';
    case 'sending':
      return t('questions.sending');
    case 'refused':
      return t('questions.refused', { message: answering.message });
    case 'elsewhere':
      return t('questions.elsewhere', { message: answering.message });
    case 'answered': {
      const { choice } = answering;
      const label = choice === 'skip' ? t('questions.skip') : said(options[choice - 1]?.label ?? '');
      return t('questions.answered', { label });
    }
  }
}
