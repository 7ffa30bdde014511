/**
 * What is shown in the place of a page: a server's error, a redirect, a wall in front of it, a page that is still
 * loading. It may look well, and says nothing of the page that was to be judged.
 */
import type { Page } from './page.ts';
import { oncePerPage, visibleBlocks } from './reading.ts';
import { isHeading, normalise } from './text.ts';

const END = '[^\\p{L}\\p{N}]*$';
const NUMBER = '(?:40[0-9]|410|429|50[0234])';
/** In the words of servers: "500 service points" and "Service unavailable on Sundays" are nobody's error. */
const IN_WORDS =
  '(?:(?:internal )?(?:server )?error|bad request|unauthori[sz]ed|forbidden|(?:(?:the |this )?(?:page|file|file or directory|url|requested url) )?(?:was )?not found|(?:the |this )?page could not be found|method not allowed|gone|too many requests|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|seite nicht gefunden|page introuvable|page non trouvée|página no encontrada|pagina non trovata|página não encontrada)';

/** Said as a title or as the first heading, from its beginning; where nothing follows, to its end. */
const SAYS_SO = [
  // Errors of servers, by their number or their own words: "Page not found" somebody may have written and laid out.
  `(?:error|http|http error|fehler|erreur|errore?)(?: code)?:? ${NUMBER}(?:\\.\\d+)?(?:${END}|[^\\p{L}\\p{N}]+${IN_WORDS}${END})`,
  `${NUMBER}[^\\p{L}\\p{N}]+${IN_WORDS}${END}`,
  `(?:bad gateway|gateway time-?out|service (?:temporarily )?unavailable|internal server error)${END}|index of /`,
  // Checks of the visitor.
  `(?:just a moment|attention required|checking your browser)${END}|checking (?:if the site connection|your browser before)|(?:please )?verify(?:ing)? (?:that )?you(?: are|['’]re) (?:a |not a )?(?:human|robot)|please verify (?:that )?you(?: are|['’]re)(?!\\p{L})`,
  // Somewhere else.
  `(?:redirecting(?: you(?: now)?)?|moved permanently|object moved(?: to here)?|weiterleitung|redirection(?: en cours)?|redirigiendo|redirecionando|reindirizzamento(?: in corso)?|リダイレクト(?:中|します|しています)?)${END}|redirecting (?:you )?to (?:https?:|/|[\\w-]+\\.\\w)|you are (?:now )?being redirected|(?:the )?document has moved|sie werden (?:nun |jetzt |gleich |automatisch )?weitergeleitet${END}|正在跳转|正在跳轉`,
  // Not there yet.
  `(?:loading|please wait|lädt|bitte warten|chargement(?: en cours)?|cargando|carregando|caricamento|読み込み中(?:です)?|(?:正在)?加载中?|載入中|로딩 ?중(?:입니다)?)${END}`,
  // Walls before it.
  `(?:before you continue(?: to (?:google|youtube|(?:our|the|this) (?:web)?site|[\\w-]+\\.[\\w.]+))?|bevor sie fortfahren|avant de continuer|antes de continuar|prima di continuare|we value your privacy|your privacy(?: choices| matters)?)${END}|(?:please|you need to) enable (?:java ?script|cookies)|enable java ?script and cookies to continue`,
];
const SAID = new RegExp(`^[^\\p{L}\\p{N}]*(?:${SAYS_SO.join('|')})`, 'iu');
/** A number by itself may be a car or a pair of trousers. */
const ONLY_NUMBER = new RegExp(`^${NUMBER}$`);
/** Whoever makes such a page on purpose names its file so, or the folder of its index. */
const ON_PURPOSE =
  /(?:^|[/\\])(?:[^/\\]*[_.-])?(?:40\d|410|429|50\d|4xx|5xx|errors?|not-?found|offline|maintenance|wartung|fehler|redirect\w*|consent|cookies?|privacy|datenschutz|loading|splash|captcha|challenge)(?:[_.-][^/\\]*|[/\\]index\.\w+)?$/i;
/** Whoever writes more than this has a page there, whatever it is called. */
const MOST_WORDS = 90;
/** Of a title or a heading. */
const MOST_CHARS = 120;

/** Whether the page only stands for another. What scripts will build is not known here. */
export const isStandIn = oncePerPage((page: Page): boolean => {
  if (page.format !== 'html' || ON_PURPOSE.test(page.path ?? '')) return false;
  const blocks = visibleBlocks(page);
  const words = blocks.reduce((sum, block) => sum + block.words, 0);
  if (words > MOST_WORDS) return false;
  const title = page.byTag('title').find(({ html }) => html);
  const heading = blocks.find(({ element }) => isHeading(element));
  const titled = title?.children.map((child) => (child.kind === 'text' ? child.value : '')).join('') ?? '';
  // A title may have the name of the site beside it.
  const titles = normalise(titled).split(/\s+[|·•–—-]\s+/);
  const headed = (heading?.said ?? '').trim();
  if (ONLY_NUMBER.test(headed) && titles.some((part) => part.trim() === headed)) return true;
  return [...titles, headed].some((text) => text.length <= MOST_CHARS && SAID.test(text.trim()));
});
