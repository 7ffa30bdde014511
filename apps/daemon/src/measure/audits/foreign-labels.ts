import type { Audit, Observation } from '../finding.ts';
import { pageLanguageOf } from '../model/language.ts';
import type { Page, PageElement } from '../model/page.ts';
import { textOf } from '../model/reading.ts';

export const foreignLabels: Audit = {
  id: 'foreign-labels',
  role: 'copy',
  dim: 'calls',
  weight: 7,
  title: 'Controls speak the language of the page',
  why: 'A button in another language is the one that the translator was not given.',
  link: 'https://www.w3.org/WAI/WCAG22/Understanding/language-of-parts.html',
  severity: 'major',
  tier: 'report',
  unit: 'controls in another language',
  run(page) {
    const spoken = languageOf(page);
    const controls = page
      .byTag('button', 'a', 'label', 'summary', 'legend', 'input', 'th')
      .filter((at) => page.isVisible(at) && !hasOwnLanguage(at));
    if (spoken === null) return { checked: 0, found: [] };
    const found: Observation[] = [];
    for (const at of controls) {
      const text = (
        textOf(at) ||
        (/^(submit|button|reset)$/i.test(at.attributes.get('type') ?? '')
          ? at.attributes.get('value')
          : '') ||
        ''
      ).trim();
      const other = text === '' || text.length > LONGEST ? null : labelLanguage(text, spoken);
      if (other !== null)
        found.push({
          at,
          measured: `"${text}"`,
          required: `text in "${spoken}"`,
          message: `"${text}" is in another language than the page: "${other}" instead of "${spoken}".`,
          suggestion: 'Translate it, or mark it with lang.',
          ...(isCertain(text, other) ? {} : { severity: 'minor' as const }),
        });
    }
    // A page with many of them is in two languages on purpose.
    return { checked: controls.length, found: found.length > MOST ? [] : found };
  },
};

/** One word may be a loan, and words with capitals a name: "Password", "La Suite". */
function isCertain(text: string, other: string): boolean {
  const parts = text.match(/[\p{L}-]+/gu) ?? [];
  return parts.length >= 2 && (other === 'en' || parts.some((part) => /^\p{Ll}{2}/u.test(part)));
}

const LONGEST = 40;
const MOST = 3;

/** Said by the page and heard in its text: a page that says one and speaks another has its own finding. */
function languageOf(page: Page): string | null {
  const lang = (page.byTag('html')[0]?.attributes.get('lang') ?? '').trim().toLowerCase().split('-')[0] ?? '';
  const heard = pageLanguageOf(page);
  return lang in LABELS && (heard === null || heard === lang) ? lang : null;
}

