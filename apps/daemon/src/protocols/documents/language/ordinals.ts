/** Steps that are told in words: "First …", "the third step", "danach …", "次に …". */
import { anyOf } from './patterns.ts';

const ORDINALS: readonly string[] = [
  'first|1st|erste[rnms]?|premi(?:er|ère)|1er|1re|primer[oa]?|primeir[oa]|prim[oa]|eerste|第一',
  'second|2nd|zweite[rnms]?|deuxième|2e|segund[oa]|second[oa]|tweede|第二',
  'third|3rd|dritte[rnms]?|troisième|3e|tercer[oa]?|terceir[oa]|terz[oa]|derde|第三',
  'fourth|4th|vierte[rnms]?|quatrième|4e|cuart[oa]|quart[oa]|vierde|第四',
  'fifth|5th|fünfte[rnms]?|cinquième|5e|quint[oa]|vijfde|第五',
  'sixth|6th|sechste[rnms]?|sixième|6e|sext[oa]|sest[oa]|zesde|第六',
  'seventh|7th|siebte[rnms]?|septième|7e|séptim[oa]|sétim[oa]|settim[oa]|zevende|第七',
  'eighth|8th|achte[rnms]?|huitième|8e|octav[oa]|oitav[oa]|ottav[oa]|achtste|第八',
  'ninth|9th|neunte[rnms]?|neuvième|9e|noven[oa]|non[oa]|negende|第九',
  'tenth|10th|zehnte[rnms]?|dixième|10e|décim[oa]|decim[oa]|tiende|第十',
];
const STEP =
  'steps?|tasks?|phases?|stages?|ones?|schritte?s?|schritten|aufgaben?|phasen?|étapes?|tâches?|pasos?|tareas?|etapas?|fases?|passos?|tarefas?|pass[oi]|fas[ei]|stap|stappen|taak';
const UNSPACED_STEP = 'ステップ|手順|工程|段階|步|步骤|阶段';
const ANY = ORDINALS.join('|');
const AND = String.raw`(?:\s*(?:,|&|and|und|sowie|et|y|e|en)\s*)+(?:(?:the|der|dem|den|die|das|le|la|les|el|los|las|o|a|os|as|il|lo|de|het)\s+)?`;
const NAMED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])((?:${ANY})(?:${AND}(?:${ANY}))*)\s*(?:(?:${STEP})(?![\p{L}])|${UNSPACED_STEP})`,
  'giu',
);
const ONE_ORDINAL = ORDINALS.map((words) => new RegExp(`^(?:${words})$`, 'iu'));

function numberOf(word: string): number {
  return ONE_ORDINAL.findIndex((pattern) => pattern.test(word)) + 1;
}

/** "the second and the sixth step" as "step 2, step 6". */
export function withNumberedSteps(text: string): string {
  return text.replace(NAMED, (_, words: string) => {
    const numbers = [...words.matchAll(new RegExp(ANY, 'giu'))]
      .map(([word]) => numberOf(word))
      .filter((n) => n > 0);
    return numbers.map((number) => `step ${number}`).join(', ');
  });
}

const BEGINS: readonly string[] = [
  "first(?:ly)?(?: of all)?|to begin with|to start with|zuerst|zunächst|erstens|als erstes|d[’']abord|tout d[’']abord|premièrement|pour commencer|primero|en primer lugar|para empezar|primeiro|em primeiro lugar|primeiramente|prima di tutto|per prima cosa|innanzitutto|anzitutto|eerst|ten eerste|まず|最初に|はじめに|首先|第一步|先|먼저|우선",
  'second(?:ly)?|zweitens|deuxièmement|en segundo lugar|segundo|em segundo lugar|in secondo luogo|ten tweede|第二步|其次|둘째',
  'third(?:ly)?|drittens|troisièmement|en tercer lugar|tercero|em terceiro lugar|terceiro|in terzo luogo|ten derde|第三步|셋째',
  'fourth(?:ly)?|viertens|quatrièmement|cuarto|quarto|ten vierde|第四步',
  'fifth(?:ly)?|fünftens|cinquièmement|quinto|ten vijfde|第五步',
  'sixth(?:ly)?|sechstens|sixièmement|sexto|sesto|ten zesde|第六步',
  'seventh(?:ly)?|siebtens|septièmement|séptimo|sétimo|settimo|第七步',
];
const NEXT =
  'then|next|after that|afterwards|after this|subsequently|following that|dann|danach|anschließend|im anschluss|darauf|als nächstes|ensuite|puis|après cela|après quoi|luego|después|a continuación|tras esto|depois|em seguida|a seguir|logo após|poi|dopo|quindi|successivamente|daarna|vervolgens|次に|つぎに|続いて|その後|それから|然后|接着|接下来|随后|다음으로|그 다음|그다음|이어서';
const LAST =
  'finally|lastly|last|at the end|in the end|schließlich|zuletzt|zum schluss|abschließend|am ende|enfin|finalement|pour finir|en dernier|por último|finalmente|al final|para terminar|por fim|no fim|infine|da ultimo|per finire|ten slotte|tot slot|als laatste|最後に|さいごに|最后|마지막으로';
const BEGINNINGS = BEGINS.map((words) => new RegExp(`^[\\s*_>-]*${anyOf(words).source}`, 'iu'));
const GOES_ON = new RegExp(`^[\\s*_>-]*${anyOf(NEXT, LAST).source}`, 'iu');

/** Which step a sentence begins: its number, `next`, or null where it begins none. */
export function stepBegun(sentence: string): number | 'next' | null {
  const index = BEGINNINGS.findIndex((pattern) => pattern.test(sentence));
  if (index !== -1) return index + 1;
  return GOES_ON.test(sentence) ? 'next' : null;
}
