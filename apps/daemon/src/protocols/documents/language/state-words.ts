/** How documents speak of the states a thing can be in. */
import { anyOf } from './patterns.ts';

/** What has a fixed set of values. */
export const STATE = anyOf(
  'states?|status|statuses|stages?|phases?|modes?|types?|kinds?|roles?|levels?|values?|categor(?:y|ies)|priorit(?:y|ies)|zustand|zustände|zuständen|status|stufen?|arten|typen|rollen?|werte?|kategorien?|états?|statuts?|rôles?|valeurs?|modes?|niveaux|catégories?|estados?|situación|tipos?|roles|valores?|categorías?|papéis|níveis|categorias?|stati|stato|tipi|ruoli|valori|categorie|statussen|rollen|stan|stany|stanów|statusy|statusów|role|rodzaje|status(?:ar)?',
  '状態|ステータス|種類|区分|役割|状态|类型|角色|상태',
);
/** "Each seat can be: free, held, sold": all that it can be follows. */
export const CAN_BE =
  /(?<![\p{L}])(?:(?:can|may|must|shall) (?:only )?be(?: one of)?|is (?:either|one of)|are (?:either|one of)|(?:kann|darf)(?: nur)?(?: sein)?|ist entweder|peut être|est soit|puede (?:ser|estar)|pode (?:ser|estar)|può essere|kan zijn|może być|kan vara)\s*[:\uFF1A]?\s*$/iu;
/** The word for a state itself, right before its name: "the state ESCALATED", "Status ruhend". */
export const STATE_BEFORE =
  /(?<![\p{L}])(?:states?|status|zustand|état|statut|estado|stato|toestand|stan|statusu?|状態|ステータス)(?:\s+(?:of|de|auf|in|als|wird|ist|is|est|es|é|è|to|as|as a|na|w))?\s*[:=]?\s*["“„«`「]?\s*$/iu;
/** "is", "becomes", "stays": what stands behind it is a value. */
export const BECOMES =
  /(?:(?<![\p{L}])(?:is|are|was|were|be|been|becomes?|stays?|remains?|turns?|set to|goes to|moves to|changes to|switches to|put (?:in)?to|marked(?: as)?|ist|sind|wird|bleibt|steht(?: dann| wieder)? auf|gesetzt auf|wechselt (?:auf|zu|in|nach)|gilt als|est|sont|devient|reste|passe (?:à|en)|mise? (?:à|en)|es|está|queda(?: en)?|pasa a|se marca(?: como)?|fica|é|torna-se|passa (?:a|para)|diventa|è|resta|passa (?:a|in)|wordt|blijft|jest|staje się|zmienia się na|przechodzi w|otrzymuje)\s+(?:then |set to |as |als |auf |en |a |wieder |dann )?|(?:を|に|は|が|へ)\s*)$/iu;
