/**
 * A page as a browser shows it, as one document that stands alone: what scripts have built, what style sheets say, what was
 * typed into fields. It is judged like any file, and nothing of it runs again.
 */

/** Pictures larger than this stay where they are; so does everything beyond the sum. */
const MAX_PICTURE_BYTES = 512 * 1024;
const MAX_PICTURES_BYTES = 6 * 1024 * 1024;

/** Runs in the page, as one expression. A style sheet that cannot be read stays a link, and counts as not measured. */
export const SNAPSHOT = `(async () => {
  const rulesOf = (sheet) => {
    try { return [...sheet.cssRules].map((rule) => rule.cssText).join('\\n'); } catch { return null; }
  };
  const absolute = (text) => text.replace(/url\\((['"]?)(?!data:|#|blob:)([^'")]+)\\1\\)/g, (all, quote, path) => {
    try { return 'url(' + JSON.stringify(new URL(path, document.baseURI).href) + ')'; } catch { return all; }
  });
  const textOf = async (sheet) => {
    const rules = rulesOf(sheet);
    if (rules !== null || !sheet.href) return rules;
    try {
      const answer = await fetch(sheet.href);
      return answer.ok ? await answer.text() : null;
    } catch { return null; }
  };
  const media = (text, sheet) => {
    const query = sheet.media ? sheet.media.mediaText : '';
    return query === '' || query === 'all' ? text : '@media ' + query + ' {\\n' + text + '\\n}';
  };
  const styles = new Map();
  for (const sheet of document.styleSheets) {
    if (sheet.disabled || !sheet.ownerNode) continue;
    const text = await textOf(sheet);
    if (text !== null) styles.set(sheet.ownerNode, media(absolute(text), sheet));
  }
  const copy = document.documentElement.cloneNode(true);
  const pairs = (selector) => {
    const now = [...document.documentElement.querySelectorAll(selector)];
    const then = [...copy.querySelectorAll(selector)];
    return now.map((node, index) => [node, then[index]]).filter(([, twin]) => twin);
  };
  for (const [field, twin] of pairs('input')) {
    if (field.type === 'password') twin.removeAttribute('value');
    else if (field.type === 'checkbox' || field.type === 'radio') twin.toggleAttribute('checked', field.checked);
    else if (field.type !== 'file' && field.value !== '') twin.setAttribute('value', field.value);
  }
  for (const [field, twin] of pairs('textarea')) twin.textContent = field.value;
  for (const [option, twin] of pairs('option')) twin.toggleAttribute('selected', option.selected);
  for (const [details, twin] of pairs('details')) twin.toggleAttribute('open', details.open);
  let taken = 0;
  for (const [picture, twin] of pairs('img')) {
    const source = picture.currentSrc || picture.src;
    twin.removeAttribute('srcset');
    if (!source) continue;
    twin.setAttribute('src', source);
    if (source.startsWith('data:')) continue;
    try {
      const blob = await (await fetch(source)).blob();
      if (blob.size > ${MAX_PICTURE_BYTES} || taken + blob.size > ${MAX_PICTURES_BYTES}) continue;
      taken += blob.size;
      twin.setAttribute('src', await new Promise((done, failed) => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result);
        reader.onerror = failed;
        reader.readAsDataURL(blob);
      }));
    } catch {}
  }
  for (const [link, twin] of pairs('link[rel~="stylesheet"], style')) {
    const text = styles.get(link);
    if (text === undefined) {
      if (link.href) twin.setAttribute('href', link.href);
      continue;
    }
    const style = document.createElement('style');
    style.textContent = text;
    twin.replaceWith(style);
  }
  for (const sheet of document.adoptedStyleSheets) {
    const style = document.createElement('style');
    style.textContent = rulesOf(sheet) || '';
    (copy.querySelector('head') || copy).append(style);
  }
  for (const script of copy.querySelectorAll('script')) {
    if (/ld\\+json/.test(script.type)) continue;
    script.remove();
  }
  for (const noscript of copy.querySelectorAll('noscript')) noscript.remove();
  const kind = document.doctype ? '<!doctype ' + document.doctype.name + '>\\n' : '';
  return kind + copy.outerHTML;
})()`;