function hasOwnLanguage(at: PageElement): boolean {
  for (let one: PageElement | null = at; one !== null && one.tag !== 'html'; one = one.parent)
    if (one.attributes.has('lang') || one.attributes.has('hreflang')) return true;
  return false;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Words that controls are made of. Those that two of the languages share are in each that has them. */
const LABELS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: words(
    'add all an and apply appointment back basket book booking browse buy call cancel cart change check checkout choose close contact continue copy delete discover done download edit email enter explore filter find finish first follow for form free from full get go help hide how in it join last learn leave load log make message month more my name next new no now number of on open order our out page password pay phone place plan play post previous price print privacy read register remove reply request reserve reset results save search see select send share shop show sign skip start stay stop submit subscribe surname table terms the this ticket tickets to today trial try up update upload us view visit watch week yes you your date address city country',
  ),
  de: words(
    'abbrechen abmelden abonnieren absenden alle alles ändern anfragen anmelden anrufen ansehen antworten auswählen bearbeiten besuchen bestellen buchen datenschutz der die das dein deine den ein eine einen entdecken erfahren fertig finden frei für hinzufügen hier hilfe ihr ihre ihren im in jetzt kaufen kontakt kostenlos lesen löschen mehr mit nach nachricht nächste name neu öffnen passwort platz preise registrieren reservieren schließen schreiben senden sie speichern starten suche suchen tag teilen telefon termin uns unser unsere und unverbindlich vereinbaren vorname warenkorb weiter weiterlesen werden zahlen zeigen zu zum zur zurück',
  ),
  fr: words(
    'acheter afficher ajouter annuler appeler au aux avec choisir commander connecter connexion contact contacter continuer découvrir demander des du écrire en enregistrer envoyer et être fermer ici inscrire je la lancer le les lire ma maintenant mes modifier mon mot nom notre nos nous nouveau ouvrir panier par partager passe payer plus pour prendre prix prochain recherche rechercher rendez-vous répondre réserver retour savoir se suite suivant supprimer télécharger toutes tous tout une un voir votre vos vous une place demande',
  ),
  es: words(
    'abrir ahora al añadir aquí ayuda borrar buscar cancelar carrito cerrar cita comprar con contactar contacto continuar contraseña correo crear de del descargar descubrir el elegir en enviar escribir escríbanos guardar iniciar inscribirse la las leer llamar los más mensaje mi nombre nuestra nuestro nuestros nueva nuevo pagar para pedir precio precios probar registrarse reserva reservar responder saber seguir sesión siguiente solicitar solicitud su suscribirse tarifas todas todo todos un una ver volver y',
  ),
  it: words(
    'accedi acquista aggiungi altro annulla apri ascolta avanti cerca chiama chiudi codice compra con condividi conferma contattaci contatti continua da del della di elimina entra gratis i il in indietro inizia invia iscriviti la le leggi messaggio modifica mostra nome nostra nostri nostro nuovo ora ordina ordine per più posto prenota prezzi prossimo prova qui registrati richiedi richiesta salva scarica scegli scopri scrivi scrivici scrivi tavolo tua tuo tutte tutti un una vai vedi visita',
  ),
  nl: words(
    'aanmelden aanvragen afspraak alle alles annuleren bekijk bekijken bel bellen bestel bestellen bewaren boek boeken contact de delen doorgaan een en gratis het hier hulp in inloggen inschrijven je jouw kies kiezen koop kopen lees lezen maak maken meer met naam naar nieuw nu onze ons opslaan open plaats prijzen probeer reserveer reserveren schrijf sluiten stuur sturen terug toevoegen uw verder versturen verwijderen verzenden volgende voor vorige wachtwoord wijzigen winkelwagen zoek zoeken',
  ),
  pt: words(
    'abrir adicionar agora ajuda aqui cancelar carrinho comprar com contacto contato continuar conta criar de descarregar do da encontrar enviar entrar escolher experimentar fechar guardar iniciar lugar ler ligar mais marcar mensagem mesa minha meu nome nossa nosso nova novo o os pagar para pedido pedir pesquisar preços procurar registar registrar reserva reservar responder saber seguinte senha ser sua seu subscrever telefonar todas todos tudo um uma ver visita voltar',
  ),
  sv: words(
    'alla avbryt beställ bli boka byt dela din din en ett fler fortsätt för gratis gå här hitta hjälp hämta i in köp kontakt kontakta ladda lägg läs logga lösenord med mer namn nästa ner ny nu och om oss plats priser prova ring se sök skapa skicka skriv spara starta stäng ta tillbaka till vidare vår våra visa välj ändra öppna',
  ),
};
/** The same in half of Europe. */
const SHARED = words(
  'home menu login logout download downloads newsletter blog shop team info e-mail email ticket tickets online start stop service support design app web website video podcast event events feedback chat faq status export import reset update print sale tour tours no name form plan post contact status message password privacy checkout account cookie cookies',
);

/** The language that all words of a label are of, when none of them is of the page's. */
function labelLanguage(text: string, spoken: string): string | null {
  const parts = text.toLowerCase().match(/[\p{L}-]+/gu) ?? [];
  if (parts.length === 0 || /\d/.test(text) || parts.every((part) => SHARED.has(part))) return null;
  if (parts.length < 2 && (parts[0]?.length ?? 0) < LEAST_LETTERS) return null;
  const known = LABELS[spoken];
  if (known === undefined || parts.some((part) => known.has(part) && part.length > 2)) return null;
  for (const [language, list] of Object.entries(LABELS))
    if (language !== spoken && parts.every((part) => list.has(part))) return language;
  return null;
}

/** One short word is a word of several languages. */
const LEAST_LETTERS = 7;
