/**
 * Names of the GenAI semantic conventions of OpenTelemetry as they stood in November 2026, all of them still marked
 * "development": here and nowhere else, so that a renaming is one edit. What they have no name for is `design_jury.*`.
 */
export const GEN_AI = {
  agentName: 'gen_ai.agent.name',
  evaluationEvent: 'gen_ai.evaluation.result',
  evaluationExplanation: 'gen_ai.evaluation.explanation',
  evaluationLabel: 'gen_ai.evaluation.score.label',
  evaluationName: 'gen_ai.evaluation.name',
  evaluationValue: 'gen_ai.evaluation.score.value',
  inputTokens: 'gen_ai.usage.input_tokens',
  invokeAgent: 'invoke_agent',
  operation: 'gen_ai.operation.name',
  outputTokens: 'gen_ai.usage.output_tokens',
  requestModel: 'gen_ai.request.model',
} as const;
