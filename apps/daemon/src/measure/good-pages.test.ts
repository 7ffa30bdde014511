/** Pages as careful people make them, out of everything that once looked like a fault: none of them has a must-fix. */
import { describe, expect, test } from 'vitest';
import { findAudit } from './audits/index.ts';
import { fixTodoComments } from './fixes/copy.ts';
import { measure } from './measure.ts';
import { readDesignMd } from './model/design-md.ts';
import { buildPage } from './model/page.ts';
import { examine } from './panel.ts';

interface Sheet {
  lang?: string;
  title?: string;
  description?: string;
  css?: string;
  head?: string;
  menu?: string;
  main: string;
  end?: string;
  foot?: string;
}

const CSS = `
body { margin: 0; color: #1d2327; background: #ffffff; font: 18px/1.55 "Source Sans 3", "Segoe UI", sans-serif }
h1, h2, h3 { font-weight: 600; line-height: 1.2; margin: 0 0 16px }
h1 { font-size: 40px } h2 { font-size: 28px; margin-top: 48px } h3 { font-size: 21px; margin-top: 32px }
p, ul, ol, table, dl, figure { margin: 0 0 16px }
header, main, footer { max-width: 44rem; margin: 0 auto; padding: 24px }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 8px 24px }
nav a { display: inline-block; padding: 8px 0 }
a { color: #0b4f6c }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible { outline: 3px solid #1d2327; outline-offset: 3px }
table { border-collapse: collapse; width: 100% }
caption { text-align: left; font-weight: 600; padding-bottom: 8px }
th, td { text-align: left; padding: 8px 16px 8px 0; border-bottom: 1px solid #8c979e }
button, .button { display: inline-block; min-height: 48px; padding: 8px 24px; border: 2px solid #0b4f6c; border-radius: 8px; background: #0b4f6c; color: #ffffff; font: inherit }
button:disabled { background: #e8ecee; color: #1d2327; border-color: #59656c }
label { display: block; margin: 0 0 8px }
input, select, textarea { display: block; min-height: 48px; padding: 8px 16px; border: 1px solid #59656c; border-radius: 8px; background: #ffffff; color: #1d2327; font: inherit }
`;
const MENU =
  '<li><a href="/bread">Bread</a></li><li><a href="/visit">Visit</a></li><li><a href="/about">About</a></li>';

function sourceOf({
  lang = 'en-GB',
  title = 'Bread and cakes from the Corner Bakery',
  description = 'Sourdough, rye and cakes from a small bakery with an oven of brick, and how to find its doors on any day of the week.',
  css = '',
  head = '',
  menu = MENU,
  main,
  end = '',
  foot = '<p>© 2026 The Corner Bakery Ltd. All rights reserved</p>',
}: Sheet): string {
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
${head}
<style>${CSS}${css}</style>
</head>
<body>
<header><nav aria-label="Main"><ul>${menu}</ul></nav></header>
<main>${main}</main>
<footer>${foot}</footer>
${end}
</body>
</html>
`;
}

async function demandsOf(html: string): Promise<string[]> {
  const { findings } = examine(await buildPage({ html, path: '/site/page.html' }));
  return findings
    .filter(({ severity }) => severity !== 'minor')
    .map(({ auditId, line, message, measured }) => `${auditId} ${line}: ${message} (${measured})`);
}

const GOOD: Readonly<Record<string, Sheet>> = {
  'a bakery with two branches': {
    head: '<link rel="canonical" href="https://janedoe.dev/bakery"><meta property="og:url" content="https://janedoe.dev/bakery"><meta name="robots" content="index"><meta name="robots" content="max-image-preview:large"><meta name="googlebot" content="index">',
    main: `<h1>Two people, one oven</h1>
<p>We bake from Tuesday to Saturday, and have done so for many many years. Sarah mixes the dough and Tom minds the fire.</p>
<div><h2>Sourdough</h2><p>Baked at dawn.</p></div><div><h2>Rye</h2><p>Dark and dense.</p></div><div><h2>Cakes</h2><p>On Saturday.</p></div>
<h2>Our branches</h2>
<h3>Leeds</h3>
<p>12 High Street, Leeds. Monday 8:00–16:00, Tuesday 8:00–18:00.</p>
<h3>York</h3>
<p>45 High Street, York. Monday 9:00–17:00, Tuesday 9:00–15:00.</p>
<h2>Days off</h2>
<p>Open Tuesday to Saturday, and closed on Friday 18 April. Closed 22 December – 4 January 2026.</p>
<p>You find us at <a href="https://www.cornerbakery.com/">www.cornerbakery.com</a>, or ask for the loaf of the week. <a href="/news">Read more »</a></p>
<p><a href="/">Home</a> » <a href="/shop">Shop</a> » Bread</p>
<p>The path to the oven is on your right. Your welcome pack has a map; the van calls when you’re home, and it’s way faster than the post. Are there children’s portions? Of course.</p>
<p>Choose a) tea or b) coffee with it. The blend is 70:30, and the film of the oven starts at 42:15.</p>
<h2>Dear neighbours</h2>
<p>Dear neighbours and friends of the garden,</p>
<p>Everything your breakfast has been waiting for</p>
<p>Feel free to adjust it to taste. I hope this helps! Let me know if you have any questions.</p>
<p><a href="https://dev.to/corner">Our notes for makers</a>, and the mill on <a href="https://www.test.de/mehl">the test of flour</a>.</p>
<p><button type="submit" disabled>Sold out</button></p>`,
  },
  'a privacy policy of the EU': {
    title: 'Privacy policy of the Corner Bakery',
    description:
      'What the Corner Bakery knows of you when you order bread, why it may know it, how long it is kept and what you can ask for.',
    main: `<h1>Privacy policy</h1>
