import { phraseAudit } from './phrase.ts';

const CORRECT = 'Correct it.';
/** Spellings that are in no English dictionary, and what is meant. The commonest of the lists that editors keep. */
const MISSPELT =
  'accomodat\\w*|acheiv\\w*|adress\\w*|agressiv\\w*|apparant\\w*|appearence|arguement|availible|avaliable|availabe|becuase|beleiv\\w*|begining|buisness\\w*|calender|cancelation|catagor\\w+|comming|commitee|completly|concious|consistant\\w*|convienen\\w+|convenien(?:c|t)e(?=s)|custmer\\w*|definately|definitly|dependant(?=ly)|desparate|developement|diffrent|dissapoint\\w*|embarass\\w*|enviroment\\w*|equiptment|excelent\\w*|existance|experiance\\w*|familar|finaly|foriegn|freind\\w*|fullfil\\w*|garantee\\w*|gaurd\\w*|goverment|grammer|garuantee\\w*|guarentee\\w*|happend|harrass\\w*|heigth|immediatly|independant\\w*|infomation|intresting|knowlege|lenght|liason|libary|lisence|maintainance|maintenence|managment|millenium|mispell\\w*|neccesary|neccessary|necesary|noticable|occassion\\w*|occured|occurance|offical\\w*|oppertunit\\w+|oppurtunit\\w+|paralel|particulary|peice\\w*|perfom\\w*|permanant\\w*|personel|posession|possable|preffer\\w*|privelege|probaly|profesional\\w*|proffession\\w*|pronounciation|publically|reccomend\\w*|recomend\\w*|recieve\\w*|refered|relevent|religous|remeber\\w*|resturant\\w*|restaraunt\\w*|rythm|saftey|sepcial\\w*|sence(?= of)|seperat\\w*|sieze|similiar\\w*|sincerly|speach|succesful\\w*|successfull(?!y\\b)\\w*|sucess\\w*|supercede\\w*|suprise\\w*|surprize\\w*|tecnolog\\w+|temperture|tommorow|tomorow|togehter|truely|unfortunatly|untill|usefull(?!y\\b)\\w*|vegatable\\w*|vaccum|wether(?= (?:you|we|the|or))|wich|wierd|writting|teh|hte|adn|taht|thier|yuor|waht|wiht|jsut|liek|thsi|fo(?= the)|abotu|wokr(?:s|ing)?|ot(?= the)';
