/** What a browser without a session sees: where to get one, in its own language. */

import { createHash } from 'node:crypto';
import { juryCommand } from '../../command-name.ts';

export const ENTRY_CODE_SECONDS = 3600;

interface Words {
  title: string;
  /** Why this page and not the one that was asked for. */
  reason: Record<EntryProblem, string>;
  step: string;
  after: string;
}

/** `used`: the address had a code, but it no longer begins a session. */
export type EntryProblem = 'none' | 'used';

const HOURS = ENTRY_CODE_SECONDS / 3600;

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    title: 'This browser has no session',
    reason: {
      none: 'Design Jury shows its runs only to the person who started it.',
      used: `This address was opened before, or is more than ${HOURS} hour old. It works once.`,
    },
    step: 'Run this in the folder where you started it:',
    after: 'It prints an address. Open it here; the session then lasts for 30 days.',
  },
  de: {
    title: 'Dieser Browser hat keine Sitzung',
    reason: {
      none: 'Design Jury zeigt seine Läufe nur der Person, die es gestartet hat.',
      used: `Diese Adresse wurde schon geöffnet oder ist älter als ${HOURS} Stunde. Sie gilt nur einmal.`,
    },
    step: 'Führen Sie dies in dem Ordner aus, in dem Sie es gestartet haben:',
    after: 'Das gibt eine Adresse aus. Öffnen Sie sie hier; die Sitzung gilt dann 30 Tage.',
  },
  ja: {
    title: 'このブラウザーにはセッションがありません',
    reason: {
      none: 'Design Jury は、起動した本人にだけ実行内容を表示します。',
      used: `このアドレスは既に開かれたか、発行から ${HOURS} 時間以上たっています。使えるのは一度だけです。`,
    },
    step: '起動したフォルダーで次のコマンドを実行してください。',
    after: '表示されたアドレスをここで開いてください。セッションは 30 日間有効です。',
  },
  ko: {
    title: '이 브라우저에는 세션이 없습니다',
    reason: {
      none: 'Design Jury는 시작한 사람에게만 실행 내용을 보여 줍니다.',
      used: `이 주소는 이미 열었거나 ${HOURS}시간이 지났습니다. 한 번만 사용할 수 있습니다.`,
    },
    step: '시작한 폴더에서 다음을 실행하세요.',
    after: '출력된 주소를 여기에서 여세요. 세션은 30일 동안 유지됩니다.',
  },
  'zh-CN': {
    title: '此浏览器没有会话',
    reason: {
      none: 'Design Jury 只向启动它的人显示运行内容。',
      used: `此地址已被打开过，或已超过 ${HOURS} 小时。它只能使用一次。`,
    },
    step: '请在启动它的文件夹中运行：',
    after: '它会输出一个地址，请在此处打开；会话有效期为 30 天。',
  },
  'zh-TW': {
    title: '此瀏覽器沒有工作階段',
    reason: {
      none: 'Design Jury 只向啟動它的人顯示執行內容。',
      used: `此位址已開啟過，或已超過 ${HOURS} 小時。它只能使用一次。`,
    },
    step: '請在啟動它的資料夾中執行：',
    after: '它會輸出一個位址，請在此開啟；工作階段有效期為 30 天。',
  },
};

const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:1rem/1.6 system-ui,sans-serif;background:light-dark(#f9f9fb,#121216);color:light-dark(#1c1c24,#f0f0f2)}
main{box-sizing:border-box;max-width:34rem;padding:2rem 1.5rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem;text-wrap:balance}
p{margin:0 0 1rem;color:light-dark(#55555f,#b8b8c2)}
pre{margin:0 0 1rem;padding:.75rem 1rem;border-radius:.5rem;background:light-dark(#ececf1,#24242b);font:1rem/1.5 ui-monospace,monospace;overflow:auto}`;

/** Asks for the same address with the key that the app has kept, once. Without one the page says where to get one. */
const WITH_KEY = `const key=localStorage.getItem('jury-key');const url=new URL(location.href);if(key&&!url.searchParams.has('key')){url.searchParams.set('key',key);location.replace(url)}`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
export const ENTRY_POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
export const KEY_POLICY = `${ENTRY_POLICY}; script-src ${hashOf(WITH_KEY)}`;

export function entryPage(
  problem: EntryProblem,
  acceptLanguage: string | null,
  may?: 'perhaps a key',
): string {
  const language = languageFor(acceptLanguage);
  const { title, reason, step, after } = WORDS[language] as Words;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Design Jury</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${reason[problem]}</p><p>${step}</p><pre><code>${juryCommand()} open</code></pre><p>${after}</p></main>${may === undefined ? '' : `<script>${WITH_KEY}</script>`}</body></html>
`;
}

/** Asks for the same address once more, from here: a request of our own page carries the cookie. */
export const ASK_AGAIN_PAGE = refreshing('0');

/** As `ASK_AGAIN_PAGE`, for an address of ours. With a fragment it has to be another: the same one is not asked for. */
export function leadingTo(path: string): string {
  return refreshing(`0;url=${path}`);
}

function refreshing(content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="${content}"><title>Design Jury</title></head><body></body></html>\n`;
}

const MAX_HEADER_CHARS = 200;

/** The first that is asked for and that we have; weights are given in order by every browser. */
function languageFor(header: string | null): string {
  const asked = (header ?? '').slice(0, MAX_HEADER_CHARS).split(',');
  for (const tag of asked.map((part) => part.split(';', 1)[0]?.trim().toLowerCase() ?? '')) {
    const [base = '', ...rest] = tag.split('-');
    if (base === 'zh')
      return rest.some((part) => ['tw', 'hk', 'mo', 'hant'].includes(part)) ? 'zh-TW' : 'zh-CN';
    if (Object.hasOwn(WORDS, base)) return base;
  }
  return 'en';
}
