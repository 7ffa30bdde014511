/** Writes without a model: the recipe's template, filled with what the documents state. What they do not state is left out. */

import type { DraftRequest } from '../content-agent.ts';
import { wordsOf, writeCopy } from '../copy.ts';
import { type Facts, readFacts } from './facts.ts';
import { inVoice } from './voice.ts';

const SLOT = /\{\{\s*(\w{1,40})\s*\}\}/g;

export function writeOffline({ recipe, docs }: DraftRequest): string {
  const facts = readFacts(docs);
  const body = fill(recipe.template, slotsOf(facts));
  return writeCopy({
    title: inVoice(facts.title[0] ?? facts.product[0] ?? '', facts.voice),
    description: inVoice(facts.description[0] ?? '', facts.voice),
    body: inVoice(body, facts.voice),
  });
}

/** A block with an open slot goes; a heading with nothing below it goes too. */
function fill(template: string, slots: Readonly<Record<string, string>>): string {
  const blocks = template.split(/\n{2,}/).flatMap((block) => {
    let isOpen = false;
    const text = block.replace(SLOT, (_, name: string) => {
      const value = Object.hasOwn(slots, name) ? (slots[name] ?? '') : '';
      isOpen ||= value === '';
      return value;
    });
    return isOpen ? [] : [text];
  });
  const isSection = (block: string | undefined): boolean => block === undefined || /^##/.test(block);
  const kept = blocks.filter((block, index) => !(/^##/.test(block) && isSection(blocks[index + 1])));
  // A link to a place that is not there leads nowhere.
  const hasStart = kept.some((block) => /^## Start$/m.test(block));
  return kept.filter((block) => hasStart || !/^\[.*\]\(#start\)$/.test(block)).join('\n\n');
}

function slotsOf(facts: Facts): Record<string, string> {
  const [product = ''] = facts.product;
  const [category = ''] = facts.category;
  const [audience = ''] = facts.audience;
  return {
    headline: joined(': ', product, category),
    lead: sentencesOf([
      product === '' ? '' : joined(' is for ', product, audience),
      // A sentence of its own: a phrase or a clause, no words of ours would fit both.
      ...facts.value,
    ]),
    hook: facts.hook[0] ?? sentencesOf(facts.value.slice(0, 1)),
    line: sentencesOf([
      joined(': ', product, category),
      ...(facts.hook.length === 0 ? [] : facts.value.slice(0, 1)),
    ]),
    change: sentencesOf(facts.change),
    today: todayOf(audience, facts.alternatives),
    outcome: sentencesOf(facts.value),
    forWhom: product === '' || audience === '' ? '' : `${product} is for ${audience}.`,
    valueHeading: product === '' ? 'What you get' : `What ${product} gives you`,
    differenceHeading: product === '' ? 'What is different' : `What ${product} does differently`,
    values: list(facts.unique),
    alternatives: list(facts.alternatives),
    proofHeading: 'What has been measured',
    proof: list(facts.proof),
    startHeading: 'Start',
    close: sentencesOf(facts.price),
    cta: facts.cta[0] ?? '',
    contactLink: linkOf(facts.contact),
  };
}

function joined(by: string, one: string, other: string): string {
  return one === '' || other === '' ? one || other : `${one}${by}${other}`;
}

/** One in the sentence, more as a list: whether a capital is a name or the head of a bullet cannot be known. */
function todayOf(audience: string, alternatives: readonly string[]): string {
  const who = `What ${audience === '' ? 'people' : audience} have today:`;
  const [only, ...more] = alternatives;
  if (only === undefined) return '';
  return more.length === 0 ? `${who} ${only.replace(/[.;]$/, '')}.` : `${who}\n\n${list(alternatives)}`;
}

function sentencesOf(parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => `${capital(part)}${/[.!?]$/.test(part) ? '' : '.'}`)
    .join(' ');
}

function list(values: readonly string[]): string {
  return values.map((value) => `- ${capital(value)}`).join('\n');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function linkOf(contacts: readonly string[]): string {
  for (const contact of contacts) {
    const [mail] = /[\w.+-]{1,64}@[\w.-]{1,190}\.[a-z]{2,24}/i.exec(contact) ?? [];
    if (mail !== undefined) return `mailto:${mail}`;
    const [url] = /https?:\/\/[^\s)>"']{1,500}/.exec(contact) ?? [];
    if (url !== undefined) return url;
  }
  return '';
}

/** Telling words: what a claim is about. */
export function tellingWords(text: string): Set<string> {
  return new Set(
    wordsOf(text.toLowerCase())
      .map((word) => word.replace(/['’.-]+$/, '').replace(/(?<=\p{L}{3})(?:es|s)$/u, ''))
      .filter((word) => word.length > 3 || /\d/.test(word))
      .filter((word) => !COMMON.has(word)),
  );
}

const COMMON = new Set(
  'your with this that from have will would could should into than then them they their what when which where while also more most some such only just like been being were does about after before each every over under very much many make made need want help here there these those other another without within between because give gives instead start today'.split(
    ' ',
  ),
);
