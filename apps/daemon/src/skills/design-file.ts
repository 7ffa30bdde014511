/** A DESIGN.md of the library: its text, what it is called, what could not be read of it. */
import type { DesignSystemInfo, LibraryProblem } from '@design-jury/contracts/skills';
import { brandKit } from './brand-kit.ts';
import { ContainedFileError, readContained } from './contained-file.ts';
import { laneInks } from './lane-inks.ts';

const DESIGN_FILE = 'DESIGN.md';
/** What a run takes as `design`, in bytes. */
const MAX_DESIGN_BYTES = 100 * 1024;

export interface DesignFile {
  id: string;
  origin: 'built-in' | 'user';
  file: string;
  text: string;
}

export async function readDesignFolder(
  path: string,
  id: string,
  origin: DesignFile['origin'],
): Promise<{ item: DesignFile | null; problems: LibraryProblem[] }> {
  const file = `${path}/${DESIGN_FILE}`;
  const problem = (severity: LibraryProblem['severity'], message: string, line: number | null = null) => ({
    severity,
    file,
    line,
    message,
  });
  let text: string;
  try {
    text = await readContained(path, DESIGN_FILE, MAX_DESIGN_BYTES);
  } catch (error) {
    if (error instanceof ContainedFileError)
      return { item: null, problems: [problem('error', error.message)] };
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    return { item: null, problems: [problem('error', `cannot be read (${code})`)] };
  }
  const { system } = brandKit(text);
  const problems = system.problems.map((message) => {
    const line = /^line (\d+): (.*)$/s.exec(message);
    return problem('warning', line?.[2] ?? message, line === null ? null : Number(line[1]));
  });
  if (system.colors.length === 0 && system.fonts.length === 0)
    return {
      item: null,
      problems: [
        ...problems,
        problem('error', 'names neither a colour nor a typeface: it is no design system'),
      ],
    };
  return { item: { id, origin, file, text }, problems };
}

export function designInfo({ id, origin, text }: DesignFile): DesignSystemInfo {
  const kit = brandKit(text);
  const { name, colors, fonts, fontSizes, spacing, radii, avoid } = kit.system;
  return {
    id,
    name: name || id,
    summary: summaryOf(text),
    origin,
    colors,
    fonts,
    fontSizes,
    spacing,
    radii,
    voice: { avoid },
    laneInks: laneInks(kit),
  };
}

/** The `summary:` of the frontmatter, else the first paragraph of prose. */
function summaryOf(text: string): string {
  const line = /^summary:[ \t]*(.{1,400})$/m.exec(text)?.[1];
  if (line !== undefined) return line.trim().replace(/^["']|["']$/g, '');
  const prose = text.replace(/^\uFEFF?---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/, '');
  return (
    prose
      .split(/\n\s*\n/)
      .map((part) => part.trim())
      .find((part) => part !== '' && !/^[#|`-]/.test(part))
      ?.replace(/\s+/g, ' ')
      .slice(0, 300) ?? ''
  );
}
