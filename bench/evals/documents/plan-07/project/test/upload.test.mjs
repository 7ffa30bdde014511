import test from 'node:test';
test('an upload is stored', () => {});