<h2>1. Who we are</h2><p>The Corner Bakery Ltd, 12 High Street, Leeds. We do not publish your address.</p>
<h2>2. Why we may</h2><p>We rely on Article 6(1)(f) GDPR for letters, and on Article 6(1)(b) GDPR for orders. You may complain under Article 77 of the GDPR.</p>
<h2>3. Cards</h2><p>Section 75 of the Consumer Credit Act covers you. What section 2 says holds for cards, too.</p>
<h2>4. How long</h2><p>Orders are kept for ten years, letters for one. Database password: choose a strong one, and we never see it.</p>
<p>Write to <a href="mailto:privacy@cornerbakery.com">privacy@cornerbakery.com</a>.</p>`,
  },
  'an annual report': {
    title: 'Accounts for 2025 – Harbour Trust',
    description:
      'Income and spending of the Harbour Trust in the year to March 2026, with the figures of the year before and a note on reserves.',
    main: `<h1>Accounts for the year</h1>
<p>Income rose in all harbours. Grade A office space on the quay is let, and 2000–1600 BC pottery was found below it.</p>
<table><caption>Income and spending</caption><thead><tr><th scope="col">Item</th><th scope="col">2026 £000</th><th scope="col">2025 £000</th></tr></thead>
<tbody><tr><th scope="row">Moorings</th><td>412</td><td>398</td></tr><tr><th scope="row">Rents</th><td>280</td><td>251</td></tr><tr><td colspan="100%">All figures are rounded.</td></tr></tbody></table>
<h2>Invoices</h2>
<table><caption>Repairs of the year</caption><thead><tr><th scope="col">Work</th><th scope="col">Hours</th><th scope="col">Rate</th><th scope="col">VAT</th><th scope="col">Total</th></tr></thead>
<tbody><tr><td>Crane</td><td>10</td><td>£40.00</td><td>£80.00</td><td>£480.00</td></tr><tr><td>Quay wall</td><td>20</td><td>£40.00</td><td>£160.00</td><td>£960.00</td></tr></tbody></table>
<h2>Archive 2024–2015</h2>
<p>Oakland, Calif., on Monday sent the crane. A week of work is 1 week (5 days), a day 1 day (8 hours).</p>
<p>Indigenous peoples have lived here; how much people save on fares is told in the reports. Kelsey Grammer opened the fair, and calender rolls press the sails. The ADN file is in French.</p>
<p>All we need from you is your name. Keeping these gardens is a full-time job. There is 24 hour reception. Does it have a warranty? Will it make a difference?</p>
<p>It is about homes that already have a boiler, and a unanimous vote for vitamins A and C. An historic house, an homage, a ewe.</p>
<p><a href="/reports">Copy of your passport</a> is asked for at the door of Semi-final 2.</p>`,
  },
  'a page of documentation about errors': {
    title: 'TypeError: null has no properties – Guide',
    description:
      'What the error means, why browsers throw it, and how to find the line that reads a property of nothing at all.',
    head: '<link rel="canonical" href="https://web.dev/errors">',
    main: `<h1>TypeError: null has no properties</h1>
