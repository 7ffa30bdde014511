import { phraseAudit } from './phrase.ts';

const CORRECT = 'Correct it.';
/** Spellings that are in no English dictionary, and what is meant. The commonest of the lists that editors keep. */
const MISSPELT =
  'accomodat\\w*|acheiv\\w*|adress\\w*|agressiv\\w*|apparant\\w*|appearence|arguement|availible|avaliable|availabe|becuase|beleiv\\w*|begining|buisness\\w*|catagor\\w+|comming|commitee|completly|concious|consistant\\w*|convienen\\w+|convenien(?:c|t)e(?=s)|custmer\\w*|definately|definitly|dependant(?=ly)|desparate|developement|diffrent|dissapoint\\w*|embarass\\w*|enviroment\\w*|equiptment|excelent\\w*|existance|experiance\\w*|familar|finaly|foriegn|freind\\w*|fullfil\\w*|garantee\\w*|gaurd\\w*|goverment|garuantee\\w*|guarentee\\w*|happend|harrass\\w*|heigth|immediatly|independant\\w*|infomation|intresting|knowlege|lenght|liason|libary|lisence|maintainance|maintenence|managment|mispell\\w*|neccesary|neccessary|necesary|noticable|occassion\\w*|occured|occurance|offical\\w*|oppertunit\\w+|oppurtunit\\w+|paralel|particulary|peice\\w*|perfom\\w*|permanant\\w*|posession|possable|preffer\\w*|privelege|probaly|profesional\\w*|proffession\\w*|pronounciation|reccomend\\w*|recomend\\w*|recieve\\w*|refered|relevent|religous|remeber\\w*|resturant\\w*|restaraunt\\w*|rythm|saftey|sepcial\\w*|sence(?= of)|seperat\\w*|sieze|similiar\\w*|sincerly|speach|succesful\\w*|successfull(?!y\\b)\\w*|sucess\\w*|suprise\\w*|tecnolog\\w+|temperture|tommorow|tomorow|togehter|truely|unfortunatly|untill|usefull(?!y\\b)\\w*|vegatable\\w*|vaccum|wich|wierd|writting|teh|hte|adn|taht|thier|yuor|waht|wiht|jsut|liek|thsi|fo(?= the)|abotu|wokr(?:s|ing)?|ot(?= the)';
/** Other spellings of a word, words of a trade, and names. */
const MISSPELT_PERHAPS =
  'calender|cancelation|grammer|publically|supercede\\w*|surprize\\w*|wether(?= (?:you|we|the|or))|personel|millenium';
const CONFUSED =
  "\\b(?:could|should|would|must|might) of\\b(?! course)|(?<=^|[.!?]\\s)your welcome(?=[.!,]|$)|\\byour (?:going to (?:be|have|get|need|love|find|see)|invited(?: to\\b|(?=[.!,]|$))|looking (?:for|at|to))\\b|\\bits been\\b|(?<=^|[.!?,;]\\s|\\b(?:but|that|if|because|when) )its (?:a(?! (?:cappella|la|priori))|not|going to)\\b(?!-)|\\bit's (?:own|doors|roots|founders)\\b(?!-)|\\bloose (?:your|weight|track of)\\b|\\btheir (?:is|are|was|were)\\b|(?<!\\b(?:is|are|was|were|be) )\\bthere own\\b|\\byou're (?:own|order|account|data|name)\\b(?!-)|\\bwho's (?:name|house)\\b(?!-)|\\balot\\b|\\ban (?:user|unique|uni(?:form|versity|on)|euro(?:pean)?|one-|useful)\\b";
/** The same words in other sentences are right: "when you're home", "it's way faster", "stir once more then serve". */
const CONFUSED_PERHAPS =
  "\\byour (?:welcome|invited|looking)(?=[.!,]|$)|\\bit's (?:name|price|size|owner|place|history|team)\\b(?!-)|\\bloose (?:the|time|money)\\b|\\b(?:more|less|better|rather|other|faster|larger|smaller|easier) then\\b|(?<!\\b(?:is|are|was|were|be) )\\bthere team\\b|\\byou're (?:team|first)\\b";
