/** What is shown or written in the place of what was to be judged. */
import { expect, test } from 'vitest';
import { findAudit } from '../audits/index.ts';
import { tooLittle } from '../enough.ts';
import { isNoProse } from './no-prose.ts';
import { buildPage } from './page.ts';
import { isStandIn } from './stand-in.ts';

const BODY = '<p>We repair city bikes in the old harbour and lend you one until yours is ready again.</p>';
const pageOf = (title: string, heading: string, path = '/site/prices.html', more = '') =>
  buildPage({
    html: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${heading}</h1>${BODY}${more}</main></body></html>`,
    path,
  });

test.each([
  ['404 Not Found', '404: page not found'],
  ['Kestrel', '502 Bad Gateway'],
  ['Just a moment...', 'Checking your browser'],
  ['Kestrel · 404', 'Oh no'],
  ['Kestrel', 'Loading…'],
  ['Kestrel', 'Redirecting you now'],
  ['Kestrel', 'Before you continue'],
  ['Kestrel', 'Sie werden weitergeleitet'],
  ['Kestrel', '読み込み中'],
])('a page that stands for another is no page: %s, %s', async (title, heading) => {
  const page = await pageOf(title, heading);
  expect(isStandIn(page)).toBe(true);
  expect(tooLittle(page)).toContain('stands in the place of a page');
});

test('a page that speaks of errors, is named as one, or has something to say is judged', async () => {
  expect(isStandIn(await pageOf('Kestrel', 'Why our error page sells bikes'))).toBe(false);
  expect(isStandIn(await pageOf('Kestrel', 'Loading bays and how to book them'))).toBe(false);
  expect(isStandIn(await pageOf('Kestrel', 'Page not found'))).toBe(false);
  expect(isStandIn(await pageOf('Laden · Kornfeld', 'Unser Laden'))).toBe(false);
  for (const path of ['/site/404.html', '/site/404/index.html', '/site/page-not-found.html'])
    expect(isStandIn(await pageOf('404', '404: not found', path))).toBe(false);
  const long = `<p>${'Somewhere else there is more about brakes. '.repeat(15)}</p>`;
  expect(isStandIn(await pageOf('Kestrel', '404: not found', '/site/a.html', long))).toBe(false);
});

test.each([
  ['JSON', '{ "name": "kestrel", "version": "1.0.0", "description": "repairs of bikes in Aarhus" }'],
  ['a table', 'id;name;price\n1;chain;120\n2;brake;90\n3;wheel;400\n'],
  ['a log', '2026-05-01T10:00:00Z INFO worker handled request\n'.repeat(5)],
  ['code', "import a from 'a';\n\nexport function b(c) {\n  return c * a;\n}\n"],
  ['RTF', '{\\rtf1\\ansi We repair bikes. \\par }'],
])('%s is no text, whatever its file is called', (_name, source) => {
  expect(isNoProse(source)).toBe(true);
});

test.each([
  ['a poem', 'The wind goes over the hill;\nthe river runs under the mill;\nnobody knows;\nwhere it goes.\n'],
  ['Markdown around code', '# Use\n\n```js\nconst a = 1;\nrun(a);\n```\n\n```js\nconst b = 2;\n```\n'],
  ['a list with commas', 'Bread, butter and jam are on the table in the morning.\nTea, coffee, milk.\n'],
  ['a timetable', '08:00 Welcome\n09:30 First talk\n11:00 Coffee\n12:00 Lunch together\n'],
  ['a JSON that is not finished', '{ we write in braces }'],
])('%s is a text', (_name, source) => {
  expect(isNoProse(source)).toBe(false);
});

const severe = async (id: string, html: string) => {
  const page = await buildPage({
    html: `<!doctype html><html lang="en"><body><main>${html}</main></body></html>`,
  });
  const audit = findAudit(id);
  return (audit?.run(page).found ?? []).filter(({ severity }) => severity !== 'minor').length;
};

test.each([
  'Insérez ici votre texte d’accroche en deux lignes.',
  'Hier steht später Ihr Text. Hier steht bald Ihr Text.',
  'An dieser Stelle steht später der richtige Text.',
  'Aquí va el título de la sección.',
  'ここに見出しが入ります',
  'この文章はダミーです。',
  'Başlık buraya gelecek',
  'About three sentences here on the loan bikes.',
  '50 words on the workshop, mention Dave.',
  'Pendiente de redactar.',
  'Texte à compléter',
])('text about the text that shall stand there is a must-fix: %s', async (text) => {
  expect(await severe('placeholder-text', `<p>${text}</p>`)).toBeGreaterThan(0);
});

test.each([
  'A few words about us: we have been here since 1990.',
  'Three lines lead from the harbour to the hills, and two of them run at night.',
  'Hier steht das Rathaus, und später kommt der Markt.',
  'Two sentences in the contract explain who pays for the lift.',
  '住所と電話番号は予約のときにお知らせください。',
  'Coming soon',
  'Votre texte est lu par deux personnes avant de paraître.',
  'How to write a title: people insert your name here and there, and nobody reads it.',
])('what a careful page says is none: %s', async (text) => {
  expect(await severe('placeholder-text', `<p>${text}</p>`)).toBe(0);
});

test('a paragraph that says the same for the third time is told, an entry of a list is not', async () => {
  const same = [
    'You hear what it costs before we start, so there are no surprises when you pay for the repair.',
    'There are no surprises when you pay for the repair, because you hear what it costs before we start.',
    'Before we start you hear what it costs, so when you pay for the repair there are no surprises.',
  ].map((text) => `<p>${text}</p>`);
  expect(await severe('repeated-text', same.join(''))).toBe(1);
  expect(await severe('repeated-text', same.slice(1).join(''))).toBe(0);
  const offices = ['Berlin', 'Hamburg', 'Kiel'].map(
    (town) =>
      `<p>The office in ${town} is open from Monday to Friday and answers every letter within three days.</p>`,
  );
  expect(await severe('repeated-text', offices.join(''))).toBe(0);
});

test.each([
  ['Ulm', 'Hof', 'Aue'].map(
    (town) =>
      `The office in ${town} is open from Monday to Friday and answers every letter within three working days.`,
  ),
  ['A', 'B', 'C'].map(
    (plan) =>
      `Plan ${plan} covers repair, cleaning and storage of every bicycle in the household during winter.`,
  ),
])('entries that differ by a short name are none of it: %s', async (...texts) => {
  expect(await severe('repeated-text', texts.map((text) => `<p>${text}</p>`).join(''))).toBe(0);
});

test('a password or a card number in the address is a must-fix', async () => {
  const form = (method: string, field: string) =>
    `<form ${method} action="https://a.example/x"><label>It <input ${field}></label><button>Send</button></form>`;
  const card = 'name="card" autocomplete="cc-number"';
  expect(await severe('insecure-resources', form('method="get"', card))).toBe(1);
  expect(await severe('insecure-resources', form('', 'name="p" type="password"'))).toBe(1);
  expect(await severe('insecure-resources', form('method="post"', card))).toBe(0);
  expect(await severe('insecure-resources', form('method="get"', 'name="q" type="search"'))).toBe(0);
  const buttons = (sent: string) => `<form action="/x"><input type=password name=p>${sent}</form>`;
  expect(await severe('insecure-resources', buttons('<button formmethod="post">Send</button>'))).toBe(0);
  const two = '<button>Send</button><button formmethod="post">Keep</button>';
  expect(await severe('insecure-resources', buttons(two))).toBe(1);
  const other = '<button type="button" formmethod="post">Show</button>';
  expect(await severe('insecure-resources', buttons(other))).toBe(1);
});