<p>It is thrown where a program reads a property of <code>null</code>. Its value is undefined until then, and division by zero is undefined.</p>
<h2>What went wrong</h2>
<p>npm is not to blame. See <a href="https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/NaN">the page on NaN</a> and <a href="https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/undefined">the page on undefined</a>.</p>
<pre><code>Traceback (most recent call last)</code></pre>
<h2>How to fix “Error establishing a database connection”</h2>
<p>Look at <a href="https://dev.mysql.com/doc/">the manual of the database</a>. A number lies in [0, 1), and <a href="https://github.com/ytdl-org/youtube-dl">youtube-dl</a> knows it.</p>
<p><a href="https://nordkai.no/svg-intro.html">Getting started with SVG</a>, <a href="https://github.com/discordjs/discord.js">Discord.js</a>, <a href="mailto:papers@nordkai.no">Call for papers</a>.</p>
<h2>Notes</h2>
<ul><li>[Fix] crash on start</li><li>[Update: sold out]</li><li>QWERTY (UK) keys work</li></ul>`,
  },
  'a template of blocks': {
    main: `<!-- wp:search {"label":"Search","placeholder":"Debug, WIP or bread"} /-->
<!--#include virtual="/temporary/menu.html" -->
<!--[if !supportLists]--><!--[endif]-->
<!-- login: start -->
<h1>Find bread</h1>
<!-- wp:paragraph -->
<p>Search for a loaf by its name, its flour or the day it is baked on.</p>
<!-- /wp:paragraph -->
<form action="/find" role="search"><label for="q">Loaf</label><input id="q" name="q" type="search"><button>Find bread</button></form>`,
  },
  'a form of a framework': {
    title: 'Order a cake from the Corner Bakery',
    main: `<h1>Order a cake</h1>
<p>Tell us who you are, and when you want to fetch it. Enter your promo code here, if you have one.</p>
<form method="post" action="" novalidate>
<p><label for="f_name">Your name</label><input id="f_name" name="f[name]" autocomplete="name" required></p>
<p><label for="f_mail">Email</label><input id="f_mail" name="f[mail]" type="email" autocomplete="email" required></p>
<p><label for="f_code">Password reset code</label><input id="f_code" name="f[code]" inputmode="numeric" autocomplete="one-time-code"></p>
<p><label for="f_country">Country</label><select id="f_country" name="f[country]"><option value="GB">United Kingdom</option><option value="US">United States</option><option disabled>────────</option>${['AT Austria', 'BE Belgium', 'CA Canada', 'DE Germany', 'DK Denmark', 'ES Spain', 'FR France', 'GB United Kingdom', 'IE Ireland', 'IT Italy', 'NL Netherlands', 'SE Sweden', 'US United States'].map((one) => `<option value="${one.slice(0, 2)}">${one.slice(3)}</option>`).join('')}</select></p>
<p><label for="f_dial">Dialling code</label><select id="f_dial" name="f[dial]"><option value="+1">United States</option><option value="+1">Canada</option><option value="+44">United Kingdom</option></select></p>
<p><label for="f_city">Town</label><select id="f_city" name="f[city]" required disabled><option value="">Choose the country first</option></select></p>
<p><label for="f_seats">Guests</label><input id="f_seats" name="f[seats]" type="number" min="1" max="8" value="11" aria-invalid="true" aria-describedby="f_seats_e"></p><p id="f_seats_e">Please ask for 1 to 8 guests.</p>
<p><button>Order the cake</button></p>
</form>
<p><a class="button" href="sms:?body=Cake">Tell a friend</a></p>`,
    end: '<script src="/app.js" defer></script>',
  },
  'a product with lazy pictures': {
    title: 'Brown mug of stoneware – Nordkai',
    description:
      'A mug of brown stoneware for a third of a litre, thrown by hand in Bergen, with its sizes, its price and how it is sent.',
    css: ".spin { animation: fade .3s ease; cursor: ew-resize } @keyframes fade { from { opacity: .4 } } .a { background: url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><g transform='rotate(45)'/></svg>\") } @page { page-orientation: upright } @-o-viewport { width: device-width }",
    main: `<h1>Brown mug</h1>
