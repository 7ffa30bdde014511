/** The start page in the languages of the web app. */

export interface StartText {
  lang: string;
  /** The language in itself. */
  name: string;
  title: string;
  lead: string;
  try: string;
  tryText: string;
  what: string;
  points: readonly string[];
  documents: string;
  search: string;
  languages: string;
}

export const START_TEXTS: readonly StartText[] = [
  {
    lang: 'en',
    name: 'English',
    title: 'A jury for AI-made work',
    lead: 'You give it a page. A panel of five criticises it in scored rounds, with evidence, and a gate that code decides says whether it may go out.',
    try: 'Try it',
    tryText: 'No account, no key and no network is needed to judge a page.',
    what: 'What you get',
    points: [
      'Findings with a line, what was measured and what is required.',
      'A copy with the mechanical faults corrected, and a diff.',
      'The same verdict at the terminal, in CI and inside a coding agent.',
      'Every run can be replayed, and judged again under other rules.',
    ],
    documents: 'Documentation',
    search: 'Search the documentation',
    languages: 'Languages',
  },
  {
    lang: 'de',
    name: 'Deutsch',
    title: 'Eine Jury für Arbeit, die KI gemacht hat',
    lead: 'Sie geben ihr eine Seite. Fünf Gutachter kritisieren sie in bewerteten Runden, mit Belegen, und eine Regel im Code entscheidet, ob sie hinausgehen darf.',
    try: 'Ausprobieren',
    tryText: 'Um eine Seite zu beurteilen, braucht es kein Konto, keinen Schlüssel und kein Netz.',
    what: 'Was Sie bekommen',
    points: [
      'Befunde mit Zeile, gemessenem und gefordertem Wert.',
      'Eine Kopie, in der die mechanischen Fehler behoben sind, und den Unterschied dazu.',
      'Dasselbe Urteil im Terminal, in der CI und im Programmieragenten.',
      'Jeder Lauf kann abgespielt und nach anderen Regeln neu beurteilt werden.',
    ],
    documents: 'Dokumentation (englisch)',
    search: 'Dokumentation durchsuchen',
    languages: 'Sprachen',
  },
  {
    lang: 'ja',
    name: '日本語',
    title: 'AI が作ったもののための審査員団',
    lead: 'ページを渡すと、五人の審査員が根拠を示しながらラウンドごとに採点します。公開してよいかどうかは、コードに書かれた規則が決めます。',
    try: '試す',
    tryText: 'ページの判定に、アカウントもキーもネットワークも要りません。',
    what: '得られるもの',
    points: [
      '行番号、測定値、必要な値が付いた指摘。',
      '機械的な誤りを直した写しと、その差分。',
      '端末でも CI でもコーディングエージェントの中でも同じ判定。',
      'すべての実行を再生し、別の規則で判定し直せます。',
    ],
    documents: 'ドキュメント（英語）',
    search: 'ドキュメントを検索',
    languages: '言語',
  },
  {
    lang: 'ko',
    name: '한국어',
    title: 'AI가 만든 결과물을 위한 심사단',
    lead: '페이지를 주면 다섯 명의 심사위원이 근거를 들어 라운드마다 점수를 매깁니다. 내보내도 되는지는 코드에 적힌 규칙이 정합니다.',
    try: '사용해 보기',
    tryText: '페이지를 판정하는 데 계정도 키도 네트워크도 필요 없습니다.',
    what: '얻는 것',
    points: [
      '줄 번호와 측정값, 요구되는 값이 있는 지적.',
      '기계적인 결함을 고친 사본과 그 차이.',
      '터미널, CI, 코딩 에이전트 안에서 같은 판정.',
      '모든 실행은 다시 재생하고 다른 규칙으로 다시 판정할 수 있습니다.',
    ],
    documents: '문서(영어)',
    search: '문서 검색',
    languages: '언어',
  },
  {
    lang: 'zh-CN',
    name: '简体中文',
    title: '为 AI 作品而设的评审团',
    lead: '您交出一个页面，五位评审逐轮打分并给出依据，能否发布由写在代码里的规则决定。',
    try: '试一试',
    tryText: '判定一个页面不需要账号、密钥或网络。',
    what: '您会得到',
    points: [
      '带有行号、实测值和要求值的问题清单。',
      '一份已改正机械性错误的副本，以及差异。',
      '在终端、CI 和编程代理中得到相同的判定。',
      '每次运行都可以重放，并按其他规则重新判定。',
    ],
    documents: '文档（英文）',
    search: '搜索文档',
    languages: '语言',
  },
  {
    lang: 'zh-TW',
    name: '繁體中文',
    title: '為 AI 作品而設的評審團',
    lead: '您交出一個頁面，五位評審逐輪評分並提出依據，能否發布由寫在程式碼裡的規則決定。',
    try: '試試看',
    tryText: '判定一個頁面不需要帳號、金鑰或網路。',
    what: '您會得到',
    points: [
      '附有行號、實測值與要求值的問題清單。',
      '一份已改正機械性錯誤的副本，以及差異。',
      '在終端機、CI 與程式代理中得到相同的判定。',
      '每次執行都可以重播，並依其他規則重新判定。',
    ],
    documents: '文件（英文）',
    search: '搜尋文件',
    languages: '語言',
  },
];
