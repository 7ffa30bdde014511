/**
 * Whether a number in a requirement says how many of something there shall be. It does where what is counted is a part of
 * a document or a page; "under 14 free" and "0471 55 20 10 for help" count nothing.
 */
import { isFiller } from '../words.ts';

const PARTS = new Set(
  [
    'entry entries example examples question questions answer answers section sections chapter chapters step steps row rows column columns line lines item items tip tips image images picture pictures photo photos link links paragraph paragraphs slide slides testimonial testimonials quote quotes record records dataset datasets file files page pages document documents card cards term terms definition definitions recipe recipes event events product products member members task tasks rule rules point points bullet bullets heading headings table tables field fields category categories template templates script scripts diagram diagrams exercise exercises option options sentence sentences',
    'eintrag einträge einträgen beispiel beispiele beispielen frage fragen antwort antworten abschnitt abschnitte abschnitten kapitel kapiteln schritt schritte schritten zeile zeilen spalte spalten punkt punkte punkten tipp tipps bild bilder bildern foto fotos link links absatz absätze absätzen folie folien zitat zitate zitaten datensatz datensätze datensätzen datei dateien seite seiten dokument dokumente dokumenten begriff begriffe begriffen rezept rezepte rezepten termin termine terminen aufgabe aufgaben regel regeln überschrift überschriften tabelle tabellen feld felder feldern vorlage vorlagen übung übungen satz sätze sätzen mitglied mitglieder mitgliedern',
    'entrée entrées exemple exemples question questions réponse réponses section sections chapitre chapitres étape étapes rangée rangées colonne colonnes ligne lignes élément éléments conseil conseils astuce astuces image images photo photos lien liens paragraphe paragraphes diapositive diapositives témoignage témoignages citation citations fichier fichiers document documents fiche fiches terme termes recette recettes tableau tableaux champ champs modèle modèles exercice exercices phrase phrases règle règles',
    'entrada entradas ejemplo ejemplos pregunta preguntas respuesta respuestas sección secciones capítulo capítulos paso pasos fila filas columna columnas línea líneas elemento elementos consejo consejos imagen imágenes foto fotos enlace enlaces párrafo párrafos diapositiva diapositivas testimonio testimonios cita citas registro registros archivo archivos fichero ficheros documento documentos ficha fichas término términos receta recetas tabla tablas campo campos plantilla plantillas ejercicio ejercicios frase frases regla reglas',
    'exemplo exemplos pergunta perguntas resposta respostas seção seções secção secções etapa etapas passo passos linha linhas coluna colunas item itens dica dicas imagem imagens ligação ligações parágrafo parágrafos slides depoimento depoimentos testemunho testemunhos citação citações registo registos arquivo arquivos ficheiro ficheiros termo termos receita receitas tabela tabelas modelo modelos exercício exercícios regra regras',
    'voce voci esempio esempi domanda domande risposta risposte sezione sezioni capitolo capitoli passo passi passaggio passaggi riga righe colonna colonne elemento elementi consiglio consigli immagine immagini collegamento collegamenti paragrafo paragrafi diapositiva diapositive testimonianza testimonianze citazione citazioni documento documenti scheda schede termine termini ricetta ricette tabella tabelle campo campi modello modelli esercizio esercizi frase frasi regola regole',
  ]
    .join(' ')
    .split(' '),
);

/** Behind these a number is a bound from above, an age, a name, a price, a time or something to call. */
const NO_COUNT_BEFORE =
  /(?:(?<!\p{L})(?:at most|up to|no more than|not more than|max(?:imum)?|under|over|above|below|less than|fewer than|more than|from|aged?|ages|phone|telephone|tel|call|fax|price|costs?|at|until|since|line|stop|platform|room|floor|no|nr|number|höchstens|maximal|bis zu|unter|über|ab|weniger als|mehr als|alter|telefon|preis|kostet|um|seit|linie|haltestelle|gleis|raum|nummer|au plus|au maximum|jusqu['’]à|moins de|plus de|âge|téléphone|prix|dès|ligne|arrêt|quai|salle|numéro|como máximo|máximo|hasta|menos de|más de|edad|teléfono|precio|línea|parada|andén|sala|número|no máximo|até|mais de|idade|telefone|preço|linha|paragem|al massimo|al più|fino a|meno di|più di|età|telefono|prezzo|linea|fermata|binario|numero)[.:]?\s*|[€$£¥+]\s?|\d[\s./:-]{0,2})$/iu;

/** A number that is a bound from above, a name, a price or a part of a longer one. */
export function isNoCount(text: string, at: number): boolean {
  return NO_COUNT_BEFORE.test(text.slice(Math.max(0, at - 24), at));
}

/** What "3 short steps" counts, of the two words behind the number; null where a small word follows: "10 for help". */
export function countedNoun(first: string, second: string): string | null {
  if (first !== '' && isFiller(first)) return null;
  const noun = isFiller(second) ? first : second;
  return noun === '' ? null : noun;
}

export function isCountablePart(noun: string): boolean {
  return PARTS.has(noun.toLowerCase());
}