<p class="spin">A mug of stoneware, thrown by hand. Replace this filter every three months, if you use it for tea.</p>
<p><img src="/m.jpg" srcset="https://res.cloudinary.com/n/image/upload/w_400,h_300/m.jpg 400w, https://res.cloudinary.com/n/image/upload/w_800,h_600/m.jpg 800w" sizes="100vw" width="800" height="600" alt="A brown mug on a board"></p>
<p><picture><source data-srcset="/m.webp" type="image/webp"><source srcset="https://img.nordkai.no/m.jpg?fm=webp" type="image/webp"><img class="lazyload" data-src="/m2.jpg" src="/m2-small.jpg" width="800" height="600" alt="The mug from above"></picture></p>
<p><img src="/logo.svg" width="120" height="40" alt="Nordkai pots and pans of Bergen"> <img src="/logo-white.svg" width="120" height="40" alt="Nordkai pots and pans of Bergen"></p>
<h2>Sizes</h2>
<p>£45 – 2 hours in the shop, or $50 – 20% off today. Module 4 – 2 hours, day 3 – 2 km, session 3 – 2 May.</p>
<p><a href="/n"class="n">All mugs of the house</a> or <a href="/old" rel="follow">older ones of the pottery</a></p>
<img class="lightbox" alt="">`,
    end: '<script src="/lazysizes.js" async></script>',
  },
  'a page in French': {
    lang: 'fr',
    title: 'Le restaurant du port de Saint-Malo',
    description:
      'La carte, les horaires et les prix du restaurant du port de Saint-Malo, avec une page pour réserver une table le soir.',
    menu: '<li><a href="/carte">La carte</a></li><li><a href="/venir">Venir</a></li>',
    main: `<h1>Le restaurant du port</h1>
<p>Nous faisons faire le pain par un voisin, et le poisson vient du port le matin même. Vous êtes les bienvenus à midi comme le soir.</p>
<p>Quel est le prix ? Vingt euros ! La salle est ouverte du mardi au samedi.</p>
<h2>À venir</h2><p>Un menu de printemps avec les légumes de nos jardins.</p>
<form action="/ecrire" method="post"><p><label for="m">Message</label><textarea id="m" name="m" rows="4"></textarea></p><p><button>Envoyer</button></p></form>`,
    foot: '<p>© 2026 Le restaurant du port. Tous droits réservés</p>',
  },
  'a page in Italian': {
    lang: 'it',
    title: 'La trattoria del porto di Genova',
    description:
      'Il menù, gli orari e i prezzi della trattoria del porto di Genova, con una pagina per prenotare un tavolo la sera.',
    menu: '<li><a href="/menu">Il menù</a></li><li><a href="/privacy">Privacy</a></li>',
    main: `<h1>La trattoria del porto</h1>
<p>Il pesce arriva la mattina dal porto, e via via che passa il giorno la cucina si riempie di gente e di voci. Il pane è fatto in casa con la farina del mulino.</p>
<form action="/entra" method="post"><p><label for="u">Posta elettronica</label><input id="u" name="u" type="email" autocomplete="email"></p><p><label for="p">Password</label><input id="p" name="p" type="password" autocomplete="current-password"></p><p><button>Entra</button></p></form>`,
    foot: '<p>© 2026 La trattoria del porto. Tutti i diritti riservati</p>',
  },
  'a page in German': {
    lang: 'de',
    title: 'Der Laden am Hafen von Wismar',
    description:
      'Was der Laden am Hafen von Wismar verkauft, wann er offen ist und wie Sie eine Bestellung abholen oder bekommen.',
    menu: '<li><a href="/waren">Waren</a></li><li><a href="/checkout">Checkout</a></li>',
    main: `<h1>Der Laden am Hafen</h1>
