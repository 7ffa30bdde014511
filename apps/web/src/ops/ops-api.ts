import type { OpsSummary } from '@design-jury/contracts/ops';
import { get } from '../api.ts';

export interface OpsChoice {
  days: string;
  protocol: string;
  agent: string;
  skill: string;
}

export function searchOf(choice: OpsChoice): URLSearchParams {
  return new URLSearchParams(Object.entries(choice).filter(([, value]) => value !== ''));
}

export const getOps = (choice: OpsChoice): Promise<OpsSummary> => get(`/api/ops?${searchOf(choice)}`);