/** Small, or at the beginning: "Grade A office space", "Vitamins A and C". */
const ARTICLE =
  "(?:(?<![\\p{L}\\d'’/.)-])a|(?<=^|[.!?]\\s)A) (?:hour|honest|hono(?:u)?r|heir)\\b|(?:(?<![\\p{L}\\d'’/.)-])a|(?<=^|[.!?]\\s)A) (?=(?:apple|egg|orange|idea|offer|email|image|area|event|extra|app|easy|early|open|other|order|office|hourly|umbrella|evening|address|answer|article|artist|exhibition|introduction|overview|award|expert|editor|island|inn|oven|onion|old|ancient|exact|average|online|annual|awesome|amazing|excellent|independent|international|interesting|important|instant|entire|empty|electric|engineer|architect|agency|appointment|invitation|invoice|account|update|hour)\\b)\\w+|(?:(?<![\\p{L}\\d'’/.)-])an|(?<=^|[.!?]\\s)An) (?=(?:book|house|home|team|page|place|small|large|new|good|great|long|short|free|full|week|day|month|year|room|table|garden|company|customer|project|plan|price|product|service|small|simple|single|quiet|path|boat|bakery|baker|coffee|cup|visit|tour|ticket|workshop|course|class|question|member|guest|dog|cat|tree|river|street|shop|studio|kitchen|loaf|letter|map|walk|bicycle|bike|bus|train|car|number|name|list|link|phone|message|form|menu|meal|drink|fresh|warm|cold|hot|local|family|friend|photo|picture|story|guide|lesson|teacher|student|job|role|task|tool|test|text|title|view|video|voice|wall|way|window|word|world)\\b)\\w+";

