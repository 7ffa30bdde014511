import { afterEach, beforeEach, describe, test, vi } from 'vitest';
import { setCritiqueTheaterEnabled, setProjectJury } from './set-theater-enabled.ts';

interface Sent {
  method: string;
  path: string;
  body: unknown;
}

/** The daemon's end of the wire, and the browser's storage. */
let sent: Sent[];
let kept: Map<string, string>;
let readFails: boolean;
let told: string[];

beforeEach(() => {
  sent = [];
  kept = new Map();
  readFails = false;
  told = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => told.push(type) > 0);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET';
    sent.push({ method, path, body: init.body === undefined ? null : JSON.parse(String(init.body)) });
    if (method === 'GET' && readFails)
      return Response.json({ error: { code: 'internal', message: 'no' } }, { status: 500 });
    return Response.json({ id: 'p1', metadata: { kind: 'site', linkedDirs: ['a'] } });
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe('setCritiqueTheaterEnabled', () => {
  test('without a project it is kept in this browser only', async ({ expect }) => {
    await setCritiqueTheaterEnabled(false);
    expect([...kept.values()]).toEqual(['false']);
    expect(sent).toEqual([]);
    expect(told).toEqual(['storage']);
    await setCritiqueTheaterEnabled(null);
    expect(kept.size).toBe(0);
  });

  test('with a project it is kept here too, and the project is read, merged and written', async ({
    expect,
  }) => {
    await setCritiqueTheaterEnabled(true, 'p1');
    expect([...kept.values()]).toEqual(['true']);
    expect(sent).toEqual([
      { method: 'GET', path: '/api/projects/p1', body: null },
      {
        method: 'PATCH',
        path: '/api/projects/p1',
        body: { metadata: { kind: 'site', linkedDirs: ['a'], critiqueTheaterEnabled: true } },
      },
    ]);
  });

  test('what cannot be read is not written', async ({ expect }) => {
    readFails = true;
    await expect(setCritiqueTheaterEnabled(true, 'p1')).rejects.toThrow('no');
    expect(sent.map(({ method }) => method)).toEqual(['GET']);
  });
});

test('a project’s switch changes nothing of what this browser shows', async ({ expect }) => {
  await setCritiqueTheaterEnabled(true);
  told = [];
  await setProjectJury(false, 'p1');
  expect([...kept.values()]).toEqual(['true']);
  expect(told).toEqual([]);
  expect(sent.at(-1)?.body).toEqual({
    metadata: { kind: 'site', linkedDirs: ['a'], critiqueTheaterEnabled: false },
  });
});
