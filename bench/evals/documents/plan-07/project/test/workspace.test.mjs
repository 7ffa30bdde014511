import test from 'node:test';
test('a workspace has a name', () => {});