export const penSlips = phraseAudit({
  id: 'pen-slips',
  role: 'copy',
  dim: 'plain',
  weight: 7,
  title: 'No slips of the pen',
  why: 'A misspelt word on the front page makes a reader doubt the figures on the second.',
  link: 'https://www.gov.uk/guidance/style-guide/a-to-z-of-gov-uk-style',
  severity: 'major',
  tier: 'report',
  unit: 'slips of the pen',
  scope: 'all',
  alsoSpoken: true,
  lighterInCode: true,
  longest: 20_000,
  required: 'correct spelling and punctuation',
  describe: (hit) => `A slip of the pen: "${hit.trim()}".`,
  patterns: [
    // Small, or with a capital at the beginning; elsewhere a capital may be a name's, and capitals an abbreviation.
    {
      pattern: new RegExp(
        `(?<![\\p{L}\\d@./_-])(?:${MISSPELT})(?![\\p{L}\\d@_])|(?<=^|[.!?]\\s)(?:${capitalised(MISSPELT)})(?![\\p{L}\\d@_])`,
        'gu',
      ),
      advice: CORRECT,
    },
    {
      pattern: new RegExp(
        `(?<![\\p{L}\\d@./_-])(?:${MISSPELT_PERHAPS}|(?=\\p{L}{6})(?:${MISSPELT}))(?![\\p{L}\\d@_])`,
        'giu',
      ),
      advice: CORRECT,
      isGuess: true,
    },
    { pattern: new RegExp(CONFUSED, 'giu'), advice: CORRECT },
    { pattern: new RegExp(CONFUSED_PERHAPS, 'giu'), advice: CORRECT, isGuess: true },
    { pattern: new RegExp(ARTICLE, 'gu'), advice: CORRECT },
    // The article by the sound of the next word, which its first letters tell nearly always.
    {
      pattern:
        /(?:(?<![\p{L}\d'’/.)-])a|(?<=^|[.!?]\s)A) (?:[aeio](?!ne\b|nce\b|nd\b|uro|ur-|u[a-z]|we)[a-z]{2,}|u(?:n(?!i|an)|p|gl|mb|lt|rg|sh)[a-z]{2,})(?![\p{L}-])|(?:(?<![\p{L}\d'’/.)-])an|(?<=^|[.!?]\s)An) (?:(?!h(?:our|onest|ono|eir|erb|ist|omage|ors|otel|abit|allu|er[eo])|[fhlmnrsx](?:-|[bcdfgjkmnpqrstvxz])|x\b)[b-df-hj-np-tv-z][a-z]{3,})(?![\p{L}])/gu,
      advice: CORRECT,
      isGuess: true,
    },
    // Who acts, and a verb for somebody else.
    {
      pattern:
        /(?<!\b(?:and|or|than|let|what|who|like|to|for|of|with|all|as) )\b(?:(?:we|they) (?:is|was|has|does|doesn['’]t|wasn['’]t|isn['’]t|hasn['’]t|offers|makes|keeps|gives|wants|needs))\b|(?<=^|[.!?]\s)(?:(?:He|She|It) (?:have|are|were(?! (?:not )?to\b)|do|don['’]t|aren['’]t|offer|make|keep|want)(?= (?:a|an|the|not|to|more|you|all|your|been|it|our)\b)|(?:These|Those) \p{Ll}+s (?:is|was|has)\b|There is (?:several|many) )/gu,
      advice: CORRECT,
    },
    // Inside a sentence the verb may have another subject: "Does it have a warranty?", "homes that already have a boiler".
    {
      pattern:
        /(?<!\b(?:and|or|than|let|what|who|like|to|for|of|with|does|do|did|will|would|can|could|should|may|might|must|not) )\b(?:(?:he|she|it) (?:have|are|were(?! (?:not )?to\b)|do|don['’]t|aren['’]t|offer|make|keep|want)(?= (?:a|an|the|not|to|more|you|all|your|been|it|our)\b)|(?:these|those) (?:\p{Ll}+s )(?:is|was|has)|this (?:\p{Ll}+[^s\W] )(?:are|were|have)(?= (?:a|an|the|not|to|more|been|made|included|open|closed|available)\b)|there is (?:two|three|four|five|six|seven|eight|nine|ten|several|many|few) (?!-)|there are (?:a|an|one) (?!(?:few|lot|number|couple|dozen|variety|handful|total|hundred|thousand|million|range|great|good|host|series|maximum|minimum|wide|growing|small|large|multitude|set|group|pair|or|of|estimated|average|additional|extra)\b))/giu,
      advice: CORRECT,
      isGuess: true,
    },
    {
      pattern:
        /\b(?:can able to|did(?: not|n['’]t) (?:went|came|saw)|informations|furnitures|irregardless|for all intensive purposes|try and to|the reason (?:is|why is) because)\b/gi,
      advice: CORRECT,
    },
    // Usage that many object to, and words that are right elsewhere: "Indigenous peoples have lived", "how much people save".
    {
      pattern:
        /\b(?:more (?:better|easier|faster|cheaper|larger|bigger|smaller)(?!-)|most (?:best|easiest|fastest|cheapest)(?!-| practice)|less (?:people|items|hours|guests|places|days)|(?<!how )much (?:guests|items|books|days)|many (?:information|advice|equipment|furniture)(?= (?:is|are|was|about|and|to)\b|[.,])|equipments|feedbacks|womans|he don['’]t|she don['’]t|could care less|discuss about|revert back|return back|repeat again|in regards to|different then|whose (?:going|been)|(?<!\b(?:is|are|was|were|be|get|got|go|went|live|lives|been) )there (?:house|garden|shop|studio|families|website|products|customers|clients))\b/gi,
      advice: CORRECT,
      isGuess: true,
    },
    // Cried, doubted or trailed off more than once.
    { pattern: /!{3,}|\?{3,}|[?!]{4,}|\.{4,}/g, advice: CORRECT, anyLanguage: true },
    // Two marks where one is meant; three dots and "?!" are meant.
    {
      pattern: /\p{L}{2}\s?(?:,,+|;;+|(?<!\.)\.\.(?![./])|,\.(?!\d)|;,|,;)/giu,
      advice: CORRECT,
      anyLanguage: true,
    },
    // An abbreviation before a comma, and a name with a mark at the end of a sentence: "Oakland, Calif., on Monday".
    {
      pattern:
        /\p{L}{2}\s?(?:::+|(?<!\b(?:etc|inc|ltd|jr|sr|co|corp|al|dept|vol|eds?|no|st|mr|dr|bzw|usw|ca|nr|al|approx|\p{L}{1,5}|[ap]\.?m|i\.e|e\.g))\.,(?!\d)|\?\.(?=\s|$)|!\.(?=\s|$))/giu,
      advice: CORRECT,
      anyLanguage: true,
      isGuess: true,
    },
    // A mark that floats between two words; French has its own rules.
    {
      pattern: /\p{L}{2,} [,.;](?=\s\p{L}|$)(?!\.\.)|\p{L}{2,} [!?](?=\s|$)/gu,
      needs: / [,.;!?]/,
      advice: 'Take the space before the mark out.',
      plainOnly: true,
    },
    {
      pattern:
        /\p{Ll}{3,}[,;](?=\p{L}{3,})|\p{Ll}{3,}[!?](?=\p{Lu}\p{Ll})|\p{Ll}{2,}\.(?=(?:The|This|That|We|You|Our|It|In|At|For|And|But|If|Each|Every|They|There|All|No|Your|When|With|From|Please|Call|Book)\s)/gu,
      needs: /[,;!?.]\S/,
      advice: 'Put a space behind the mark.',
      plainOnly: true,
    },
    {
      pattern: /\p{Ll}{3,}\.(?=\p{Lu}\p{Ll}+\s\p{Ll})|\p{Ll}{2,} ,(?=\p{L})/gu,
      needs: /\.\S| ,\S/,
      advice: 'Put a space behind the mark.',
      plainOnly: true,
      anyLanguage: true,
    },
    // More than one, and a word or a verb for one.
    {
      pattern:
        /(?<![\w.,:])(?:[2-9]|[1-9]\d+) of them (?:is|was|has)\b|\b(?:[Bb]oth|[Mm]any|[Ss]everal|[Ff]ew) of (?:them|us|these) (?:is|was|has)\b/gu,
      advice: CORRECT,
    },
    // Signs of Markdown in a page of HTML.
    {
      pattern:
        /(?<![*\w])\*\*\p{L}[^*\n]{1,60}\*\*(?!\*)|\[[^\]\n]{2,60}\]\((?:https?:|\/|#|mailto:)[^)\s]{1,120}\)|^#{1,4} \p{L}|(?<!_)__\p{L}[^_\n]{1,40}__(?!_)|^```/gu,
      needs: /\*\*|\]\(|^#|__|^```/,
      advice: 'Write it as HTML.',
      anyLanguage: true,
    },
    // Letters that are moved apart by spaces are read one by one.
    {
      pattern: /(?<!\S)(?<!\p{L} )(?!A B C|a b c)(?:\p{Script=Latin} ){4,}\p{Script=Latin}(?!\S)/gu,
      advice: 'Write the word, and space it with styles.',
      anyLanguage: true,
      // The days of a week, and an index from A to Z.
      isGuess: true,
    },
    // What a writer leaves for later, in brackets.
    {
      pattern: /\[(?:citation needed|source|add [^\]]{2,30}|placeholder)\]/gi,
      advice: 'Take it out.',
      isGuess: true,
    },
    // Marks of a typewriter, where one sign is meant; between words they are a habit, and names in code.
    { pattern: /(?<![\d-])\d{1,2}[:.]?\d{0,2}--\d/g, advice: CORRECT, anyLanguage: true, plainOnly: true },
    {
      pattern: /\p{L}{2,}--\p{L}{2,}|(?<=\p{L})''(?=[\s.,;]|$)|(?<=^|\s)``(?=\p{L})/gu,
      needs: /--|''|``/,
      advice: CORRECT,
      anyLanguage: true,
      plainOnly: true,
      isGuess: true,
    },
    // A sentence that breaks off.
    {
      pattern: /(?<=\p{L} )(?:the|an|and|our|because)[.](?=\s+\p{Lu}|\s*$)/gu,
      needs: / (?:the|an|and|our|because)\./,
      advice: 'Finish the sentence.',
      kinds: ['paragraph', 'item', 'other'],
    },
    {
      pattern: /(?<!\p{L})\p{L}{1,30} \p{L}{1,30} \p{L}{1,30} (?:and|the|our|your|an|because)$/gu,
      needs: / (?:and|the|our|your|an|because)$/,
      advice: 'Finish the sentence.',
      kinds: ['paragraph'],
      plainOnly: true,
    },
    // "Everything your garden has been waiting for", "Dear neighbours and friends of the garden,".
    {
      pattern:
        /(?<!\p{L})\p{L}{1,30} \p{L}{1,30} \p{L}{1,30} (?:or|of|with|a|but|which)$|(?<!\p{L})\p{Ll}{1,30} \p{Ll}{1,30} \p{L}{1,30} \p{Ll}{1,30},$/gu,
      needs: / (?:or|of|with|a|but|which)$|,$/,
      advice: 'Finish the sentence.',
      kinds: ['paragraph'],
      isGuess: true,
    },
  ],
});

/** Each of these words with a capital. Groups that switch a flag are not read by every Node we run on. */
function capitalised(words: string): string {
  let depth = 0;
  let isFirst = true;
  return Array.from(words, (char) => {
    const said = isFirst ? char.toUpperCase() : char;
    depth += char === '(' ? 1 : char === ')' ? -1 : 0;
    isFirst = depth === 0 && char === '|';
    return said;
  }).join('');
}
