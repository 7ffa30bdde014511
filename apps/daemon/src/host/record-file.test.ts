import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../store/database.ts';
import { recordingStore } from './record-file.ts';

const PROJECT = { name: 'x', metadata: {}, createdAt: '2026-01-01T00:00:00.000Z' };

test.each(['../../evil', '/tmp/evil', '.hidden', 'a/b', '..', 'a\u0000b', 'x'.repeat(300)])(
  'a project whose id is %j gets no copy: nothing but an id makes a path',
  async (id) => {
    const place = mkdtempSync(join(tmpdir(), 'jury-record-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const dataDir = join(place, 'one/two');
    const reported: string[] = [];
    const store = recordingStore(await openStore(':memory:'), {
      dataDir,
      report: (error) => reported.push(String(error)),
    });
    await store.createProject({ ...PROJECT, id });
    await store.createProject({ ...PROJECT, id: 'p-good' });
    await store.close();
    expect(reported).toEqual([expect.stringContaining('is no id')]);
    expect(readdirSync(join(dataDir, 'projects'))).toEqual(['p-good.json']);
    expect([readdirSync(place), existsSync('/tmp/evil.json')]).toEqual([['one'], false]);
  },
);
