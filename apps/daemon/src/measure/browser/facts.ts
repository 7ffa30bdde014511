/** What a browser tells about a page, read from its answers; and the one error it fails with. */
import { z } from 'zod';
import type { Look } from './look.ts';
import type { ServedPage } from './serve.ts';

const AxeNode = z.object({
  selector: z.string(),
  /** See `pathOf`; empty when the element is gone. */
  path: z.string(),
  html: z.string(),
  summary: z.string(),
  /** Why axe could not decide; empty when it could. */
  reason: z.string(),
  /** The colours axe compared, as it reads them: hexadecimal. */
  colours: z.object({ text: z.string(), behind: z.string(), required: z.number() }).optional(),
});
/** One place axe speaks about. */
export type AxeNode = z.infer<typeof AxeNode>;

const AxeRule = z.object({ rule: z.string(), impact: z.string().nullable(), nodes: z.array(AxeNode) });
export const AxeFacts = z.object({
  violations: z.array(AxeRule),
  incomplete: z.array(AxeRule),
  /** Paths of elements with text of their own, and how it begins: tells what scripts have moved. */
  texts: z.record(z.string(), z.string()),
});
export const Overflow = z.object({ path: z.string(), width: z.number(), right: z.number() });
export const Clipped = z.object({ path: z.string(), text: z.string() });

/** Pixels of the page at the width it was laid out for. */
const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Box = z.infer<typeof Box>;

/** What one question about the layout found, and at how many places it was asked. */
export const LayoutAnswer = z.object({
  looked: z.number(),
  found: z.array(
    z.object({ kind: z.string(), path: z.string(), text: z.string(), px: z.array(z.number()), box: Box }),
  ),
});

/** One place of the page as it is laid out, at fault. */
export interface LayoutFault extends z.infer<typeof LayoutAnswer.shape.found.element> {
  audit: string;
  /** CSS pixels of the window. */
  width: number;
}

export interface Layout {
  faults: LayoutFault[];
  /** Places asked, by audit. */
  looked: Record<string, number>;
  /** Whether scripts that were not run may change it. */
  scripted: boolean;
}

/** A piece of the picture that shows a fault. */
export interface Crop {
  audit: string;
  width: number;
  /** What is wrong there. */
  said: string;
  png: Uint8Array;
}
export const LineLength = z.object({ path: z.string(), characters: z.number() });
export const PictureText = z.object({
  about: AxeNode,
  boxes: z.array(Box),
  color: z.string(),
  opacity: z.number(),
  required: z.number(),
});

/** The tenth percentile of the contrast, and of the ground's lightness from both ends; null where nothing was drawn. */
export const AgainstPixels = z.object({ ratio: z.number(), behind: z.array(z.string()) }).nullable();

/** Text over a picture, held against the pixels behind it. */
export interface PixelContrast {
  node: AxeNode;
  ratio: number;
  required: number;
  /** What its letters are painted with, and the darkest and the lightest of what is behind them. */
  text?: string;
  behind?: readonly string[];
}

export interface BrowserFacts extends z.infer<typeof AxeFacts> {
  pixelContrast: PixelContrast[];
  /** Boxes that stick out of the window, at its width. */
  overflow: (z.infer<typeof Overflow> & { window: number })[];
  lines: z.infer<typeof LineLength>[];
  /** Boxes that cut their text off, at the window's width. */
  clipped: (z.infer<typeof Clipped> & { window: number })[];
  layout: Layout;
  look: Look;
  /** Only where they were asked for. */
  crops: Crop[];
  /** The page as its scripts have built it; null where they did not run. */
  rendered: string | null;
  /** PNG at desktop width, for the guard and the report. */
  screenshot: Uint8Array;
  version: string;
}

export interface BrowserInput {
  html: string;
  folder: string | null;
  /** @default 'block' */
  scripts?: ServedPage['scripts'];
  /** Whether faults of the layout are shown as pieces of the picture. @default false */
  crops?: boolean;
}

/** The browser could not measure this page; the message says why. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError';
}
