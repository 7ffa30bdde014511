/** Briefs that nobody prepared a template for, and what of each is no content: an order, a wish, words a title does without. */

export interface ProseBrief {
  kind: string;
  text: string;
  leftOut: readonly string[];
}

export const PROSE_BRIEFS: readonly ProseBrief[] = [
  {
    kind: 'a product',
    text: 'Landing page for Tidewater, a booking tool for small ferry operators. 40 operators in Norway use it. It costs €29 per boat per month. Start a free trial.',
    leftOut: ['Landing page for'],
  },
  {
    kind: 'a school with an address in a sentence',
    text: 'We need a page about the night school in Leith. Courses start on 12 January. Welding takes six evenings and costs £180. Write to office@leithnight.org to get a place. Make it look friendly.',
    leftOut: ['We need a page about', 'Make it look friendly.'],
  },
  {
    kind: 'an event with an address to act on',
    text: 'Poster for the Harbour Swim 2027. It starts at 9 am on Saturday 5 June at Pier 4. 600 swimmers came last year. “I was cold for an hour and happy for a week.” Register at https://harbourswim.org/start.',
    leftOut: ['Poster for', 'at https://'],
  },
  {
    kind: 'a conference with two addresses',
    text: 'We are organising a conference on small water networks in Trondheim on 14 and 15 September 2027. About 220 engineers from eleven countries come together at the old sugar factory. Keynotes are by Ragnhild Moe on leaks in winter and Deepak Rao on pumps that tell when they wear out. The first day has talks, the second day has four workshops and a visit to the plant at Jonsvatnet. Tickets cost 3,400 kroner until 1 June and 4,200 kroner afterwards. Students pay half. Register at https://smallwater.example/2027. Questions go to hello@smallwater.example.',
    leftOut: ['organising', 'at https://'],
  },
  {
    kind: 'figures of a quarter',
    text: 'In the second quarter of 2026 Halden Paper sold goods for NOK 48.2 million, against 45.9 million a year before. Operating profit fell to NOK 2.1 million from NOK 3.4 million because pulp cost 18 % more. Exports made up 61 % of sales. We invested NOK 6 million in a second dryer that starts in October. For the year we still expect a profit of between NOK 9 and 11 million. The figures are not audited.',
    leftOut: [],
  },
  {
    kind: 'German',
    text: 'Der Repair-Treff Lindenau öffnet jeden zweiten Samstag im Monat von 14 bis 18 Uhr im Gemeindehaus, Lützner Straße 39 in Leipzig. Zwölf Freiwillige reparieren mit Ihnen Toaster, Fahrräder, Hosen und Lampen. Die Reparatur kostet nichts, über eine Spende freuen wir uns. Bringen Sie bitte höchstens zwei Gegenstände mit. Letztes Jahr gingen 340 von 512 Geräten wieder. Anmelden muss sich niemand. Fragen an treff@repair-lindenau.example.',
    leftOut: [],
  },
  {
    kind: 'a list of points',
    text: '- Allotment shed for rent, 12 square metres, dry\n- From 1 April\n- £35 a month, deposit £70\n- Electricity, no water\n- Kirkstall Road, Leeds, behind the tennis courts\n- Key from Mrs Odum, number 44\n- write to shed@kirkstall.example\n',
    leftOut: [],
  },
  {
    kind: 'several paragraphs, telephones, opening hours and a quotation',
    text: `The Waverley Clinic for Small Animals has cared for dogs, cats, rabbits and birds in the north of Dundee since 1987. Four vets and seven nurses work here, and one of them is always awake when an animal stays overnight.

We vaccinate, operate, clean teeth and take X-rays in the house. For scans of the heart and for eye surgery we work with the university hospital and make the appointment for you. Blood tests are ready in forty minutes.

A first consultation takes thirty minutes and costs £52. A repeat visit costs £34. Vaccination with a check-up is £48, and a microchip £15. We take card, cash and claims from all insurers that pay directly.

We are open Monday to Friday from 8:00 to 19:00 and on Saturday from 9:00 to 13:00. In an emergency outside these hours ring 01382 555 0199; a vet calls back within ten minutes. For everything else ring 01382 555 0140 or write to desk@waverleyvets.example. Repeat medicines can be ordered at https://waverleyvets.example/medicines and are ready the next working day.

You find us at 12 Clepington Road, DD3 7SY. There are six parking places in the yard, and the entrance has no step.

“They rang me at midnight to say that Biscuit was eating again.” says Moira Lennox. Dr Iain Petrie, who founded the clinic, retires in June; Dr Sunniva Haug takes over.`,
    leftOut: [],
  },
  {
    kind: 'a bakery',
    text: 'Our bakery on Kolenkade in Ghent is run by two sisters, Lotte and Fien Maes. We bake sourdough with flour from a mill in Oudenaarde, and every loaf rises for 36 hours. The shop opens at 6:30 on weekdays and at 8:00 on Saturday; on Sunday we sleep. A large loaf costs €5.80 and a small one €3.20. On Friday there is raisin bread until it is gone. Orders for parties reach us at bestel@maesbrood.be, two days ahead please.',
    leftOut: [],
  },
  {
    kind: 'a tradesman with prices and a telephone',
    text: 'Ahmed Karimi, plumber in Leeds. I mend leaks, unblock drains and fit boilers, on my own and with my own hands. Calling out costs £45 and includes the first half hour. After that it is £60 an hour. A boiler service is £95. At night and on Sundays it costs double, and I say so before I come. Phone 0113 496 0182. I answer between seven in the morning and nine in the evening.',
    leftOut: [],
  },
  {
    kind: 'the week of a team',
    text: 'Last week the support desk answered 1,284 tickets, 96 more than the week before. The median first answer took 41 minutes; our aim is 30. 17 tickets are older than ten days, most of them about invoices that were sent twice. Satisfaction was 88 %, down from 91 %. The new macro for refunds went live on Wednesday and was used 212 times. Jonas has to decide until Thursday whether we hire for the evening shift.',
    leftOut: [],
  },
  {
    kind: 'tasks in sentences',
    text: 'For the garden festival we still have to rent the tent, print the signs and find somebody for the first-aid post. Mira is talking to the brass band, and Tom is painting the stage. We are waiting for the permit from the town. The insurance is paid, the toilets are booked and the posters hang.',
    leftOut: [],
  },
  {
    kind: 'a name that is its title, with wishes',
    text: 'Build a landing page for Fernhill Camping. Use green and brown. There are 42 pitches, 6 of them with electricity. A pitch costs £18 a night, and dogs stay for free. The page should say that the river is not safe for swimming. Book by phone on 01497 555 0101 or at www.fernhill.example. The site should feel calm.',
    leftOut: [
      'Build a landing page for',
      'Use green and brown.',
      'The page should say that',
      'The site should feel calm.',
    ],
  },
];
