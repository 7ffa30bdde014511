/** What is said about a place of the page as it is laid out. Pure. */
import type { LayoutFault } from './facts.ts';

/** Audits that a page laid out answers, or adds to. */
export const LAYOUT_AUDITS: ReadonlySet<string> = new Set([
  'overlapping-text',
  'misaligned',
  'unequal-gutters',
  'orphan-line',
  'screen-balance',
  'layout-shift',
  'missing-images',
  'target-size',
  'visible-text',
]);

interface Said {
  measured: string;
  required: string;
  message: string;
  suggestion: string;
}

/** Begins a sentence. */
export function windowWords(width: number): string {
  if (width <= 480) return 'On a phone';
  if (width === 640) return 'At 200 % zoom';
  return width < 1024 ? 'On a tablet' : 'On a desktop screen';
}

export function layoutSaid({ audit, kind, text, px, box, width }: LayoutFault): Said {
  const [first = 0, second = 0] = px;
  const where = windowWords(width);
  const place = `at ${box.x}, ${box.y} (${box.width} × ${box.height} px) of a window ${width}px wide`;
  switch (audit) {
    case 'overlapping-text':
      return kind === 'text on text'
        ? {
            measured: `${first} × ${second} px in common, ${place}`,
            required: 'a place of its own for each text',
            message: `${where} two texts lie on each other: "${text.replace(' | ', '" and "')}".`,
            suggestion: 'Give each its own room in the layout instead of a position.',
          }
        : {
            measured: `${first} of ${second} points of the line covered, ${place}`,
            required: 'nothing over the text',
            message: `${where} a box covers part of the text "${text}".`,
            suggestion: 'Move the box, or give the text room.',
          };
    case 'misaligned':
      return {
        measured: `${first}px ${kind === 'row' ? 'higher or lower' : 'to the side'}, ${place}`,
        required: 'one line for things of one kind',
        message: `One of several equal things stands ${first}px out of line: "${text}".`,
        suggestion: 'Take its own margin away, so that it stands where the others stand.',
      };
    case 'unequal-gutters':
      return {
        measured: `${first}px where the others have ${second}px, ${place}`,
        required: 'one distance between equal things',
        message: `The gap before "${text}" is ${first}px, the gaps beside it ${second}px.`,
        suggestion: 'Use one gap for all of them.',
      };
    case 'orphan-line':
      return {
        measured: `a last line of ${first}px below one of ${second}px, ${place}`,
        required: 'more than a word in the last line',
        message: `The heading's last line is the word "${text}" alone.`,
        suggestion: 'Set text-wrap: balance, or shorten it.',
      };
    case 'layout-shift':
      return {
        measured: `${first}px that are not reserved, ${place}`,
        required: 'width and height, or an aspect ratio',
        message: `Text on the first screen moves when the picture ${text} has loaded.`,
        suggestion: 'Give the picture its width and height.',
      };
    case 'missing-images':
      return {
        measured: `nothing to draw, ${place}`,
        required: 'a picture that a browser can draw',
        message: `The image ${text} does not show in a browser.`,
        suggestion: 'Add the file, or save it in a format that browsers read.',
      };
    case 'target-size':
      return {
        measured: `${first} × ${second} px with another target beside it, ${place}`,
        required: 'at least 24 × 24 px, or that much room around it',
        message: `On a phone the target "${text}" is ${first} × ${second} px, and the next one is closer than a fingertip.`,
        suggestion: 'Make it 24 px high and wide, or move them apart.',
      };
    case 'visible-text':
      return unseenSaid(kind, first, where, text, place);
    default:
      return screenSaid(kind, first, second, text, place);
  }
}

function screenSaid(kind: string, first: number, second: number, text: string, place: string): Said {
  switch (kind) {
    case 'empty':
      return {
        measured: `${first}px without text or pictures, ${place}`,
        required: `less than a screen of ${second}px`,
        message: `${first}px of the page hold nothing.`,
        suggestion: 'Take the room away, or fill it.',
      };
    case 'crowded':
      return {
        measured: `${first} % of the first screen are text, ${place}`,
        required: 'at most half',
        message: `Text fills ${first} % of the first screen.`,
        suggestion: 'Set it narrower, and give it air.',
      };
    default:
      return {
        measured: `begins at ${first}px, ${place}`,
        required: `within the first ${second}px`,
        message: `The main heading "${text}" begins below the first screen.`,
        suggestion: 'Move it up: it tells readers where they are.',
      };
  }
}

const UNSEEN_BECAUSE: Readonly<Record<string, string>> = {
  invisible: 'its letters do not stand out from what is drawn there',
  covered: 'a box lies over it',
  'not shown': 'hardly anything of this part is shown',
  'not drawn': 'content-visibility: hidden keeps it from being drawn',
  'out of reach': 'it lies below the window, and the page does not scroll',
  'too small': 'it is drawn too small to read',
  blurred: 'it is blurred',
};

function unseenSaid(kind: string, px: number, where: string, text: string, place: string): Said {
  const because = UNSEEN_BECAUSE[kind] ?? 'something hides it';
  return {
    measured: `${because}${kind === 'too small' ? ` (${px}px high)` : ''}, ${place}`,
    required: 'text that can be seen',
    message: `${where} the text "${text}" cannot be seen: ${because}.`,
    suggestion: 'Show the text, or take it off the page.',
  };
}
