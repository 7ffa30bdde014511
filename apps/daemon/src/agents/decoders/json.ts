/** Reading fields of lines that others write: whatever is not what was expected is not there. */
import type { JsonObject } from './decoder.ts';

const NONE: JsonObject = {};

export function objectAt(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as JsonObject) : NONE;
}

export function textAt(value: JsonObject, key: string): string | null {
  const found = value[key];
  return typeof found === 'string' ? found : null;
}

/** A count or an amount: finite and not below zero. */
export function numberAt(value: JsonObject, key: string): number | null {
  const found = value[key];
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : null;
}

export function listAt(value: JsonObject, key: string): JsonObject[] {
  const found = value[key];
  return Array.isArray(found) ? found.filter((item) => typeof item === 'object' && item !== null) : [];
}

/** Of several counts those that are there; null when none is. */
export function sum(...counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  return known.length === 0 ? null : Math.round(known.reduce((total, count) => total + count, 0));
}
