import { phraseAudit } from './phrase.ts';

const CORRECT = 'Correct it.';
/** Spellings that are in no English dictionary, and what is meant. The commonest of the lists that editors keep. */
const MISSPELT =
  'accomodat\\w*|acheiv\\w*|adress\\w*|agressiv\\w*|apparant\\w*|appearence|arguement|availible|avaliable|availabe|becuase|beleiv\\w*|begining|buisness\\w*|calender|cancelation|catagor\\w+|comming|commitee|completly|concious|consistant\\w*|convienen\\w+|convenien(?:c|t)e(?=s)|custmer\\w*|definately|definitly|dependant(?=ly)|desparate|developement|diffrent|dissapoint\\w*|embarass\\w*|enviroment\\w*|equiptment|excelent\\w*|existance|experiance\\w*|familar|finaly|foriegn|freind\\w*|fullfil\\w*|garantee\\w*|gaurd\\w*|goverment|grammer|garuantee\\w*|guarentee\\w*|happend|harrass\\w*|heigth|immediatly|independant\\w*|infomation|intresting|knowlege|lenght|liason|libary|lisence|maintainance|maintenence|managment|millenium|mispell\\w*|neccesary|neccessary|necesary|noticable|occassion\\w*|occured|occurance|offical\\w*|oppertunit\\w+|oppurtunit\\w+|paralel|particulary|peice\\w*|perfom\\w*|permanant\\w*|personel|posession|possable|preffer\\w*|privelege|probaly|profesional\\w*|proffession\\w*|pronounciation|publically|reccomend\\w*|recomend\\w*|recieve\\w*|refered|relevent|religous|remeber\\w*|resturant\\w*|restaraunt\\w*|rythm|saftey|sepcial\\w*|sence(?= of)|seperat\\w*|sieze|similiar\\w*|sincerly|speach|succesful\\w*|successfull(?!y\\b)\\w*|sucess\\w*|supercede\\w*|suprise\\w*|surprize\\w*|tecnolog\\w+|temperture|tommorow|tomorow|togehter|truely|unfortunatly|untill|usefull(?!y\\b)\\w*|vegatable\\w*|vaccum|wether(?= (?:you|we|the|or))|wich|wierd|writting|teh|hte|adn|taht|thier|yuor|waht|wiht|jsut|liek|thsi|fo(?= the)|abotu|wokr(?:s|ing)?|ot(?= the)';
const CONFUSED =
  "\\b(?:could|should|would|must|might) of\\b(?! course)|\\byour (?:welcome to|going to|invited)\\b|\\bits been\\b|\\bit's (?:own|owner|founders)\\b|\\bloose (?:your weight|weight|track of|money)\\b|\\b(?:rather|smaller|larger|easier) then\\b|\\btheir (?:is|are|was|were)\\b|\\bthere own\\b|\\byou're (?:own|order|account|data|team|name|home|first)\\b|\\bwho's (?:name|team|house)\\b|\\balot\\b";