<p>Wir verkaufen Brot, Fisch und Seile, und was die Boote sonst noch brauchen. Der Laden ist von Dienstag bis Samstag geöffnet und am Montag zu.</p>
<p>Die Ware ist nach Art. 6 Abs. 1 DSGVO nur für Ihre Bestellung mit Ihrem Namen verbunden. Geöffnet von 08:00–00:00 Uhr.</p>`,
    foot: '<p>© 2026 Der Laden am Hafen. Alle Rechte vorbehalten</p>',
  },
  'a page in Swedish': {
    lang: 'sv',
    title: 'Bageriet vid hamnen i Visby',
    description:
      'Bröd och bullar från bageriet vid hamnen i Visby, med öppettider, priser och hur du hittar till oss från färjan.',
    menu: '<li><a href="/brod">Bröd</a></li><li><a href="/hitta">Hitta hit</a></li>',
    main: '<h1>Bageriet vid hamnen</h1><p>Vi säger ”Hej” till alla som kommer in, och vi bakar med mjöl från gården. Det är öppet varje dag på sommaren och stängt när det är vinter.</p>',
    foot: '<p>© 2026 Bageriet vid hamnen</p>',
  },
  'a schedule with a table for phones': {
    title: 'The programme of the Harbour Days',
    description:
      'Talks and tours of the Harbour Days week by week, who speaks, when the doors open and what is still to be announced.',
    css: '.cards { display: none } @media (max-width: 600px) { .wide { display: none } .cards { display: block } } .bleed { position: relative; left: 50%; transform: translateX(-50%) } .side { writing-mode: vertical-rl; transform: rotate(180deg) }',
    main: `<h1>The programme</h1>
<p class="bleed">Four weeks of talks on the quay, each with a tour. Isaiah 40:31 is read at the end.</p>
<p class="side">Harbour Days</p>
<table class="wide"><caption>Evenings</caption><thead><tr><th scope="col">Town</th><th scope="col">Begins</th></tr></thead><tbody><tr><td>Berlin</td><td>20:00</td></tr><tr><td>Bergen</td><td>19:30</td></tr></tbody></table>
<div class="cards"><p>Berlin begins at 20:00</p><p>Bergen begins at 19:30</p></div>
<p>Doors for Berlin open at 19:00, and the speaker is to be announced.</p>
<h2>Week 1–2</h2><p>Ropes and knots.</p><h2>Week 3–4</h2><p>Sails and masts.</p><h2>Week 5–6</h2><p>Engines.</p>
<h2>Coming soon</h2><p>A fair in autumn. Here are some options for getting here:</p><ul><li>by boat</li><li>by train</li></ul>
<table><caption>February</caption><thead><tr>${'MTWTFSS'
      .split('')
      .map((day) => `<th scope="col">${day}</th>`)
      .join(
        '',
      )}</tr></thead><tbody>${[0, 1, 2, 3].map((week) => `<tr>${[1, 2, 3, 4, 5, 6, 7].map((day) => `<td>${week * 7 + day}</td>`).join('')}</tr>`).join('')}<tr><td>29</td></tr></tbody></table>`,
  },
  'a page of questions': {
    title: 'Questions about the Corner Bakery',
    css: '.answer { max-height: 0; overflow: hidden } header { position: fixed; top: 0; left: 0; right: 0 }',
    main: `<h1>Questions</h1><p>What people ask at the counter, and what we say.</p>
<h2><button type="button" aria-expanded="false" aria-controls="a1">Do you bake on Sunday?</button></h2><div class="answer" id="a1"><p>No, on Sunday the oven rests.</p></div>
<h2><button type="button" aria-expanded="false" aria-controls="a2">May I bring a dog?</button></h2><div class="answer" id="a2"><p>Yes, and there is water at the door.</p></div>
<div role="group" aria-roledescription="slide" aria-hidden="true"><p>A word from a guest: the best rye bread of the whole coast.</p></div>`,
    end: '<script>document.documentElement.style.opacity = "0"; setTimeout(show, 400); function show() { document.documentElement.style.opacity = "1" }</script>',
  },
  'an index of components': {
    title: 'Components of the Harbour system',
    description:
      'Every component of the Harbour system by its name, with what it is for, how it is called and where its code is kept.',
    main: `<h1>Components</h1><p>Each has a page of its own. The code is on the page of the part.</p>
