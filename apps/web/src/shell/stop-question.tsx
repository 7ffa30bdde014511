import type { StopQuestionProps } from '../components/Theater/StopQuestion.tsx';
import { lazy } from './lazy.tsx';

const StopQuestion = lazy<StopQuestionProps>(
  async () => (await import('../components/Theater/StopQuestion.tsx')).StopQuestion,
  { more: true, quiet: true },
);

/** Most runs are never stopped. */
export const stopQuestion = (question: StopQuestionProps) => <StopQuestion {...question} />;
