/** How people say in code and pages that something is still to be made, in the languages they write in. */

const SPACED = [
  'to-do|fixme|xxx|tb[dac]|wip|stub|stubbed|placeholder|dummy|mock(?:ed)? only|lorem ipsum',
  'not (?:yet )?(?:implemented|written|done|finished|available|ready)|not implemented yet|unimplemented|to be (?:done|written|defined|implemented|completed)|coming soon|under construction|work in progress|fill (?:this )?in|nothing here yet|will follow|will be (?:added|written|supplied|provided|completed|filled in|inserted) (?:later|soon|once|when|after|as soon as)',
  'à (?:faire|compléter|venir|rédiger|définir)|pas encore|en (?:cours|construction|travaux)|bientôt|non implémentée?|ser(?:a|ont) (?:ajouté|complété|fourni)e?s? (?:plus tard|ultérieurement|dès que|quand|après)',
  'por (?:hacer|implementar|definir|completar)|pendiente|en construcción|sin (?:implementar|terminar|hacer)|próximamente|no implementad[oa]|aún no|se (?:añadirá|agregará|completará)n?(?: (?:más (?:tarde|adelante)|cuando))',
  'noch nicht|in arbeit|im aufbau|folgt(?: (?:noch|in kürze|später))?|platzhalter|nicht implementiert|noch offen|muss noch|(?:wird|werden) (?:noch |später )?(?:nachgereicht|nachgeliefert|nachgetragen)',
  'da (?:fare|completare|definire|implementare|scrivere)|in costruzione|non (?:ancora )?implementat[oa]|prossimamente|in arrivo|segnaposto',
  'por (?:fazer|implementar)|a (?:fazer|definir|implementar)|em construção|não implementad[oa]|em breve|ainda não|pendente',
  'nog (?:te doen|niet|in te vullen)|in aanbouw|volgt(?: nog)?|binnenkort|niet geïmplementeerd',
  'do zrobienia|w budowie|niezaimplementowan[ey]|wkrótce|jeszcze nie|do uzupełnienia',
  'ej implementerad|inte implementerad|kommer snart|återstår|under uppbyggnad|ikke implementert|kommer senere',
  'не реализован[оа]?|в разработке|заглушка|сделать|скоро|ещё не|еще не',
  'yapılacak|henüz değil|yakında|hazırlanıyor',
].join('|');

/** `XXXX` in a number is no mark, and `stubborn` no stub: only whole words are. */
const UNFINISHED = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${SPACED})(?![\\p{L}\\p{N}_])`, 'iu');
const UNFINISHED_UNSPACED =
  /未実装|後日(?:追記|追加|記載|掲載|差し替え)|(?:追記|追加|記載|掲載|執筆|作成)予定|準備中|工事中|作成中|未定|追って|後で|近日公開|未实现|未實現|待办|待辦|待定|待(?:补充|補充|完善|填写|更新|实现|编写|续)|建设中|建設中|占位|敬请期待|구현 ?예정|미구현|준비 ?중|작성 ?중|추후|공사 ?중/u;

/** "Todo" is "all" in Spanish and Portuguese, and "offen" says when a shop is open: only as marks of their own they say it. */
const MARK = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}_])(?:TODO(?!\s+\p{Lu}{2})|ToDo|todo(?=\s*[:(\]]))(?![\p{L}\p{N}_])`,
    // In a comment or a string of its own.
    String.raw`(?<=(?:\/\/|#|\*|--)\s*|["'])todo(?![\p{L}\p{N}_])`,
    String.raw`^[^\p{L}]*todo(?!\s+(?:el|la|lo|los|las|o|a|os|as|es|está|se|e|y|mundo)(?!\p{L}))(?![\p{L}\p{N}_])`,
    String.raw`^[^\p{L}]*(?:[Tt]odo|[Oo]ffen)(?=[^\p{L}]*$)`,
  ].join('|'),
  'u',
);

export function saysUnfinished(text: string): boolean {
  return UNFINISHED.test(text) || UNFINISHED_UNSPACED.test(text) || MARK.test(text);
}

/** The text without what says so. */
export function withoutUnfinished(text: string): string {
  return text
    .replace(new RegExp(UNFINISHED.source, 'giu'), ' ')
    .replace(new RegExp(UNFINISHED_UNSPACED.source, 'gu'), ' ')
    .replace(new RegExp(MARK.source, 'gu'), ' ');
}