/** "A" inside a sentence is a grade, a vitamin or a team: only a small one, or the first word, is an article. */
const ARTICLES =
  '(?:\\ba|(?<=^|[.!?] )A) (?:hour|honest|hono(?:u)?r|heir)\\b|(?:\\ban|(?<=^|[.!?] )An) (?:user|unique|uni(?:form|versity|on)|euro(?:pean)?|one-|useful)\\b|(?:\\ba|(?<=^|[.!?] )A) (?=(?:apple|egg|orange|idea|offer|email|image|area|event|extra|app|easy|early|open|other|order|office|hourly|umbrella|evening|address|answer|article|artist|exhibition|introduction|overview|award|expert|editor|island|inn|oven|onion|old|ancient|exact|average|online|annual|awesome|amazing|excellent|independent|international|interesting|important|instant|entire|empty|electric|engineer|architect|agency|appointment|invitation|invoice|account|update|hour)\\b)\\w+|(?:\\ban|(?<=^|[.!?] )An) (?=(?:book|house|home|team|page|place|small|large|new|good|great|long|short|free|full|week|day|month|year|room|table|garden|company|customer|project|plan|price|product|service|small|simple|single|quiet|path|boat|bakery|baker|coffee|cup|visit|tour|ticket|workshop|course|class|question|member|guest|dog|cat|tree|river|street|shop|studio|kitchen|loaf|letter|map|walk|bicycle|bike|bus|train|car|number|name|list|link|phone|message|form|menu|meal|drink|fresh|warm|cold|hot|local|family|friend|photo|picture|story|guide|lesson|teacher|student|job|role|task|tool|test|text|title|view|video|voice|wall|way|window|word|world)\\b)\\w+';

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
    { pattern: new RegExp(ARTICLES, 'gu'), advice: CORRECT },
    // The article by the sound of the next word, which its first letters tell nearly always.
    {
      pattern:
        /(?:(?<![\p{L}\d'’/.-])a|(?<=^|[.!?] )A) (?!and\b|are\b|all\b|etc)(?:[aeio](?!ne\b|nce\b|uro|ur-|u[a-z]|we)[a-z]{2,}|u(?:n(?!i)|p|gl|mb|lt|rg|sh)[a-z]{2,})(?![\p{L}-])|(?:(?<![\p{L}\d'’/.-])an|(?<=^|[.!?] )An) (?!h(?:our|onest|ono|eir|erb|istor|otel|abit|ypo)|[fhlmnrsx]-|nginx)[b-df-hj-np-tv-z](?=[a-z]{0,2}[aeiouy])[a-z]{3,}(?![\p{L}])/gu,
      advice: CORRECT,
    },
    // Who acts, and a verb for somebody else.
    {
      pattern:
        /(?<!\b(?:and|or|than|let|what|who|like|to|for|of|with) )\b(?:(?:we|they) (?:is|was|has|does|doesn['’]t|wasn['’]t|isn['’]t|hasn['’]t)|there is (?:two|three|four|five|six|seven|eight|nine|ten|several|many) \p{Ll}+s(?![\p{L}'’-]))/giu,
      advice: CORRECT,
    },
    {
      pattern:
        /\b(?:can able to|did not (?:went|came|saw)|didn['’]t (?:went|came|saw)|irregardless|for all intensive purposes|informations|equipments|furnitures|childs|womans)\b/gi,
      advice: CORRECT,
    },
    // Said by many, and minded by some.
    {
      pattern:
        /\b(?:more (?:better|easier)|most (?:best|easiest|fastest|cheapest)|less (?:people|guests|days)|much (?:people|guests|items|books)(?!-)|many (?:information|advice|equipment|furniture)|advices|feedbacks|he don['’]t|she don['’]t|discuss about|revert back|repeat again|in regards to|different then|(?:is|are|was|were) suppose to|the reason (?:is|why is) because|theirs? (?:going|been))\b/gi,
      advice: CORRECT,
      isLikely: true,
    },
    // Cried, doubted or trailed off more than once.
    { pattern: /!{3,}|\?{3,}|[?!]{4,}/g, advice: CORRECT, anyLanguage: true },
    { pattern: /\.{4,}/g, advice: CORRECT, anyLanguage: true, isLikely: true },
    // Two marks where one is meant; three dots and "?!" are meant.
    {
      pattern: /\p{L}{2}\s?(?:,,+|;;+|::+|(?<!\.)\.\.(?!\.)|,\.(?!\d)|;,|,;|\?\.(?=\s|$)|!\.(?=\s|$))/giu,
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
      inOnePiece: true,
    },
    {
      pattern: /\p{Ll}{3,}\.(?=\p{Lu}\p{Ll}+\s\p{Ll})|\p{Ll}{2,} ,(?=\p{L})/gu,
      advice: 'Put a space behind the mark.',
      inOnePiece: true,
      anyLanguage: true,
    },
    // More than one, and a word or a verb for one.
    {
      pattern:
        /(?<![\w.,:])(?:[2-9]|[1-9]\d+) of them (?:is|was|has)\b|\b(?:[Bb]oth|[Mm]any|[Ss]everal) of (?:them|us|these) (?:is|was|has)\b/gu,
      advice: CORRECT,
    },
    // Signs of Markdown in a page of HTML.
    {
      pattern:
        /(?<![*\w])\*\*\p{L}[^*\n]{1,60}\*\*(?!\*)|\[[^\]\n]{2,60}\]\((?:https?:|\/|#|mailto:)[^)\s]{1,120}\)|^#{1,4} [\p{L}`]|(?<!_)__\p{L}[^_\n]{1,40}__(?!_)|^```/gu,
      advice: 'Write it as HTML.',
      anyLanguage: true,
      alsoInCode: true,
    },
    // Marks of a typewriter, where one sign is meant.
    {
      pattern:
        /(?<![\d-])\d{1,2}[:.]?\d{0,2}--\d|\p{L}{2,}--\p{L}{2,}|(?<=\p{L})''(?=[\s.,;]|$)|(?<=^|\s)``(?=\p{L})/gu,
      advice: CORRECT,
      anyLanguage: true,
      inOnePiece: true,
    },
    // Letters that are moved apart by spaces are read one by one.
    {
      pattern: /(?<!\S)(?<!\p{L} )(?!A B C|a b c)(?:\p{Script=Latin} ){4,}\p{Script=Latin}(?!\S)/gu,
      advice: 'Write the word, and space it with styles.',
      anyLanguage: true,
      isLikely: true,
    },
    // What a writer leaves for later, in brackets.
    {
      pattern: /\[(?:citation needed|add [^\]]{2,30}|placeholder)\]/gi,
      advice: 'Take it out.',
    },
    // A sentence that breaks off.
    {
      pattern: /\b(?:the|an|and|or|our|because)[.](?=\s+\p{Lu}|\s*$)/gu,
      advice: 'Finish the sentence.',
      kinds: ['paragraph', 'item', 'other'],
    },
    {
      pattern: /\p{L}+ \p{L}+ \p{L}+ (?:and|the|our|your|an|because)$/gu,
      advice: 'Finish the sentence.',
      kinds: ['paragraph'],
    },
    {
      pattern: /\p{Ll}+ \p{Ll}+ \p{L}+ \p{Ll}+,$/gu,
      advice: 'Finish the sentence.',
      kinds: ['paragraph'],
      isLikely: true,
    },
  ],
});
