/**
 * Flags that keep a program from acting are passed to every version, whatever its help says or hides. A version that does
 * not take them, is older than any that was tried, or is not told, cannot be made safe: it is refused, with a sentence.
 *
 * Rows without a version that was tried (cursor-agent, amp, aider) have no minimum either, so no version of them is
 * refused: what holds them is known from their descriptions alone. cursor-agent and aider are put into their question
 * modes; amp has no flag that keeps it from reading and writing files, its own questions have nobody to answer them. So
 * they are started in a sandbox, or nowhere, unless the operator asks for none (docs/decisions/0073).
 */
import type { CliAgent, Flags } from './cli-table.ts';
import type { Installed } from './detect.ts';
import type { SandboxKind, SandboxMode } from './sandbox.ts';
import type { Agent, AgentDelta } from './session.ts';

const REJECTED =
  /(?:unknown|unrecogni[sz]ed|unexpected|invalid|no such|not a valid)[^\n]{0,40}(?:option|argument|flag|command|parameter)|did you mean/i;

/** Null when nothing is known against it. */
export function refusalOf(row: CliAgent, { version, supported }: Installed): string | null {
  if (supported) return null;
  if (version === null)
    return `${row.name} does not tell its version, and before ${row.minimumVersion} it cannot be kept from using tools and starting programs. Update it: ${row.install}`;
  return `${row.name} ${version} is older than ${row.minimumVersion}, and cannot be kept from using tools and starting programs. Update it: ${row.install}`;
}

/** Null where there is a sandbox, where the operator wants none, and for rows that were tried. */
export function refusalWithoutSandbox(
  { name, triedVersion }: CliAgent,
  mode: SandboxMode,
  kind: SandboxKind | null,
): string | null {
  // One that is required is missed at the start of any program.
  if (triedVersion !== null || mode !== 'auto' || kind !== null) return null;
  return `${name} was never tried with a jury: nobody knows what keeps it from acting, so it is started in a sandbox only, and none works here. Install bubblewrap, or say --sandbox off.`;
}

/** The same agent; that it does not take a flag it cannot do without is said as what it is. */
export function withoutUnsafeVersions(
  agent: Agent,
  { name, install }: CliAgent,
  { version }: Installed,
  wanted: readonly Flags[],
): Agent {
  const flags = wanted.flatMap((one) => ('protects' in one ? one.protects : []));
  const names = flags.filter((flag) => flag.startsWith('-')).map((flag) => flag.split('=')[0] ?? flag);
  const explained = (delta: AgentDelta): AgentDelta => {
    if (delta.type !== 'error' || !REJECTED.test(delta.message)) return delta;
    const flag = names.find((one) => delta.message.includes(one.replace(/^-+/, '')));
    if (flag === undefined) return delta;
    const message = `${name} ${version ?? ''} does not take ${flag}, without which it cannot be made safe: it is not used. Update it: ${install}`;
    return { type: 'error', kind: 'other', message, final: true };
  };
  if (names.length === 0) return agent;
  return {
    ...agent,
    async open(request, signal) {
      const session = await agent.open(request, signal);
      return {
        interrupt: () => session.interrupt(),
        close: () => session.close(),
        async *send(turn) {
          for await (const delta of session.send(turn)) yield explained(delta);
        },
      };
    },
  };
}
