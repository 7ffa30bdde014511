/** What the frame is told of a page that is not whole by itself, or of a text that is no page. */
import { ask } from '../api.ts';
import type { ShownPage } from './use-page.ts';

const MARKUP = new Set(['text/html', 'image/svg+xml']);

/** Text is shown as it is written. */
const TEXT_STYLE =
  'body{max-width:72ch;margin:0 auto;padding:40px 24px;font:15px/1.6 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}';

export async function shownPage(url: string, text: string, mime: string): Promise<ShownPage> {
  if (!MARKUP.has(mime)) return { html: `<!doctype html><body>${escaped(text)}</body>`, styles: TEXT_STYLE };
  const [path = ''] = url.split('?', 1);
  // A page without them is better than none.
  const styles = await ask(`${path}/styles`).then(
    (answer) => answer.text(),
    () => '',
  );
  return { html: text, styles };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
