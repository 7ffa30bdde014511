import { expect, test } from 'vitest';
import {
  CreateProjectRequestSchema,
  ERROR_CODES,
  ID_PATTERN,
  PatchProjectRequestSchema,
  QUEUE_POSITION_EVENT,
  SNAPSHOT_EVENT,
  StartRunRequestSchema,
} from './http.ts';

test('the names a client sees', () => {
  expect([SNAPSHOT_EVENT, QUEUE_POSITION_EVENT]).toEqual(['snapshot', 'queue_position']);
  expect(ERROR_CODES).toEqual([
    'bad_request',
    'unauthorized',
    'forbidden',
    'not_found',
    'method_not_allowed',
    'conflict',
    'damaged',
    'too_large',
    'unsupported_media_type',
    'range_not_satisfiable',
    'too_many_requests',
    'unavailable',
    'internal',
  ]);
});

test.each([
  ['a', true],
  ['3f0c2f1e-8f6a-4c56-9d0e-1b2a3c4d5e6f', true],
  ['run_01', true],
  ['x'.repeat(63), true],
  ['x'.repeat(64), true],
  ['x'.repeat(65), false],
  ['', false],
  ['-rf', false],
  ['_x', false],
  ['.', false],
  ['..', false],
  ['a/b', false],
  ['a\\b', false],
  ['a b', false],
  ['a\n', false],
  ['é', false],
])('%j as an id: %s', (id, valid) => {
  expect(ID_PATTERN.test(id)).toBe(valid);
});

test('the fields of a run request', () => {
  expect(Object.keys(StartRunRequestSchema.shape)).toEqual([
    'brief',
    'artifact',
    'design',
    'agent',
    'browser',
    'level',
    'strict',
    'model',
    'credentials',
    'skill',
    'skills',
    'designSystem',
    'critique',
    'threshold',
    'maxRounds',
    'cast',
    'weights',
    'fallbackPolicy',
    'grounding',
    'plateauRounds',
    'maxTokens',
    'maxCostUsd',
    'panelMode',
    'seats',
    'onUnattended',
    'perRoundTimeoutMs',
    'totalTimeoutMs',
  ]);
});

test.each([
  [{}, false],
  [{ brief: 'a page' }, true],
  [{ brief: '   ' }, false],
  [{ artifact: { content: '<p>' } }, true],
  [{ artifact: { content: '' } }, false],
  [{ artifact: { content: '<p>', mime: 'text/html; charset=x' } }, false],
  [{ brief: 'a', artifact: { content: '<p>' } }, true],
  [{ brief: 'a', weights: { critic: 1 } }, false],
  [{ brief: 'a', cast: ['designer', 'critic'] }, false],
  [{ brief: 'a', threshold: 7 }, true],
  [{ brief: 'a', threshold: Number.NaN }, false],
  [{ brief: 'a', protocolVersion: 2 }, false],
])('%j as a run request: %s', (request, valid) => {
  expect(StartRunRequestSchema.safeParse(request).success).toBe(valid);
});

test.each([
  ['cast', ['critic'], 'the cast of a jury is fixed; leave it out'],
  ['weights', { critic: 1 }, 'the weights of the votes are read-only; leave them out'],
])('who asks for another %s is told that it cannot be chosen', (key, value, message) => {
  const { error } = StartRunRequestSchema.safeParse({ brief: 'a', [key]: value });
  expect(error?.issues).toMatchObject([{ path: [key], message }]);
});

test.each([
  [99, true],
  [100, true],
  [101, false],
])('metadata with %i keys: %s', (count, valid) => {
  const metadata = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
  expect(CreateProjectRequestSchema.safeParse({ name: 'x', metadata }).success).toBe(valid);
});

test('metadata cannot reach a prototype', () => {
  const parsed = PatchProjectRequestSchema.safeParse(
    JSON.parse('{"metadata":{"__proto__":{"admin":true},"a":1}}'),
  );
  expect(parsed.success ? Object.getPrototypeOf(parsed.data.metadata) : Object.prototype).toBe(
    Object.prototype,
  );
});
