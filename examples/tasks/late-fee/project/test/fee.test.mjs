import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lateFee } from '../src/fee.mjs';

const day = (n) => new Date(Date.UTC(2026, 0, n));

test('LATE-7.1: given back on the due day', () => {
  assert.equal(lateFee(day(5), day(5)), 0);
});

test('two days late', () => {
  assert.equal(lateFee(day(5), day(7)), 50);
});
