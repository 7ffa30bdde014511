import { describe, expect, it } from 'vitest';
import { CLI_AGENTS } from '../agents/cli-table.ts';
import { readPins, whatIsMissing } from './binaries.ts';

describe('conformance/package.json', () => {
  it('requires gemini and codex, and has the others that can be run by themselves', async () => {
    const pins = await readPins();
    expect(pins.filter(({ required }) => required).map(({ id }) => id)).toEqual(['gemini', 'codex']);
    expect(pins.map(({ id }) => id).toSorted()).toEqual(
      ['claude', 'codex', 'continue', 'copilot', 'gemini', 'kimi', 'opencode', 'pi', 'qwen'].toSorted(),
    );
  });

  it('pins the command, package and version that the table of agents was tried with', async () => {
    for (const { id, package: name, version, bin } of await readPins()) {
      expect(CLI_AGENTS.find((agent) => agent.id === id)).toMatchObject({
        command: bin,
        package: name,
        triedVersion: version,
      });
    }
  });

  it('names the platform package where the stub of npm would need an install script', async () => {
    const [mac] = (await readPins({ platform: 'darwin', arch: 'arm64' })).filter(({ id }) => id === 'claude');
    expect(mac?.file).toMatch(
      /optional\/claude\/node_modules\/@anthropic-ai\/claude-code-darwin-arm64\/claude$/,
    );
  });
});

describe('what is installed', () => {
  it('a missing program and another version are told apart, and neither passes', async () => {
    const [pin] = await readPins();
    if (pin === undefined) throw new Error('no pins');
    expect(await whatIsMissing({ ...pin, package: 'nobody-has-this' })).toBe('not installed');
    expect(await whatIsMissing({ ...pin, version: '0.0.1' })).toMatch(
      /^version [\d.]+ is installed, 0\.0\.1 is pinned$/,
    );
    expect(await whatIsMissing({ ...pin, file: `${pin.file}-gone` })).toMatch(/^its program is missing: /);
  });
});
