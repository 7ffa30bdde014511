import type { OpsSummary } from '@design-jury/contracts/ops';
import type { TrustOverview } from '@design-jury/contracts/trust/changes';
import { useState } from 'preact/hooks';
import { get } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { pathOf, rename } from '../router.ts';
import { protocolWord } from '../runs/protocols.ts';
import { useListed } from '../runs/use-listed.ts';
import { Answered } from '../shell/Answered.tsx';
import { agentWord } from '../shell/agent-word.ts';
import { PageHead } from '../shell/PageHead.tsx';
import { Problem } from '../shell/Problem.tsx';
import type { PageProps } from '../shell/pages.tsx';
import { Select } from '../shell/Select.tsx';
import { useAnswer } from '../shell/use-answer.ts';
import { Changes } from '../trust/Changes.tsx';
import { AgentTable } from './AgentTable.tsx';
import { Figures } from './Figures.tsx';
import { NodeTable } from './NodeTable.tsx';
import { getOps, type OpsChoice, searchOf } from './ops-api.ts';
import { RunBars } from './RunBars.tsx';
import '../styles/runs.css';
import '../styles/ops.css';
import '../styles/tiles.css';

const DAYS = ['1', '7', '30'] as const;

/** How the runs of this machine went, from its own store: nothing else has to run for it. */
export function OpsPage({ query }: PageProps<'ops'>) {
  const asked = (name: string): string => query.get(name) ?? '';
  const [choice, setChoice] = useState<OpsChoice>({
    days: DAYS.find((days) => days === asked('days')) ?? '7',
    protocol: asked('protocol'),
    agent: asked('agent'),
    skill: asked('skill'),
  });
  const choose = (part: Partial<OpsChoice>): void => {
    const next = { ...choice, ...part };
    setChoice(next);
    rename(`${pathOf('ops', {})}?${searchOf(next)}`);
  };
  return (
    <div class="run-page">
      <PageHead title={t('ops.title')} lead={t('ops.lead')} />
      <Chosen key={JSON.stringify(choice)} choice={choice} onChoose={choose} />
      <Worth />
    </div>
  );
}

/** What the rounds changed: whether the runs above were worth what they cost. */
function Worth() {
  const answer = useAnswer('trust', () => get<TrustOverview>('/api/trust'));
  return (
    <>
      <Answered to={answer}>{(overview) => overview.changes.runs > 0 && <Changes {...overview} />}</Answered>
      <p>
        <a href={pathOf('trust', {})} data-link>
          {t('trust.title')}
        </a>
      </p>
    </>
  );
}

interface ChosenProps {
  choice: OpsChoice;
  onChoose: (part: Partial<OpsChoice>) => void;
}

function Chosen({ choice, onChoose }: ChosenProps) {
  const { answer, problem } = useListed(() => getOps(choice));
  return (
    <>
      <Problem message={problem} role="status" />
      <Filters
        choice={choice}
        onChoose={onChoose}
        choices={answer.state === 'here' ? answer.value.choices : null}
      />
      <Answered to={answer}>{(summary) => <Shown summary={summary} />}</Answered>
    </>
  );
}

function Filters({ choice, onChoose, choices }: ChosenProps & { choices: OpsSummary['choices'] | null }) {
  /** What is chosen stays to be seen while the answer is on its way. */
  const items = (all: readonly string[] | undefined, chosen: string, word = (id: string) => id) => {
    const known = new Set([...(all ?? []), ...(chosen === '' ? [] : [chosen])]);
    return [['', t('ops.all')] as const, ...[...known].map((id) => [id, word(id)] as const)];
  };
  return (
    <div class="ops-filters">
      <Select
        label={t('ops.time')}
        items={DAYS.map((days) => [days, t(`ops.days.${days}`)] as const)}
        value={choice.days as (typeof DAYS)[number]}
        onChoose={(days) => onChoose({ days })}
      />
      <Select
        label={t('runs.kind')}
        items={items(choices?.protocols, choice.protocol, protocolWord)}
        value={choice.protocol}
        onChoose={(protocol) => onChoose({ protocol })}
      />
      <Select
        label={t('ops.agent')}
        items={items(choices?.agents, choice.agent, agentWord)}
        value={choice.agent}
        onChoose={(agent) => onChoose({ agent })}
      />
      <Select
        label={t('shell.skill')}
        items={items(choices?.skills, choice.skill)}
        value={choice.skill}
        onChoose={(skill) => onChoose({ skill })}
      />
    </div>
  );
}

function Shown({ summary }: { summary: OpsSummary }) {
  const nodes = summary.fleet !== undefined && <NodeTable fleet={summary.fleet} />;
  if (summary.all.runs === 0)
    return (
      <>
        <div class="empty boxed">
          <p>{t('ops.none')}</p>
        </div>
        {nodes}
      </>
    );
  return (
    <>
      {summary.isCut && <p class="small">{t('ops.cut')}</p>}
      <Figures summary={summary} />
      <RunBars summary={summary} />
      <AgentTable agents={summary.agents} />
      {nodes}
    </>
  );
}
