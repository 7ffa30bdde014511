/** What any reviewer objects to, one sentence at a time: lists without an end, absolutes, secrets, deeds of nobody. */
import { demands } from '../../documents/document.ts';
import { NEGATION } from '../../documents/language/polarity.ts';
import { quantitiesIn } from '../../documents/language/quantities.ts';
import {
  ABSOLUTE,
  AGAIN,
  ANSWERED_FOR,
  BY_SOMEBODY,
  GOES_ON,
  LIVE_DATA,
  OWN_APPROVAL,
  PRAISE,
  TRIED_ON,
  TWICE_DENIED,
  UNTIL_IT_DOES,
} from '../../documents/language/reviewer-words.ts';
import { isOfThePast } from '../../documents/language/scopes.ts';
import { secretsIn } from '../../documents/language/secrets.ts';
import { type Sentence, sentencesOf } from '../../documents/sentences.ts';
import { type Check, quote, type Remark, write } from './remark.ts';

type Objection = (sentence: Sentence) => { text: string; says: string } | null;

const openEnd: Objection = ({ own, statement }) => {
  const said = GOES_ON.exec(own)?.[0];
  return said === undefined || (statement.kind === 'row' && !demands(own))
    ? null
    : {
        text: `the list goes on with "${said}", and what else is meant is not said`,
        says: 'write the list to its end',
      };
};

const endless: Objection = ({ own }) => {
  if (!AGAIN.test(own) || !UNTIL_IT_DOES.test(own)) return null;
  const isBounded = quantitiesIn(own).some(({ relation }) => relation === 'upper' || relation === 'lower');
  return isBounded || /\b(?:times|mal|fois|veces|vezes|volte|keer|razy|gånger)\b|[回次]/iu.test(own)
    ? null
    : { text: 'it is repeated without a limit', says: 'say how often at most, and what happens then' };
};

const absolute: Objection = ({ own }) => {
  const said = ABSOLUTE.exec(own)?.[0];
  return said === undefined || isOfThePast(own)
    ? null
    : { text: `nothing can keep or prove "${said}"`, says: 'give a figure that can be measured' };
};

const praise: Objection = ({ own }) => {
  const said = PRAISE.exec(own)?.[0];
  const isReason =
    /(?<!\p{L})(?:because|since|as it|weil|da es|denn|car|parce|puisque|porque|perché|poiché|omdat|bo|ponieważ|eftersom)(?!\p{L})/iu.test(
      own,
    );
  return said === undefined || !isReason
    ? null
    : { text: `"${said}" is no reason that can be checked`, says: 'say by what it was compared' };
};

const secret: Objection = ({ text }) => {
  const [said] = secretsIn(text);
  return said === undefined
    ? null
    : {
        text: `a secret is written out (${said.slice(0, 2)}…)`,
        says: 'take it out, and say where it is kept',
      };
};

/** "is reviewed and signed off every Monday": by whom is a part of the rule. */
const ofNobody: Objection = ({ own, statement }) => {
  const said = ANSWERED_FOR.exec(own)?.[0];
  if (said === undefined || statement.kind === 'row' || isOfThePast(own) || BY_SOMEBODY.test(own))
    return null;
  // Somebody who acts may stand before the deed.
  return /(?<!\p{L})(?:not|no|never|nicht|kein\p{L}*|nie|pas|non|niet|geen|inte)(?!\p{L})/iu.test(own)
    ? null
    : { text: `who does it is not said ("${said}")`, says: 'name who does it' };
};

const ownApproval: Objection = ({ own }) =>
  OWN_APPROVAL.test(own) && own.search(NEGATION) === -1
    ? { text: 'who does it says as well that it is right', says: 'let somebody else say so' }
    : null;

const deniedTwice: Objection = ({ own }) =>
  TWICE_DENIED.test(own)
    ? { text: 'it is denied twice, and what holds cannot be told', says: 'say it without a double denial' }
    : null;

/** Names and addresses of people on a system where things are tried. */
const liveData: Objection = ({ own }) =>
  LIVE_DATA.test(own) &&
  TRIED_ON.test(own) &&
  !/anonymi|pseudonymi|masked|maskier|匿名|脱敏/iu.test(own) &&
  own.search(NEGATION) === -1
    ? {
        text: 'live data of people goes to a place for trying things',
        says: 'use made-up or anonymised data',
      }
    : null;

const OBJECTIONS: readonly { name: string; objection: Objection }[] = [
  { name: 'open-list', objection: openEnd },
  { name: 'endless', objection: endless },
  { name: 'absolute', objection: absolute },
  { name: 'praise', objection: praise },
  { name: 'secret', objection: secret },
  { name: 'nobody', objection: ofNobody },
  { name: 'own-check', objection: ownApproval },
  { name: 'denied-twice', objection: deniedTwice },
  { name: 'live-data', objection: liveData },
];

/** The others are how people write: "etc." in a good text says that more of the same is meant. */
const SURE: ReadonlySet<string> = new Set(['secret']);

export const reviewing: Check = (document) => {
  const sentences = sentencesOf(document);
  const remarks = sentences.flatMap((sentence): Remark[] =>
    OBJECTIONS.flatMap(({ name, objection }) => {
      const found = objection(sentence);
      return found === null
        ? []
        : [
            {
              check: name,
              line: sentence.line,
              text: `${found.text}: ${quote(sentence.text)}`,
              remedy: write(found.says),
              isDoubt: !SURE.has(name),
            },
          ];
    }),
  );
  return { remarks, looked: sentences.length, things: 'sentences have an end, an actor and no secret' };
};
