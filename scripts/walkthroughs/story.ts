/** What a person did and saw, step by step, and the page of docs/walkthroughs it becomes. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../files.ts';

const PAGES = 'docs/walkthroughs';
const PICTURES = 'docs/images/walkthroughs';

/** `text` for a screen of the terminal, `picture` for a page. */
type Screen = { text: string; language: 'text' } | { picture: string; of: string };

interface Step {
  /** What the person does. */
  does: string;
  /** What there is to see, and what it is good for. */
  sees: string;
  screen: Screen;
}

export interface Person {
  id: string;
  title: string;
  /** Who this is, and what they want. */
  wants: string;
}

export class Story {
  readonly #steps: Step[] = [];
  readonly #begun = performance.now();
  #value: { seconds: number; what: string } | null = null;
  readonly person: Person;
  readonly #scrub: (text: string) => string;

  constructor(person: Person, scrub: (text: string) => string) {
    this.person = person;
    this.#scrub = scrub;
    mkdirSync(join(ROOT, PICTURES), { recursive: true });
    // Pictures of steps that are no more must not stay behind.
    for (const name of readdirSync(join(ROOT, PICTURES)))
      if (name.startsWith(`${person.id}-`)) rmSync(join(ROOT, PICTURES, name));
  }

  terminal(does: string, command: string, screen: string, sees: string): void {
    const text = this.#scrub(`$ ${command}\n${screen}`);
    this.#steps.push({ does, sees, screen: { text, language: 'text' } });
  }

  /** The picture is of what fits on the screen, as the person sees it. */
  async page(does: string, page: Page, sees: string): Promise<void> {
    const name = `${this.person.id}-${String(this.#steps.length + 1).padStart(2, '0')}.png`;
    await page.screenshot({ path: join(ROOT, PICTURES, name), animations: 'disabled', caret: 'hide' });
    const of = await page.title();
    this.#steps.push({ does, sees, screen: { picture: name, of } });
  }

  /** The first thing the person can use, since the story began. Only the first counts. */
  firstValue(what: string): void {
    this.#value ??= { seconds: (performance.now() - this.#begun) / 1000, what };
  }

  write(made: string): string {
    const { id, title, wants } = this.person;
    const value =
      this.#value === null
        ? ''
        : `**Time to first value: ${this.#value.seconds.toFixed(1)} s**, from the first step to ${this.#value.what}. `;
    const whole = ((performance.now() - this.#begun) / 1000).toFixed(0);
    const steps = this.#steps.map(
      ({ does, sees, screen }, i) => `## ${i + 1}. ${does}\n\n${shown(screen)}\n\n${sees}\n`,
    );
    const text = `<!-- Written by npm run walkthroughs from a real run. Edits here are lost. -->

# ${title}

${wants}

${value}The whole way took ${whole} s. ${made}

${steps.join('\n')}`;
    mkdirSync(join(ROOT, PAGES), { recursive: true });
    writeFileSync(join(ROOT, PAGES, `${id}.md`), text);
    return `${id}: ${this.#steps.length} steps, first value after ${this.#value?.seconds.toFixed(1) ?? '–'} s, ${whole} s in all`;
  }
}

function shown(screen: Screen): string {
  return 'text' in screen
    ? `\`\`\`text\n${screen.text}\n\`\`\``
    : `![${screen.of}](../images/walkthroughs/${screen.picture})`;
}
