/** Which element of a page a finding of the lint is about, as a selector that names it alone. Pure. */
import type { Demand } from '@design-jury/contracts/theater/critique';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { nodesOf } from './markup.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** A demand, and the element it is about; null where it is about none. */
export interface Found {
  demand: Demand;
  element: Element | null;
}

/** Characters; a longer way down tells nobody anything. */
const LONGEST_WAY = 400;
const PLAIN_ID = /^[A-Za-z][\w-]*$/;

/** Each demand points at its own element, also where a short selector would name several. */
export function pointed(list: readonly Found[], document: Node): Demand[] {
  if (list.every(({ element }) => element === null)) return list.map(({ demand }) => demand);
  const counts = new Map<string, number>();
  for (const node of nodesOf(document)) {
    if (!('attrs' in node)) continue;
    const short = selectorOf(node);
    counts.set(short, (counts.get(short) ?? 0) + 1);
  }
  return list.map(({ demand, element }) =>
    element === null ? demand : { ...demand, target: targetOf(element, counts) },
  );
}

function targetOf(element: Element, counts: ReadonlyMap<string, number>): string {
  const short = selectorOf(element);
  if (counts.get(short) === 1) return short;
  const whole = `${wayTo(element, counts)}${short}${placeOf(element)}`;
  return whole.length > LONGEST_WAY ? short : whole;
}

/** The way down to an element, by tags and places, from the nearest one around it that can be named alone. */
function wayTo(element: Element, counts: ReadonlyMap<string, number>): string {
  const steps: string[] = [];
  for (let above = element.parentNode; above !== null && 'tagName' in above; above = above.parentNode) {
    const own = selectorOf(above);
    const isAlone = counts.get(own) === 1;
    steps.push(`${isAlone ? own : `${above.tagName}${placeOf(above)}`} > `);
    if (isAlone) break;
  }
  return steps.reverse().join('');
}

/** Which of its kind it is among its neighbours; nothing where it is the only one. */
function placeOf(element: Element): string {
  const alike = (element.parentNode?.childNodes ?? []).filter(
    (node) => 'tagName' in node && node.tagName === element.tagName,
  );
  return alike.length < 2 ? '' : `:nth-of-type(${alike.indexOf(element) + 1})`;
}

function selectorOf(element: Element): string {
  const value = (name: string) => element.attrs.find((attribute) => attribute.name === name)?.value;
  const id = value('id');
  if (id !== undefined && PLAIN_ID.test(id)) return `#${id}`;
  const href = value('href');
  return href === undefined ? element.tagName : `${element.tagName}[href="${href.replaceAll('"', '\\"')}"]`;
}
