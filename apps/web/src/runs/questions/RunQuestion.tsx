import { QuestionBatch } from './QuestionBatch.tsx';
import '../../styles/runs.css';

/** Whether to try again, on the page of the run that asks. */
export function RunQuestion({ runId }: { runId: string }) {
  return <QuestionBatch runId={runId} />;
}
