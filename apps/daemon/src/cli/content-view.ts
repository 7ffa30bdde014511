/** What a run of the content pipeline shows: steps and scores on stderr as they come, the text on stdout. */

import type { StampedContent } from '@design-jury/contracts/content/fold';
import type { PipelineProgress } from '@design-jury/contracts/content/schema';
import { juryCommand } from '../command-name.ts';
import type { ContentResult } from '../protocols/content/service.ts';
import type { DeployedSite } from '../protocols/content/site-work.ts';
import { clean } from '../report/clean.ts';
import { LITERAL } from './content-literal.ts';
import { type ContentWords, type GivenText, SCREEN } from './content-words.ts';
import { printProgress } from './follow-run.ts';
import type { OutputFormat } from './output-format.ts';
import type { Shell } from './shell.ts';
import { paintRow, span, type Tone } from './terminal/paint.ts';

export interface ContentView {
  onEvent(event: StampedContent): void;
  show(progress: PipelineProgress): void;
  warn(message: string): void;
  /** @param isOwn the first draft is the user's own text */
  end(
    runId: string,
    result: ContentResult,
    text: string | null,
    site: DeployedSite | null,
    isOwn: boolean,
  ): void;
}

type Scores = ReadonlyMap<string, string>;

/** @param resume the command that goes on with a run that was put aside */
export function contentView(shell: Shell, isJson: boolean, format: OutputFormat, resume = ''): ContentView {
  const said = format === 'literal' ? LITERAL : SCREEN;
  let panel: readonly { advisorId: string; name: string }[] = [];
  let scores = new Map<string, string>();
  /** What the critics of this round found, until its figure is known. */
  let found: string[] = [];
  let shown = '';
  let drawn = 0;
  // Where somebody watches, the picture stays in its place and news scroll above it.
  const erase = (): void => {
    if (drawn > 0) shell.takeBack(drawn);
    drawn = 0;
  };
  const print = (text: string): void => {
    if (isJson) return;
    erase();
    printProgress(shell, text);
  };
  const tellFound = (): void => {
    for (const line of found) print(line);
    found = [];
  };
  const frame = (progress: PipelineProgress): void => {
    if (isJson) return;
    // In a log one picture for each round is enough: when all critics have answered.
    const isWorthALine = progress.currentStep === 'decide';
    const lines = frameOf(progress, panel, scores, said);
    const text = lines.join('\n');
    if (text === shown || (!shell.errorIsTty && !isWorthALine)) return;
    shown = text;
    erase();
    shell.error(`${format === 'literal' ? text : painted(lines, shell)}\n`);
    drawn = shell.errorIsTty ? lines.length : 0;
  };
  return {
    onEvent(event) {
      switch (event.type) {
        case 'content.started':
          print(said.started(event));
          return;
        case 'content.drafted':
          scores = new Map();
          return;
        case 'content.panel_chosen':
          panel = event.panel;
          print(said.panel(event));
          return;
        case 'content.critic_scored':
          scores.set(event.advisorId, `${event.score}/10`);
          found.push(...event.issues.map((issue) => said.issue(issue, event.name)));
          if (!said.figuresFirst) tellFound();
          return;
        case 'content.critic_failed':
          scores.set(event.advisorId, 'failed');
          print(`${event.name} failed: ${event.error}`);
          return;
        case 'content.decided':
          print(said.decided(event));
          tellFound();
          return;
        case 'content.warning':
          print(`${said.warning}: ${event.message}`);
          return;
        case 'content.deploy_step':
          print(said.deployed(event));
          return;
        case 'content.resumed':
          print('resumed');
          return;
        case 'run.state':
          if (event.reason === 'resumed') print('resumed');
          return;
        case 'content.step_started':
        case 'content.critic_asked':
        case 'content.summarised':
        case 'content.saved':
        case 'content.deployed':
        case 'content.not_deployed':
          return;
        // A round that was not decided has no figure: what was found in it is told all the same.
        case 'content.failed':
        case 'content.paused':
          tellFound();
          return;
      }
    },
    show: frame,
    warn: (message) => print(`${said.warning}: ${message}`),
    end(runId, result, text, site, isOwn) {
      const given = isOwn ? givenIn(result) : null;
      if (isJson) {
        const json = resultJson(runId, result, text, site);
        shell.out(`${JSON.stringify(given === null ? json : { ...json, given }, null, 2)}\n`);
        return;
      }
      tellFound();
      if (text !== null) shell.out(text.endsWith('\n') ? text : `${text}\n`);
      if (given?.isApproved === false) printProgress(shell, said.given(given));
      printProgress(shell, said.last(result));
      // To be copied: a terminal may break it, we do not.
      if (result.status === 'paused' && format === 'screen') shell.error(`  ${clean(resume)}\n`);
      if (site !== null) printProgress(shell, said.site(site));
      if (site?.ok && site.place.startsWith('/sites/'))
        printProgress(shell, `see it with: ${juryCommand()} serve, at its address followed by ${site.place}`);
    },
  };
}

/** What the first round said of the text that was handed in, apart from what became of it. */
function givenIn(result: ContentResult): GivenText | null {
  if (!('saved' in result)) return null;
  const decision = result.saved.record.rounds.find(({ round }) => round === 1)?.decision ?? null;
  if (decision === null) return null;
  const { decision: said, avgScore, highIssueCount } = decision;
  return { isApproved: said === 'approve', score: avgScore, seriousIssues: highIssueCount };
}

const MARKS = { complete: '✓', running: '●', pending: '○', error: '✗' } as const;
const NAME_CELLS = 21;

/** Steps, one line for each critic, the round. */
function frameOf(
  { steps, round, maxRounds }: PipelineProgress,
  panel: readonly { advisorId: string; name: string }[],
  scores: Scores,
  said: ContentWords,
): string[] {
  const lines = steps.flatMap(({ name, status }) => {
    const head = `${MARKS[status]} ${said.step(name)}${status === 'running' ? '…' : ''}`;
    if (name !== 'critique' || panel.length === 0) return [head];
    return [
      head,
      ...panel.map(({ advisorId, name: critic }, index) => {
        const branch = index === panel.length - 1 ? '└─' : '├─';
        const waiting = status === 'running' ? 'scoring…' : '';
        return `  ${branch} ${clean(critic).padEnd(NAME_CELLS)} ${scores.get(advisorId) ?? waiting}`;
      }),
    ];
  });
  return [...lines, said.round(Math.max(1, round), maxRounds)];
}

const MARK_TONES: Readonly<Record<string, Tone>> = { '✓': 'good', '●': 'accent', '○': 'dim', '✗': 'bad' };

/** The same picture in colours, on one line each. */
function painted(lines: readonly string[], { errorPaint, terminal }: Shell): string {
  return lines
    .map((line) => {
      const mark = line.charAt(0);
      const tone = MARK_TONES[mark];
      const row =
        tone === undefined
          ? [span(line, 'plain')]
          : [span(mark, tone), span(line.slice(1), mark === '○' ? 'dim' : 'plain')];
      return paintRow(row, terminal.columns - 1, errorPaint);
    })
    .join('\n');
}

function resultJson(
  runId: string,
  result: ContentResult,
  text: string | null,
  site: DeployedSite | null,
): object {
  if (result.status !== 'approved' && result.status !== 'max-rounds-reached')
    return { run: runId, ...result, site };
  const { agent, selectedBy, warnings, record } = result.saved;
  const { panel, rounds, saved } = record;
  return { run: runId, status: result.status, agent, selectedBy, panel, rounds, saved, warnings, text, site };
}
