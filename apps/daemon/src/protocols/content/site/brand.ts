/**
 * `design_brand`: visual identity and voice. Copy is somebody else's work; only the single pass fills it in here too.
 */
import { resolve } from 'node:path';
import { readForeignText, typed } from '../../../disk/foreign-file.ts';
import { ForeignFileError } from '../../../disk/foreign-file-error.ts';
import { JuryError } from '../../../jury-error.ts';
import { brandCss } from '../../../skills/brand-css.ts';
import type { BrandKit } from '../../../skills/brand-kit.ts';
import { loadLibrary } from '../../../skills/library.ts';
import type { FoundationDocs } from '../content-store.ts';
import { readFacts } from '../offline/facts.ts';

export interface LandingPage {
  heroHeadline: string;
  heroSubheadline: string;
  ctaText: string;
  ctaHref: string;
  /** Everything below the hero, as Markdown, word for word. */
  body: string;
}

export interface BrandIdentity {
  siteName: string;
  tagline: string;
  targetDemographic: string;
  voice: { tone: string; personality: string; examples: string[] };
  colors: {
    primary: string;
    primaryLight: string;
    background: string;
    backgroundElevated: string;
    textPrimary: string;
    textSecondary: string;
    textMuted: string;
    accent: string;
    border: string;
  };
  typography: { headingFont: string; bodyFont: string; monoFont: string };
  /** The style sheet made of it. */
  css: string;
  landingPage?: LandingPage;
  seoDescription?: string;
}

/** Without a model: the design system's own colours and faces, the voice as the documents put it. */
export function designBrand(docs: FoundationDocs, kit: BrandKit): BrandIdentity {
  const facts = readFacts(docs);
  const { colors, type } = kit;
  const voice = (docs['brand-voice'] ?? '')
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*+]|#+)\s*/, '').trim())
    .filter((line) => line !== '');
  return {
    siteName: facts.product[0] ?? '',
    tagline: facts.category[0] ?? '',
    targetDemographic: facts.audience[0] ?? '',
    voice: { tone: voice[1] ?? voice[0] ?? '', personality: voice[2] ?? '', examples: voice.slice(3, 8) },
    colors: {
      primary: colors.accent,
      primaryLight: colors.mark,
      background: colors.paper,
      backgroundElevated: colors.surface,
      textPrimary: colors.ink,
      textSecondary: colors.muted,
      textMuted: colors.muted,
      accent: colors.link,
      border: colors.line,
    },
    typography: { headingFont: type.h1.family, bodyFont: type.body.family, monoFont: type.figure.family },
    css: brandCss(kit),
  };
}

const DEFAULT_DESIGN = 'commons';
const MAX_DESIGN_BYTES = 102_400;

export interface DesignPlace {
  dataDir: string;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** A design system's id, or a file; null for ours. */
  named: string | null;
}

export async function designTextOf({ dataDir, env, cwd, named }: DesignPlace): Promise<string> {
  const { designs } = await loadLibrary({ dataDir, env });
  const wanted = named ?? DEFAULT_DESIGN;
  const found = designs.find(({ id }) => id === wanted);
  if (found !== undefined) return found.text;
  const known = `a DESIGN.md, or one of ${designs.map(({ id }) => id).join(', ')}`;
  try {
    return readForeignText(resolve(cwd, wanted), typed(wanted, MAX_DESIGN_BYTES, cwd));
  } catch (error) {
    if (!(error instanceof ForeignFileError)) throw error;
    const name = JSON.stringify(wanted.slice(0, 60));
    const why = error.reason === 'missing' ? `there is no ${name}; name ${known}` : `${name}: ${error.why}`;
    throw new JuryError('bad_request', `design: ${why}`);
  }
}