<section><h2>Badge</h2><p>A count at a corner.</p></section><section><h2>Button</h2><p>Starts something.</p></section><section><h2>Caption</h2><p>Says what is seen.</p></section><section><h2>Link</h2><p>Leads elsewhere.</p></section>
<nav aria-label="Pages"><ul><li class="page-item disabled"><a>Previous</a></li><li class="page-item"><a href="/2">Page 2</a></li><li class="page-item"><a href="/3">Page 3</a></li></ul></nav>`,
  },
};

describe('a good page has no must-fix', () => {
  test.each(Object.entries(GOOD))('%s', async (_name, sheet) => {
    expect(await demandsOf(sourceOf(sheet))).toEqual([]);
  });
});

describe('what careful people write is no must-fix', () => {
  test.each([
    'An hors d’oeuvre is served on the terrace, and an nginx server hums below it.',
    'Knock knock, said the wind; now now, said the sea.',
    'Toni Childs sang between Le Mans and Spa.',
    'Tumblr is where the pictures are, and Flickr hosts the rest.',
    'Collis started the shop in a shed behind the quay.',
    'The guide says how to check with the harbour (who knew?) before the tide.',
    'See figure 2 of the act, and chapter 11 of the bankruptcy code.',
    'He speaks of <i lang="fr">Ça va ?</i> and of the weather.',
    'Open the menu <svg width="16" height="16" aria-hidden="true"></svg>, then choose a tide.',
    'Find out whether your thesis needs proofreading before the end of May.',
    'Write to [email&#160;protected] or come to the door.',
    'The price was £40 in 2010, and is now £50.',
    'The room has three bedrooms.',
    'Guests gave it 11 out of 10.',
    'Open 08:00–00:00 every day of the week.',
    'La Suite is the room at the top, and Il Posto the one below.',
    'adidas has a shop beside ours on the quay.',
  ])('%s', async (said) => {
    const main = `<h1>The harbour</h1><p>The harbour office writes down every tide by hand. Two clerks read the gauge at dawn.</p><p>${said}</p><p>Their books go back to a winter long ago, without one missing day.</p>`;
    expect(await demandsOf(sourceOf({ main }))).toEqual([]);
  });
});

test('comments that a program reads are not deleted, notes are', async () => {
  const kept = [
    ' wp:search {"placeholder":"Find"} /',
    '#include virtual="/temporary.html" ',
    '[if IE]>Debug<![endif]',
  ];
  const source = sourceOf({
    main: `<h1>Tides</h1>${kept.map((text) => `<!--${text}-->`).join('')}<!-- TODO: a photo --><p>One.</p>`,
  });
  const page = await buildPage({ html: source, path: '/site/page.html' });
  const audit = findAudit('todo-comments');
  const [result] = measure(page, audit === undefined ? [] : [audit]);
  if (result === undefined) throw new Error('todo-comments said nothing');
  expect(fixTodoComments(page, result).map(({ summary }) => summary)).toEqual([
    'comment "TODO: a photo" removed',
  ]);
});

test('a sentence of the design system is read for what it says', async () => {
  const design = readDesignMd(`# Harbour

## Layout
Body text is left-aligned; heroes are centred. Base spacing 16px. Helper text 14px. Body 18px. Steps of 8px, 16px, 24px, 32px and 48px; headings of 40px, 28px and 21px.

## Pictures
Text on images keeps 3:1. Never recolour icons. Never autoplay videos.
`);
  const main =
    '<h1 style="text-align: center">Tides</h1><p>The harbour office writes down every tide by hand. <a href="/a"><svg width="16" height="16" aria-hidden="true"></svg> Today</a></p><p><img src="/a.jpg" width="800" height="600" alt="The quay at dawn"></p><video controls width="640" height="360" src="/a.mp4"><track kind="captions" src="/a.vtt" srclang="en" label="English"></video>';
  const page = await buildPage({ html: sourceOf({ main }), path: '/site/page.html', design });
  const { findings } = examine(page);
  const said = findings.filter(({ auditId }) => /^brand-(sentences|written)$/.test(auditId));
  expect(said.map(({ message }) => message)).toEqual([]);
});
