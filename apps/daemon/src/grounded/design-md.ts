/** Reads a DESIGN.md of either dialect into the tokens the brand audits compare with. */

export interface DesignToken {
  name: string;
  value: string;
}

export interface DesignSystem {
  name: string;
  dialect: 'frontmatter' | 'prose';
  colors: DesignToken[];
  fonts: string[];
  /** Pixels. */
  fontSizes: number[];
  radii: number[];
  spacing: number[];
  /** Words the voice section forbids. */
  avoid: string[];
  /** What could not be read, each with its line. */
  problems: string[];
}
