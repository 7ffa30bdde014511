/**
 * What is shown in the place of a page: a server's error, a redirect, a wall in front of it, a page that is still
 * loading. It may look well, and says nothing of the page that was to be judged.
 */
import type { Page } from './page.ts';
import { oncePerPage, visibleBlocks } from './reading.ts';
import { isHeading, normalise } from './text.ts';

/** Said as a title or as the first heading, at its beginning. */
const SAYS_SO = [
  // Errors of servers, by their number or their own words: "Page not found" somebody may have written and laid out.
  '(?:error |http |fehler |erreur |errore? )?(?:40[0-9]|410|429|50[0-4])(?:(?: error)?$| ?[-–—:|·,.]? ?(?:error|not found|bad gateway|forbidden|unauthori[sz]ed|internal|service|gateway|too many|page not found|seite nicht gefunden|page introuvable|página no encontrada))',
  'bad gateway$|gateway time-?out|service (?:temporarily )?unavailable|internal server error|index of /',
  // Checks of the visitor.
  'just a moment\\W*$|checking (?:if the site connection|your browser)|verify(?:ing)? (?:that )?you are (?:a )?human|attention required|please verify you',
  // Somewhere else.
  'redirecting|you are being redirected|moved permanently|object moved|document has moved|sie werden weitergeleitet|weiterleitung|redirection (?:en cours|vers)|redirigiendo|redirecionando|reindirizzamento|リダイレクト|正在跳转|正在跳轉',
  // Not there yet.
  'loading\\W*$|please wait\\W*$|lädt\\W*$|bitte warten\\W*$|chargement(?: en cours)?\\W*$|cargando\\W*$|carregando\\W*$|caricamento\\W*$|読み込み中|加载中|載入中|로딩 ?중',
  // Walls before it.
  'before you continue(?: to .{0,40})?$|bevor sie fortfahren|avant de continuer$|antes de continuar$|prima di continuare$|we value your privacy$|your privacy(?: choices| matters)?$|enable (?:java ?script|cookies)',
];
const SAID = new RegExp(`^[^\\p{L}\\p{N}]*(?:${SAYS_SO.join('|')})`, 'iu');
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
  const said = [...normalise(titled).split(/\s+[|·•–—-]\s+/), heading?.said ?? ''];
  return said.some((text) => text.length <= MOST_CHARS && SAID.test(text.trim()));
});
