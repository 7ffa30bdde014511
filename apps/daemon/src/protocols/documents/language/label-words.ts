/** Things that come in kinds with a label of their own. */
const KINDS =
  'tiers?|class|classes|categor(?:y|ies)|grade|band|zone|tariff|profile|schedule|form|procedure|protocol|policy|matrix|scheme|list|priority|severity|mode|code|klasse|kategorie|stufe|liste|tarif|zone|profil|formular|verfahren|protokoll|priorität|gruppe|catégorie|liste|grille|barème|profil|formulaire|procédure|protocole|priorité|groupe|catégoría|categoría|categoria|lista|tarifa|perfil|formulario|formulário|procedimiento|procedimento|protocolo|prioridad|prioridade|grupo|livello|classe|elenco|fascia|modulo|klasa|kategoria|strefa|taryfa|procedura|priorytet|grupa';

/** A kind and its label: one letter, a letter and a figure, or a figure in Roman numerals. No plain number: those count. */
export const LABELLED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${eitherCase(KINDS)})[\s-](?:[A-Z]\d?|[IVX]{2,4})(?![\p{L}\p{N}'’.-])`,
  'gu',
);

/** What is followed by its own name: "Protocolo Amarelo", "the Amber Protocol". */
const FOLLOWED =
  'protocolo|procedimiento|procedimento|protocole|procédure|protocollo|procedura|plan|código|codice|lista|liste|matriz|matrice|directiva|consigne';
const NAMED_FIRST =
  'Protocol|Procedure|List|Matrix|Code|Scheme|Rulebook|Playbook|Protokoll|Verfahren|Liste|Matrix';

export const NAMED_RULES = new RegExp(
  String.raw`(?<=[\p{Ll},]\s(?:\p{Ll}{1,4}\s)?)(?:(?:${eitherCase(FOLLOWED)})\s\p{Lu}\p{Ll}{3,}|\p{Lu}\p{Ll}{2,}\s(?:${NAMED_FIRST}))(?![\p{L}\p{N}])`,
  'gu',
);

/** The label is in capitals, the kind may begin with one. */
function eitherCase(words: string): string {
  return words
    .split('|')
    .map((word) => (/^\p{L}/u.test(word) ? `[${word[0]}${word[0]?.toUpperCase()}]${word.slice(1)}` : word))
    .join('|');
}
