/** What every place for pages does: content under its hash, one of them final. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { ArtifactWriterOptions } from '../artifacts/artifact-writer.ts';
import type { ArtifactWriter, FinalPointer } from '../artifacts/artifacts.ts';

export interface ArtifactPlace {
  write(options?: ArtifactWriterOptions): ArtifactWriter;
  /** By the name it was stored under. */
  read(path: string): Promise<string>;
  pointFinal(sha256: string): Promise<unknown>;
  readFinal(): Promise<FinalPointer | null>;
  removeFinal(): Promise<void>;
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

export function artifactCases(name: string, make: () => Promise<ArtifactPlace>): void {
  const store = async (place: ArtifactPlace, text: string, extension = 'html') => {
    const writer = place.write({ extension });
    for (const piece of text.match(/[\s\S]{1,3}/gu) ?? []) await writer.write(piece);
    return writer.close();
  };

  describe(`artifacts: ${name}`, () => {
    test('a page written in pieces is stored under the hash of all of it', async () => {
      const place = await make();
      const text = '<p>Zürich 漢字 🧾</p>';
      const stored = await store(place, text);
      expect(stored).toEqual({
        sha256: sha(text),
        bytes: Buffer.byteLength(text),
        path: `${sha(text)}.html`,
      });
      expect(await place.read(stored.path)).toBe(text);
      expect(await store(place, text)).toEqual(stored);
    });

    test('one is final, and another can be in its place; nothing is, after it was taken away', async () => {
      const place = await make();
      expect(await place.readFinal()).toBeNull();
      const [one, two] = [await store(place, 'one'), await store(place, '# two', 'md')];
      await place.pointFinal(one.sha256);
      expect(await place.readFinal()).toEqual({ sha256: one.sha256, path: one.path });
      await place.pointFinal(two.sha256);
      expect(await place.readFinal()).toEqual({ sha256: two.sha256, path: two.path });
      await place.removeFinal();
      await place.removeFinal();
      expect(await place.readFinal()).toBeNull();
    });

    test('what is not stored cannot be final, and what was abandoned is not stored', async () => {
      const place = await make();
      const writer = place.write();
      await writer.write('half');
      await writer.abandon();
      await expect(place.pointFinal(sha('half'))).rejects.toMatchObject({ reason: 'missing' });
      await expect(place.pointFinal('../../etc/passwd')).rejects.toMatchObject({ reason: 'bad_name' });
      await expect(place.read(`${sha('half')}.html`)).rejects.toMatchObject({ reason: 'missing' });
      await expect(place.read('../secret')).rejects.toMatchObject({ reason: 'bad_name' });
    });

    test('a page over its limit is refused and leaves nothing', async () => {
      const place = await make();
      const writer = place.write({ maxBytes: 10 });
      const writing = (async () => {
        await writer.write('12345678901');
        await writer.close();
      })();
      await expect(writing).rejects.toMatchObject({ reason: 'too_large' });
      await expect(place.pointFinal(sha('12345678901'))).rejects.toMatchObject({ reason: 'missing' });
    });
  });
}
