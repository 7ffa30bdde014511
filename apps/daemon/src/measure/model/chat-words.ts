/** What an assistant says to whoever asked it for a text, in front of it and behind it, in the languages they ask in. */
import type { TextBlock } from './text.ts';

/** Nobody else says this of himself. */
const ANYWHERE =
  /\bas an? (?:AI(?: language)? (?:model|assistant)|large language model)\b|\bals (?:KI-(?:Sprachmodell|Modell|Assistent)|KI-basiertes Sprachmodell|Sprachmodell)\b|\ben tant qu(?:e |['’]) ?(?:modèle de langage|(?:IA|assistant) (?:conversationnelle?|IA))\b|\bcomo (?:un )?(?:modelo de (?:lenguaje|linguagem)|asistente de IA|assistente de IA)\b|\bcome (?:un )?modello linguistico\b|\bals (?:AI-taalmodel|taalmodel)\b|(?:AI|人工知能)の?言語モデルとして|作为一?[个個名]?(?:AI|人工智能)(?:语言)?(?:模型|助手)|作為一?[個名]?(?:AI|人工智慧)(?:語言)?(?:模型|助理)|AI 언어 모델로서/iu;

interface Words {
  pattern: RegExp;
  isGuess?: true;
}

/** In English enough is known of how they speak to hear it in the middle of a page as well. */
const ENGLISH: readonly Words[] = [
  {
    pattern:
      /^(?:sure|certainly|absolutely|of course|great question)[!,.:]\s+(?:here(?:['’]s| is| are)\b|below is\b|i(?:['’]ve| have| can)\b)|\bhere(?:['’]s| is| are) (?:a|an|the|your|some|my) (?:[\w-]+ ){0,4}?(?:description|version|draft|copy|text|paragraph|headline|summary|rewrite|suggestion|section|content|variation|options?)\b[^.:]{0,60}:|\bfeel free to (?:adjust|edit|modify|customi[sz]e|tweak) (?:it|this|the (?:tone|text|copy|wording|length))\b|\bi(?:['’]ve| have) (?:rewritten|tailored|drafted) (?:it|this|the (?:text|copy|page|paragraph|headline))\b|\bwould you like me to\b|^(?:word count|seo title|meta description|system prompt)\s*:/i,
    // A page that shows a conversation, a recipe, a guide to writing: people say all of it.
    isGuess: true,
  },
  {
    pattern:
      /\blet me know if you(?:['’]d| would) like (?:me to (?:adjust|change|rewrite|shorten|expand|revise)|any (?:changes|edits|revisions|adjustments)|an?other (?:version|tone)|a (?:shorter|longer) (?:version|text|one))|\bas a large language model\b|\bmy (?:knowledge|training) cut-?off\b/i,
  },
];

const BEFORE: readonly RegExp[] = [
  /^(?:sure(?: thing)?|certainly|of course|absolutely|great|okay|no problem|happy to help)\s*[!,.:—–-]+\s*(?:here(?:['’]s| is| are)|below is|i(?:['’]ve| have))\b/iu,
  /^(?:klar|gern(?:e)?|natürlich|selbstverständlich|sicher)\s*[!,.:—–-]+\s*hier (?:ist|sind|kommt|findest)/iu,
  /^hier (?:ist|sind) (?:der|die|das|dein[e]?|Ihr[e]?) [^.!?:]{0,60}\b(?:gewünschte[nrs]?|um d(?:en|ie|as) (?:du|Sie) gebeten)\b/iu,
  /^(?:bien sûr|certainement|avec plaisir|d['’]accord)\s*[!,.:—–-]+\s*voici\b/iu,
  /^voici [^.!?:]{0,60}\bque (?:vous avez|tu as) demandée?s?\b/iu,
  /^¡?(?:claro(?: que sí)?|por supuesto|con gusto|desde luego)\s*[!,.:—–-]+\s*aquí (?:tienes?|está|te dejo)/iu,
  /^(?:claro|com certeza|com prazer)\s*[!,.:—–-]+\s*aqui (?:está|vai|tem)/iu,
  /^(?:certo|certamente|volentieri)\s*[!,.:—–-]+\s*ecco\b/iu,
  /^(?:natuurlijk|zeker|graag gedaan)\s*[!,.:—–-]+\s*hier (?:is|zijn)\b/iu,
  /^(?:もちろん(?:です)?|承知(?:しました|いたしました)|かしこまりました)[!！。、]\s*(?:以下|こちら)/u,
  /^(?:当然(?:可以)?|好的|没问题|當然(?:可以)?|沒問題)[!！,，。]\s*(?:以下|这是|這是|下面)/u,
  /^(?:물론(?:입니다|이죠|이에요)?|네|알겠습니다)[!,.]\s*(?:다음은|여기|아래)/u,
];

/** What people write at the end of a letter or a post as well. */
const PERHAPS: readonly RegExp[] = [
  /^here(?:['’]s| is| are) (?:the|your|an?) [^.!?:]{0,60}\b(?:you (?:asked for|requested|wanted)|as requested)\b/iu,
  /^here(?:['’]s| is) (?:a|the|your) (?:revised|rewritten|updated|improved|polished|final) (?:version|text|copy|draft)\b/iu,
  /\bi hope (?:this|that) (?:helps|is helpful)\b/iu,
  /\b(?:please )?let me know if (?:you(?:['’]d| would)? (?:like|want|need|have)|there(?:['’]s| is)|this|anything)\b[^.!?]{0,60}\b(?:anything else|any questions|me to|works for you|looks good)\b/iu,
  /\bfeel free to (?:ask|let me know) if you (?:need|want|would like|have)\b/iu,
  /\bich hoffe,? (?:das|dies) hilft\b/iu,
  /\b(?:lass(?:en Sie)? (?:es )?mich (?:gerne |bitte )?wissen|sag(?:en Sie)? (?:mir )?(?:einfach |gerne )?Bescheid),? (?:wenn|falls|ob)\b[^.!?]{0,60}\b(?:noch etwas|Fragen)/iu,
  /\bj['’]espère que (?:cela|ça|ceci) (?:vous |t['’]|te )?aide(?:ra)?\b/iu,
  /\bespero que (?:esto|isto|isso)? ?(?:te |le |lhe )?(?:ayude|sirva|ajude)\b/iu,
  /\bspero che (?:questo )?(?:ti |vi |Le )?(?:aiuti|sia (?:utile|d['’]aiuto))\b/iu,
  /\bik hoop dat dit helpt\b/iu,
];

/** Of the text itself, and of changing it: no reader is asked that. */
const BEHIND: readonly RegExp[] = [
  /\b(?:please )?let me know if (?:you(?:['’]d| would)? (?:like|want|need)|this)\b[^.!?]{0,60}\b(?:any (?:changes?|adjust\p{L}*|tweak\p{L}*|revisions?|edits?|modif\p{L}*)|me to (?:change|adjust|rewrite|revise|shorten|expand)|(?:an?other|shorter|longer|different) (?:version|tone)|(?:this|the text) (?:shorter|longer))\b/iu,
  /\bwould you like me to (?:change|adjust|expand|shorten|add|rewrite|make|continue|also)\b/iu,
  /\b(?:lass(?:en Sie)? (?:es )?mich (?:gerne |bitte )?wissen|sag(?:en Sie)? (?:mir )?(?:einfach |gerne )?Bescheid),? (?:wenn|falls|ob)\b[^.!?]{0,60}\b(?:änder\p{L}*|anpass\p{L}*|angepasst|Version|kürzer|länger)/iu,
  /\b(?:n['’]hésite[sz]? pas à|(?:dites|dis)-moi si|faites-moi savoir si)\b[^.!?]{0,60}\b(?:modifications?|modifier|changements?|version|ajuste\p{L}*|plus court|plus long)/iu,
  /\b(?:avísame|hazme saber|dime|me avise|avise-me|diga-me) (?:si|se)\b[^.!?]{0,60}\b(?:cambi\p{L}*|ajust\p{L}*|versión|versão|mudança\p{L}*|alter\p{L}*)/iu,
  /\bfammi sapere se\b[^.!?]{0,60}\b(?:modific\p{L}*|cambi\p{L}*|versione)/iu,
  /\blaat (?:het )?me weten (?:als|of) je\b[^.!?]{0,60}\b(?:aanpass\p{L}*|wijzig\p{L}*|versie)/iu,
  /(?:修正|変更|調整)が(?:必要|ご希望)[^。]{0,20}(?:お知らせ|お申し付け)ください/u,
  /(?:如果|如)(?:你|您)?(?:需要|想要|希望)[^。！]{0,20}(?:修改|调整|調整)[^。！]{0,20}(?:告诉我|告訴我|随时告|隨時告)/u,
  /(?:수정|변경)이? (?:필요|원)[^.]{0,20}(?:알려|말씀해) ?주세요/u,
];

/** Blocks at either end of a text: an assistant speaks before and after it, a person in between as well. */
const EDGE_BLOCKS = 2;

export function edgesOf(blocks: readonly TextBlock[]): ReadonlySet<TextBlock> {
  return new Set([...blocks.slice(0, EDGE_BLOCKS), ...blocks.slice(-EDGE_BLOCKS)]);
}

interface Where {
  isAtEdge: boolean;
  isEnglish: boolean;
}

export interface Chat {
  hit: string;
  /** People say it, too. */
  isGuess: boolean;
}

/** What was said to the one who asked; null where the text speaks to its readers. */
export function chatIn(said: string, { isAtEdge, isEnglish }: Where): Chat | null {
  const text = said.slice(0, LONGEST).trim();
  const known: Words[] = [
    { pattern: ANYWHERE },
    ...(isAtEdge ? [...BEFORE, ...BEHIND].map((pattern) => ({ pattern })) : []),
    ...(isEnglish ? ENGLISH : []),
    ...(isAtEdge ? PERHAPS.map((pattern) => ({ pattern, isGuess: true as const })) : []),
  ];
  for (const { pattern, isGuess } of known.toSorted(
    (a, b) => Number(a.isGuess ?? false) - Number(b.isGuess ?? false),
  )) {
    const hit = pattern.exec(text)?.[0];
    if (hit !== undefined) return { hit, isGuess: isGuess === true };
  }
  return null;
}

const LONGEST = 4_000;
