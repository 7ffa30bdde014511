import assert from 'node:assert/strict';
import test from 'node:test';
import { slug } from '../src/slug.mjs';

test('SLUG-3: spaces become hyphens', () => assert.equal(slug('Open Day 2026'), 'open-day-2026'));
