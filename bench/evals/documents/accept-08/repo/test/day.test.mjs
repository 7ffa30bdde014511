import assert from 'node:assert/strict';
import test from 'node:test';
import { fee } from '../lib/fee.mjs';

test('a day costs 14.40 at most', () => assert.equal(fee(24 * 60), 14.4));
