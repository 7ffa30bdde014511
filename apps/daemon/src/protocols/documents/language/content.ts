/** The words of a sentence that carry what it is about, in the languages people write documents in. */

const STOP_WORDS = new Set(
  // English
  (
    'a an and are as at be been being but by can could did do does each every for from had has have having how if in into is it its ' +
    'may might more most must no nor not of off on once only or other our out over own per shall should so some such than that the their ' +
    'them then there these they this those to too under until up upon was we were what when where which while who whom why will with within ' +
    'without would you your his her he she about after before again also any all both just very one ones get gets got make makes let lets ' +
    'least less up between during via same new last first next still even however therefore thus yet now always never nobody cannot maximum minimum max min somebody someone anybody anyone everybody everyone nothing something '
  )
    // German
    .concat(
      'der die das den dem des ein eine einen einem einer eines und oder aber ist sind war wird werden wurde worden sein hat haben hatte kann ' +
        'können darf dürfen muss müssen soll sollen sollte nicht kein keine keinen mit ohne von vom vor nach bei beim bis aus auf an am im in ins zu zum zur für um über unter ' +
        'als wie wenn falls ob dass sich er sie es wir ihr ihre sein seine dieser diese dieses jeder jede jedes alle auch nur noch schon sehr mehr ' +
        'weniger mindestens höchstens innerhalb spätestens dann danach dort hier so wer was welche welcher durch gegen seit während sowie je pro man wieder gibt gibts gar mal halt eben doch wohl nie niemals immer maximal minimal jemand niemand etwas nichts ',
    )
    // French
    .concat(
      'le la les un une des du de d l et ou mais est sont été être sera seront a ont avoir avait peut peuvent doit doivent ne pas plus moins au aux à ' +
        'en dans par pour sur sous avec sans que qui quoi dont où si ce cette ces cet son sa ses leur leurs il elle ils elles on nous vous se s y ' +
        'tout toute tous toutes chaque aussi très bien après avant entre depuis lors puis donc comme même jamais toujours quelqu personne rien ',
    )
    // Spanish, Portuguese, Italian
    .concat(
      'el los las lo una unos unas y o u pero es son fue ser será está están ha han haber puede pueden debe deben no más menos al del en con sin por ' +
        'para sobre bajo entre que quien cual donde si este esta estos estas ese esa su sus se le les nos todo toda todos todas cada también muy ' +
        'después antes desde hasta cuando como nunca siempre máximo mínimo máxima mínima alguien nadie algo nada alguém ninguém um uma uns umas os as do da dos das no na nos nas ao aos à às e ou mas é são foi ser está ' +
        'pode podem deve devem não mais menos com sem por para sobre que quem onde se este esta seu sua seus suas todo cada também muito após antes ' +
        'até quando como il lo gli i di del della dei delle che chi è sono può possono deve devono non con per tra fra su al alla ai alle ogni anche dopo prima entro quando come ',
    )
    // Polish and Swedish
    .concat(
      'i w z na do od za po przez dla się nie jest są być był było oraz albo lub który która które których ten ta to te tym tych jego jej ich jak gdy jeśli aby że co czy tylko także każdy każda każde przed przy nad pod ma mają może mogą musi muszą ' +
        'och att det som en ett den de är var med för på av till från inte kan ska skall måste får om eller men när där vid efter före under över mellan alla varje sin sitt sina har hade blir ',
    )
    // Dutch
    .concat(
      'het een van en is zijn wordt worden kan kunnen moet moeten niet geen met zonder voor na bij tot uit op aan in te om over onder dat die dit deze elke alle ook alleen nog meer minder ',
    )
    .split(/\s+/),
);

