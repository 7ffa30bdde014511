import { expect, test } from 'vitest';
import { PRICE_LISTS } from './price-table.ts';
import { costOf } from './prices.ts';

const counts = (input: number, output: number, cacheRead = 0, cacheWrite = 0) => ({
  input,
  output,
  cacheRead,
  cacheWrite,
});

test.each([
  ['input and output', 'anthropic', 'claude-sonnet-4-5', counts(1_000_000, 100_000), 3 + 1.5],
  [
    'cached input',
    'anthropic',
    'claude-sonnet-4-5',
    counts(1_000_000, 0, 400_000, 100_000),
    1.5 + 0.12 + 0.375,
  ],
  ['a dated snapshot', 'anthropic', 'claude-sonnet-4-5-20250929', counts(1_000_000, 0), 3],
  ['a dated snapshot with dashes', 'openai', 'gpt-5.4-mini-2026-03-17', counts(1_000_000, 0), 0.75],
  ['at the limit of a tier', 'google', 'gemini-2.5-pro', counts(200_000, 0), 0.25],
  ['one above it', 'google', 'gemini-2.5-pro', counts(200_001, 0), 0.5000025],
  ['nothing used', 'openai', 'gpt-5', counts(0, 0), 0],
])('[M7] %s', (_name, provider, model, tokens, expected) => {
  expect(costOf(provider, model, tokens)).toBeCloseTo(expected, 9);
});

test.each([
  ['an unknown model', 'openai', 'gpt-99'],
  ['a model that only begins like a known one', 'openai', 'gpt-5-turbo'],
  ['a known model at another provider', 'openai-compatible', 'gpt-5'],
  ['a local model', 'ollama', 'llama'],
  ['a name every object has', 'openai', 'constructor'],
])('[M7] the price of %s is unknown, never 0', (_name, provider, model) => {
  expect(costOf(provider, model, counts(1_000, 1_000))).toBeNull();
});

test('[M7] cached input without a price makes the whole unknown', () => {
  expect(costOf('openai', 'gpt-5-pro', counts(10, 10))).not.toBeNull();
  expect(costOf('openai', 'gpt-5-pro', counts(10, 10, 5))).toBeNull();
});

test('[M7] every list has a date and a source, and every price is above 0', () => {
  for (const { asOf, source, models } of PRICE_LISTS) {
    expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(source).not.toBe('');
    for (const price of Object.values(models)) {
      expect(price.input).toBeGreaterThan(0);
      expect(price.output).toBeGreaterThan(price.input);
      if (price.cacheRead !== null) expect(price.cacheRead).toBeLessThan(price.input);
    }
  }
});