const CONFUSED =
  "\\b(?:could|should|would|must|might) of\\b(?! course)|\\byour (?:welcome|right(?=[.!,])|going to|invited|looking)\\b|\\bits (?:a|been|not|going)\\b(?! own)|\\bit's (?:own|name|price|size|way|doors|owner|place|history|roots|team|founders)\\b|\\bloose (?:your|the|weight|track|time|money)\\b|\\bthen (?:ever|average)\\b|\\b(?:more|less|better|rather|other|faster|larger|smaller|easier) then\\b|\\btheir (?:is|are|was|were)\\b|\\bthere (?:own|team|own)\\b|\\byou're (?:own|order|account|data|team|name|home|first)\\b|\\bwho's (?:name|team|house)\\b|\\balot\\b|\\ba (?:hour|honest|hono(?:u)?r|heir)\\b|\\ban (?:user|unique|uni(?:form|versity|on)|euro(?:pean)?|one-|useful)\\b|\\ba (?=(?:apple|egg|orange|idea|offer|email|image|area|event|extra|app|easy|early|open|other|order|office|hourly|umbrella|evening|address|answer|article|artist|exhibition|introduction|overview|award|expert|editor|island|inn|oven|onion|old|ancient|exact|average|online|annual|awesome|amazing|excellent|independent|international|interesting|important|instant|entire|empty|electric|engineer|architect|agency|appointment|invitation|invoice|account|update|hour)\\b)\\w+|\\ban (?=(?:book|house|home|team|page|place|small|large|new|good|great|long|short|free|full|week|day|month|year|room|table|garden|company|customer|project|plan|price|product|service|small|simple|single|quiet|path|boat|bakery|baker|coffee|cup|visit|tour|ticket|workshop|course|class|question|member|guest|dog|cat|tree|river|street|shop|studio|kitchen|loaf|letter|map|walk|bicycle|bike|bus|train|car|number|name|list|link|phone|message|form|menu|meal|drink|fresh|warm|cold|hot|local|family|friend|photo|picture|story|guide|lesson|teacher|student|job|role|task|tool|test|text|title|view|video|voice|wall|way|window|word|world)\\b)\\w+";

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
    { pattern: new RegExp(`(?<![\\p{L}\\d@./_-])(?:${MISSPELT})(?![\\p{L}\\d@_])`, 'giu'), advice: CORRECT },
    { pattern: new RegExp(CONFUSED, 'giu'), advice: CORRECT },
    // The article by the sound of the next word, which its first letters tell nearly always.
    {
      pattern:
        /(?<![\p{L}\d'’/.-])[Aa] (?:[aeio](?!ne\b|nce\b|uro|ur-|u[a-z])[a-z]{2,}|u(?:n(?!i)|p|gl|mb|lt|rg|sh)[a-z]{2,})(?![\p{L}-])|(?<![\p{L}\d'’/.-])[Aa]n (?:(?!h(?:our|onest|ono|eir|erb)|[fhlmnrsx]-|x\b)[b-df-hj-np-tv-z][a-z]{3,})(?![\p{L}])/gu,
      advice: CORRECT,
    },
    // Who acts, and a verb for somebody else.
    {
      pattern:
        /(?<!\b(?:and|or|than|let|what|who|like|to|for|of|with) )\b(?:(?:we|they) (?:is|was|has|does|doesn['’]t|wasn['’]t|isn['’]t|hasn['’]t|offers|makes|keeps|gives|wants|needs)|(?:he|she|it) (?:have|are|were(?! (?:not )?to\b)|do|don['’]t|aren['’]t|offer|make|keep|want)(?= (?:a|an|the|not|to|more|you|all|your|been|it|our)\b)|(?:these|those) (?:\p{Ll}+s )(?:is|was|has)|(?:this|that) (?:\p{Ll}+[^s\W] )(?:are|were|have)(?= (?:a|an|the|not|to|more|been|made|included|open|closed|available)\b)|you (?:is|has|was|keeps|gets|needs|wants|does)|there is (?:two|three|four|five|six|seven|eight|nine|ten|several|many|few|\d{2,}) |there are (?:a|an|one) (?!(?:few|lot|number|couple|dozen|variety|handful|total|hundred|thousand|million|range|great|good|host|series|maximum|minimum|wide|growing|small|large|multitude|set|group|pair|or|of)\b))/giu,
      advice: CORRECT,
    },
    {
      pattern:
        /\b(?:can able to|did not (?:went|came|saw|had|was)|didn['’]t (?:went|came|saw|had|was)|more (?:better|easier|faster|cheaper|larger|bigger|smaller)|most (?:best|easiest|fastest|cheapest)|less (?:people|items|hours|guests|places|days)|much (?:people|guests|items|books|days)|many (?:information|advice|equipment|furniture)|informations|advices|equipments|furnitures|feedbacks|childs|womans|mans(?= and\b)|peoples(?= (?:who|are|have))|he don['’]t|she don['’]t|irregardless|should of|for all intensive purposes|could care less|a lots?(?= of (?:people|work)\b)(?<=lots)|discuss about|revert back|return back|repeat again|in regards to|different then|try and to|use to be|suppose to|the reason (?:is|why is) because|whose (?:going|coming|been)|theirs? (?:going|been)|there (?:house|home|garden|shop|studio|children|families|friends|families|website|products|customers|clients|work))\b/gi,
      advice: CORRECT,
    },
    // Cried, doubted or trailed off more than once.
    { pattern: /!{3,}|\?{3,}|[?!]{4,}|\.{4,}/g, advice: CORRECT, anyLanguage: true },
    // Two marks where one is meant; three dots and "?!" are meant.
    {
      pattern:
        /\p{L}{2}\s?(?:,,+|;;+|::+|(?<!\.)\.\.(?!\.)|,\.(?!\d)|(?<!\b(?:etc|inc|ltd|jr|sr|co|corp|al|dept|vol|eds?|no|st|mr|dr|bzw|usw|ca|nr|al|approx|[ap]\.?m|i\.e|e\.g))\.,(?!\d)|;,|,;|\?\.(?=\s|$)|!\.(?=\s|$))/giu,
      advice: CORRECT,
      anyLanguage: true,
    },
    // A mark that floats between two words; French has its own rules.
    {
      pattern: /\p{L}{2,} [,.;](?=\s\p{L}|$)(?!\.\.)|\p{L}{2,} [!?](?=\s|$)/gu,
      advice: 'Take the space before the mark out.',
    },
    {
      pattern:
        /\p{Ll}{3,}[,;](?=\p{L}{3,})|\p{Ll}{3,}[!?](?=\p{Lu}\p{Ll})|\p{Ll}{2,}\.(?=(?:The|This|That|We|You|Our|It|In|At|For|And|But|If|Each|Every|They|There|All|No|Your|When|With|From|Please|Call|Book)\s)/gu,
      advice: 'Put a space behind the mark.',
    },
    {
      pattern: /\p{Ll}{3,}\.(?=\p{Lu}\p{Ll}+\s\p{Ll})|\p{Ll}{2,} ,(?=\p{L})/gu,
      advice: 'Put a space behind the mark.',
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
      advice: 'Write it as HTML.',
      anyLanguage: true,
    },
    // Letters that are moved apart by spaces are read one by one.
    {
      pattern: /(?<!\S)(?:\p{L} ){4,}\p{L}(?!\S)/gu,
      advice: 'Write the word, and space it with styles.',
      anyLanguage: true,
    },
    // What a writer leaves for later, in brackets.
    {
      pattern: /\[(?:citation needed|source|add [^\]]{2,30}|placeholder)\]/gi,
      advice: 'Take it out.',
    },
    // A sentence that breaks off.
    {
      pattern: /\b(?:the|an|and|or|our|because)[.](?=\s+\p{Lu}|\s*$)/gu,
      advice: 'Finish the sentence.',
      kinds: ['paragraph', 'item', 'other'],
    },
    {
      pattern: /\p{L}+ \p{L}+ \p{L}+ (?:and|or|the|of|with|for|our|your|a|an|but|because|which)$/gu,
      advice: 'Finish the sentence.',
      kinds: ['paragraph'],
    },
    { pattern: /\p{Ll}+ \p{Ll}+ \p{L}+ \p{Ll}+,$/gu, advice: 'Finish the sentence.', kinds: ['paragraph'] },
  ],
});