/** Words that mean the same deed or thing to whoever builds from the text. The first names the group. */
const SAME: readonly string[] = [
  'delete remove erase purge discard wipe lösch entfern gelöscht entfernt supprim effac retir elimin borra suprim apag 削除 消去 除去',
  'notify notified notification push alert inform informed mailed mail message told benachricht informier notifi avert prévenu préven avis notific avisa 通知 知らせ',
  'skip postpone defer omit bypass überspring aufschieb verschieb saute omettre omitir pospon adiar 省略 延期',
  'store keep save retain preserve archive stored kept saved speicher gespeichert aufbewahr aufbewahrt behalt conserv enregistr guarda almacen armazen 保存 保管',
  'cancel abort stornier abbrech abgebroch annul cancel cancela 取消 キャンセル',
  'lock sperr gesperrt verrouill bloqu 固定 ロック',
  'member people person user participant seat mitglied person nutz benutz teilnehm membre personne utilis participant miembro usuari particip membro pessoa 利用者 会員 ユーザー 人',
  'encrypt cipher verschlüssel chiffr cifra cript 暗号化',
  'publish release veröffentlich publish publie publica 公開',
  'invoice bill rechnung factur fatura 請求書',
  'approve authori freigeb genehmig approuv autoris aproba autoriz aprova 承認',
  'change edit modify move relocat änder bearbeit verschob umzieh modif chang déplac edita cambia mueve muda 変更 編集 移動',
  'update refresh renew recalculat synchroni aktualis erneuer actualis rafraîch actualiz refresc atualiz aggiorn 更新 同期',
  'figure number value zahl zahlen wert werte ziffer chiffre valeur cifra valor número 数値 数字',
  'capacity full occupan seats kapazit auslast voll belegt capacit complet plein aforo llena lleno capacid lotad lotaç cheia capienz 定員 満員 满员',
];

/** Prefixes of the groups, longest first, so that `informed` is not taken for `inform` of another. */
const GROUPS: readonly (readonly [string, string])[] = SAME.flatMap((list) => {
  const [name = '', ...others] = list.split(' ').map(plain);
  return [name, ...others].map((word): [string, string] => [word, `=${name}`]);
}).toSorted(([one], [other]) => other.length - one.length);

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
const WORD = /[\p{L}\p{M}][\p{L}\p{M}\p{N}_'’-]*/gu;
/** Characters of a stem: beyond them words differ by their endings. */
const STEM = 6;
const ENDINGS =
  /(?:ations?|itions?|ements?|ments?|ungen|ung|ierte?n?|ieren|keit|heit|ities|ity|ness|ings?|ables?|ibles?|ements?|ados?|adas?|idos?|idas?|ées?|és?|aient|ent|ern|er|ar|ir|en|em|es|ed|e|t|s|o|a|i)$/;

export function contentWords(text: string): string[] {
  return wordsOf(text).flatMap((word) => stemOf(word) ?? []);
}

/** In lower case and in their order; of unspaced scripts as far as a dictionary tells them apart. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [run] of text.normalize('NFC').toLowerCase().matchAll(WORD))
    words.push(...(UNSPACED.test(run) ? segmented(run) : run.split(/['’]/)));
  return words;
}

/** Of Japanese and Chinese text only words with a sign of their own; letters between them are grammar. */
function segmented(run: string): string[] {
  return [...segmenter.segment(run)]
    .map(({ segment }) => segment)
    .filter((word) => /[\p{Script=Han}\p{Script=Katakana}\p{Script=Latin}]/u.test(word));
}

/** Null for words that say nothing of the subject. */
export function stemOf(word: string): string | null {
  if (STOP_WORDS.has(word)) return null;
  const folded = plain(word);
  if (UNSPACED.test(folded)) return GROUPS.find(([start]) => folded.startsWith(start))?.[1] ?? folded;
  if (folded.length < 3) return null;
  const group = GROUPS.find(
    ([start]) => start.length >= 4 && folded.startsWith(start) && folded.length - start.length <= 7,
  );
  if (group !== undefined) return group[1];
  // "unlocked" is about a lock, "entsperrt" about a "Sperre".
  const bare = folded.replace(
    /^(?:un(?=lock|subscrib|publish|pin|mut)|ent(?=sperr)|de(?=bloqu)|des(?=bloqu))/,
    '',
  );
  if (bare !== folded) return stemOf(bare);
  const stem = folded.length > 4 ? folded.replace(ENDINGS, '') : folded.replace(/(?:es|e|s)$/, '');
  return (stem.length < 3 ? folded : stem).slice(0, STEM);
}

/** Without accents, in lower case. */
export function plain(word: string): string {
  return word
    .toLowerCase()
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC');
}
