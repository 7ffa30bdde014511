import assert from 'node:assert/strict';
import test from 'node:test';
import { fee } from '../lib/fee.mjs';

test('half an hour is free', () => assert.equal(fee(30), 0));
test('two started hours cost 3.60', () => assert.equal(fee(61), 3.6));
