/** Ideas as different people write them down: the same five things, under other names and in other shapes. */
import type { FoundationDocs } from '../content-store.ts';

const SEO = (keywords: string, title: string, description: string): string =>
  `Target keywords: ${keywords}\nTitle: ${title}\nDescription: ${description}\n`;

export const WRITTEN_IDEAS: Readonly<Record<string, FoundationDocs>> = {
  'one sentence, and a table of keywords': {
    positioning: `# Positioning statement

For veterinary clinics in the countryside who drive to most of their patients, **Hoofnote** is a
visit diary that writes the bill while the vet drives. Unlike paper day books, Hoofnote
works without a signal and keeps every dose with the animal it was given to.

Call to action: Try it for one week
Contact: hello@hoofnote.example
Proof: 41 clinics in Jutland; 1,900 visits a week
`,
    'seo-strategy': `# SEO

| Keyword | Volume | Intent |
|---|---:|---|
| vet visit diary | 320 | buy |
| veterinary billing app | 210 | compare |

- Meta title: Vet visit diary that writes the bill
- Meta description: Hoofnote is a visit diary for country vets. It works without a signal and writes the bill while you drive.
`,
    'brand-voice': '# Voice\n\nDry and kind.\n',
    'social-media-strategy': '# Social\n\n## Hooks\n\n- Nine farms, one day book, and rain.\n',
  },
  'numbered headings, values below headings of their own, lines that wrap': {
    positioning: `# Positioning of Kilnlog

## 1. Competitive alternatives

- A notebook beside the kiln
- Photographs of the controller's
  display

## 2. Unique attributes (and what enables them)

### Cone by cone

Every firing is kept as a curve of heat over time, so that the same
glaze can be fired the same way again.

### Any controller

A clip reads the controller that is already there.

## 3. Value & outcomes

Potters repeat a glaze they loved, and lose fewer pots to
guessing.

## 4. Best-fit customers

shared studios with more than one kiln

## 5. Market category

firing logs for pottery studios

## Our product

Kilnlog

## Proof points

* 63 studios in Portugal and Spain
* 12,400 firings kept since 2022

## Primary CTA

Log your next firing

## Website

https://kilnlog.example/start
`.replaceAll('\n', '\r\n'),
    'seo-strategy': SEO(
      'kiln firing log, pottery kiln log',
      'Kiln firing log for pottery studios',
      'Kilnlog keeps every firing as a curve of heat over time, so that studios can fire the same glaze the same way again.',
    ),
    'brand-voice': 'Warm, exact.\n',
    'social-media-strategy': 'Hook: The glaze you loved in May. What did the kiln do that day?\n',
  },
  'a table of two columns': {
    positioning: `| Part | What we say |
|---|---|
| **Product** | Ferrybell |
| **Market category** | waiting-room boards for small ferries |
| Target users | people who wait on islands with one ferry |
| Alternatives | a chalk board; a phone call to the skipper |
| USP | shows where the ferry really is; runs a week on one charge |
| Benefits | nobody waits in the rain for a ferry that has not left |
| Traction | 8 islands in Croatia since 2021 |
| CTA | Ask for a board |
| Email | bell@ferrybell.example |
`,
    'seo-strategy': SEO(
      'ferry waiting board, island ferry times',
      'Ferry waiting board for small islands',
      'Ferrybell shows people who wait on small islands where the ferry really is, on a board that runs a week on one charge.',
    ),
    'brand-voice': 'Short, like a call across water.\n',
    'social-media-strategy': '- Hook: Nobody waits in the rain for a ferry that has not left.\n',
  },
};
