/** The sentences written in a source file, with examples for what they are filled with: read by said.test.ts. */

/** As oxc gives them; only what is looked at. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

export interface Written {
  /** The property it is written in: `message`, `suggestion`. */
  name: string;
  text: string;
  samples: string[];
}

const SENTENCES = new Set(['message', 'suggestion', 'says', 'advice', 'describe', 'unit', 'raise']);

/** What stands for an expression whose value has to be one of ours; several where audits name theirs alike. */
const EXAMPLES: Readonly<Record<string, string | readonly string[]>> = {
  pair: '#000 on #fff',
  'problem.text': ['leads nowhere', 'names no host'],
  'broken.text': 'says mail and calls a number',
  'roleOf(at)': ['', ' with role="main"'],
  'sayWhat(at)': '<img>',
  why: ['says what the caption says', 'is no time of day'],
  'IN_STATE[state]': 'while it has the focus',
  where: 'On a phone',
  'windowWords(window)': 'On a phone',
  trap: 'the Tab key does nothing',
  bar: 'left',
  part: 'button',
  thing: 'gradients',
  unit: 'wrong roles',
  'sentence(message)': 'The attribute is not defined.',
  "text.replace(' | ', '\" and \"')": 'a" and "b',
};
const DAYS = new Set(['name']);

export interface Writing {
  /** Properties whose text is a sentence for people. */
  names: ReadonlySet<string>;
  /** What an expression may stand for; undefined for any word or number. */
  example: (expression: string) => readonly string[] | undefined;
}

const OF_AUDITS: Writing = {
  names: SENTENCES,
  example: (expression) => {
    const known = EXAMPLES[expression];
    return known === undefined ? undefined : [known].flat();
  },
};

export function writtenIn(program: unknown, source: string, writing = OF_AUDITS): Written[] {
  const found: Written[] = [];
  const add = (name: string, node: Node): void => {
    for (const text of textsOf(node, source).filter((one) => one !== ''))
      found.push({ name, text, samples: filled(text, writing) });
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    else if (isNode(node)) {
      const key = node.type === 'Property' ? node.key : null;
      const name = isNode(key) ? String(key.name) : '';
      if (writing.names.has(name) && isNode(node.value)) add(name, node.value);
      const declared = node.type === 'VariableDeclarator' && isNode(node.id) ? String(node.id.name) : '';
      if (writing.names.has(declared) && isNode(node.init)) add(declared, node.init);
      const called = node.type === 'CallExpression' && isNode(node.callee) ? String(node.callee.name) : '';
      if (writing.names.has(`${called}()`)) for (const given of node.arguments as Node[]) add(called, given);
      if (writing.names.has('return') && node.type === 'ReturnStatement' && isNode(node.argument))
        add('return', node.argument);
      if (node.type === 'CallExpression') found.push(...handedOver(node, source, writing));
      for (const value of Object.values(node)) visit(value);
    }
  };
  visit(program);
  return found;
}

/** Whole sentences that are given to a function which puts them into a finding. */
function handedOver({ arguments: given }: Node, source: string, writing: Writing): Written[] {
  return (given as Node[])
    .filter(({ type }) => type !== 'ArrowFunctionExpression')
    .flatMap((one) => textsOf(one, source))
    .filter((text) => /^["<{\p{Lu}].* .*\.$/u.test(text))
    .map((text) => ({ name: 'argument', text, samples: filled(text, writing) }));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** Every text an expression can be, with `{expression}` for what is filled in; nothing where it is no literal. */
function textsOf(node: Node, source: string): string[] {
  const of = (key: string): string[] => (isNode(node[key]) ? textsOf(node[key], source) : []);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'ParenthesizedExpression':
      return of('expression');
    case 'ConditionalExpression':
      return [...of('consequent'), ...of('alternate')];
    case 'LogicalExpression':
      return [...of('left'), ...of('right')];
    case 'ArrowFunctionExpression':
      return of('body');
    case 'TemplateLiteral':
      return template(node, source);
    default:
      return [];
  }
}

function template(node: Node, source: string): string[] {
  const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
  const holes = node.expressions as Node[];
  return holes.reduce(
    (texts, hole, index) => {
      const inner =
        hole.type === 'ConditionalExpression'
          ? textsOf(hole, source)
          : [`{${source.slice(hole.start, hole.end).replace(/\s+/g, ' ')}}`];
      return texts.flatMap((text) => inner.map((one) => `${text}${one}${parts[index + 1] ?? ''}`));
    },
    [parts[0] ?? ''],
  );
}

/** With a number and with a word in each place; a day of the week where it is one. */
function filled(text: string, { example }: Writing): string[] {
  let samples = [''];
  for (const [part, name] of text.matchAll(/\{((?:[^{}]|\{[^{}]*\})+)\}|[^{]+|\{/g)) {
    const known = name === undefined ? [part] : example(name);
    const choices = known ?? ['7', 'word', ...(DAYS.has(name ?? '') ? ['Monday'] : [])];
    samples = samples.flatMap((sample) => choices.map((choice) => `${sample}${choice}`));
  }
  return samples;
}
