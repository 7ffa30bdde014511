import { test } from 'vitest';
test('money', () => {});
