/**
 * What runs inside the browser, as text: it belongs to the tab, not to Node. All of it runs in a world of its
 * own beside the page's, so that a page cannot change what is said about it.
 */

/** Until everything local is loaded; what is still missing after the time is taken as missing. */
export const awaitLoad = (ms: number): string => `(async () => {
  const start = performance.now();
  while (document.readyState !== 'complete' && performance.now() - start < ${ms}) {
    await new Promise((done) => setTimeout(done, 10));
  }
})()`;

/**
 * Finishes what can finish, cancels what cannot, loads what is lazy, and waits for fonts, pictures and frames.
 * Sampled mid-flight, the same page gave 14 and 77 contrast misses in two runs.
 */
export const SETTLE = `(async () => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const atMost = (ms, promise) => Promise.race([promise, wait(ms)]);
  const frame = () => atMost(200, new Promise((done) => requestAnimationFrame(() => done())));
  const images = [...document.images];
  for (const image of images) image.loading = 'eager';
  await atMost(2000, Promise.allSettled(images.map((image) => image.decode())));
  await atMost(1000, document.fonts.ready);
  for (const video of document.querySelectorAll('video, audio')) {
    video.autoplay = false;
    video.pause();
    video.currentTime = 0;
  }
  for (let pass = 0; pass < 4; pass += 1) {
    const running = document.getAnimations().filter((animation) => animation.playState !== 'finished');
    for (const animation of running) {
      try { animation.finish(); } catch { animation.cancel(); }
    }
    await frame();
    await frame();
    if (running.length === 0) break;
  }
  scrollTo(0, 0);
})()`;

/** Waits until scripts have left the page alone for a moment; a page that never rests is taken as it is. */
export const AWAIT_REST = `(async () => {
  let last = performance.now();
  const start = last;
  const observer = new MutationObserver(() => { last = performance.now(); });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  while (performance.now() - last < 200 && performance.now() - start < 3000) {
    await new Promise((done) => setTimeout(done, 25));
  }
  observer.disconnect();
})()`;

/** See `pathOf` in selector.ts: the same way down from the root, by tag and place. */
export const PATH_OF = `(element) => {
  const steps = [];
  let current = element;
  for (; current !== null && current.parentElement !== null; current = current.parentElement) {
    let place = 1;
    for (let other = current.previousElementSibling; other !== null; other = other.previousElementSibling) {
      if (other.localName === current.localName) place += 1;
    }
    steps.push(current.localName + ':' + place);
  }
  return steps.reverse().join('/');
}`;

/** axe with its own best practices, which our structure audits share, and with WCAG 2.2's target size. */
export const RUN_AXE = `(async () => {
  const found = await axe.run(document, {
    resultTypes: ['violations', 'incomplete'],
    rules: { 'target-size': { enabled: true } },
    iframes: false,
    elementRef: true,
  });
  const pathOf = ${PATH_OF};
  const texts = {};
  for (const element of document.body?.querySelectorAll('*') ?? []) {
    const own = [...element.childNodes].find((child) => child.nodeType === 3 && child.data.trim() !== '');
    if (own !== undefined) texts[pathOf(element)] = own.data.trim().slice(0, 30);
  }
  const node = (item) => {
    const data = [...item.any, ...item.all, ...item.none].map((check) => check.data).find((data) => data !== null && typeof data === 'object') ?? null;
    return {
      selector: item.target.flat().join(' '),
      path: item.element?.isConnected ? pathOf(item.element) : '',
      html: item.html.slice(0, 200),
      summary: item.failureSummary ?? '',
      reason: typeof data?.messageKey === 'string' ? data.messageKey : '',
      ...(typeof data?.fgColor === 'string' && typeof data.bgColor === 'string' && Number.parseFloat(data.expectedContrastRatio) > 0
        ? { colours: { text: data.fgColor, behind: data.bgColor, required: Number.parseFloat(data.expectedContrastRatio) } }
        : {}),
    };
  };
  const rule = (item) => ({ rule: item.id, impact: item.impact ?? null, nodes: item.nodes.map(node) });
  globalThis.juryUndecided = found.incomplete
    .filter((item) => item.id === 'color-contrast')
    .flatMap((item) => item.nodes.map((one) => ({ element: one.element, about: node(one) })))
    .filter(({ about }) => ['bgImage', 'bgGradient', 'imgNode', 'pseudoContent'].includes(about.reason));
  return { violations: found.violations.map(rule), incomplete: found.incomplete.map(rule), texts };
})()`;

/** Text that axe could not decide because it lies over a picture: where it is, and what it is drawn with. */
export const TEXT_OVER_PICTURES = `(() => {
  const found = [];
  for (const { element, about } of globalThis.juryUndecided ?? []) {
    // Letters of a drawing have a fill, not a colour, and their ground is the drawing's.
    if (!(element instanceof HTMLElement)) continue;
    const style = getComputedStyle(element);
    if (/text/.test(style.webkitBackgroundClip)) continue;
    let opacity = 1;
    for (let at = element; at !== null; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const boxes = [];
    for (const child of element.childNodes) {
      if (child.nodeType !== 3 || child.data.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(child);
      for (const box of range.getClientRects()) {
        if (box.width >= 1 && box.height >= 1) boxes.push({ x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height });
      }
    }
    const size = Number.parseFloat(style.fontSize);
    const bold = Number(style.fontWeight) >= 700;
    const required = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
    if (boxes.length > 0 && opacity > 0) found.push({ about, boxes: boxes.slice(0, 50), color: style.color, opacity, required });
  }
  return found.slice(0, 500);
})()`;

export const HIDE_TEXT = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { color: transparent !important; -webkit-text-fill-color: transparent !important; text-shadow: none !important; text-decoration-color: transparent !important; transition: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  globalThis.juryHiding = sheet;
})()`;

export const SHOW_TEXT = `(() => {
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== globalThis.juryHiding);
})()`;

/** Characters a line, of texts long enough to have lines. */
export const LINE_LENGTHS = `(() => {
  const pathOf = ${PATH_OF};
  const found = [];
  for (const element of document.body?.querySelectorAll('p, li, dd, blockquote, td') ?? []) {
    const text = element.innerText?.trim() ?? '';
    if (text.length < 160 || element.querySelector('p, li, div, table') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(element);
    const tops = [...range.getClientRects()].filter((box) => box.height >= 4).map((box) => box.bottom).sort((a, b) => a - b);
    let lines = 0;
    let last = Number.NEGATIVE_INFINITY;
    for (const top of tops) if (top - last > 6) { lines += 1; last = top; }
    if (lines > 0) found.push({ path: pathOf(element), characters: Math.round(text.length / lines) });
  }
  return found.slice(0, 2000);
})()`;

/** The page as scripts have built it, without them: what is then measured like any other source. */
export const RENDERED = `(() => {
  const copy = document.documentElement.cloneNode(true);
  // What a component shows in its shadow stands in its place, with what the page put into its slots.
  const opened = (host, made, depth) => {
    const root = host.shadowRoot;
    const [from, into] = [[...(root ?? host).children], made];
    if (root !== null && depth < 32) {
      into.replaceChildren(...[...root.childNodes].map((node) => node.cloneNode(true)));
      for (const slot of into.querySelectorAll('slot')) {
        const name = slot.getAttribute('name') ?? '';
        const filled = [...host.childNodes].filter((node) => (node.nodeType === 1 ? node.getAttribute('slot') ?? '' : '') === name && (node.nodeType === 1 || name === ''));
        slot.replaceWith(...(filled.length > 0 ? filled : [...slot.childNodes]).map((node) => node.cloneNode(true)));
      }
      return;
    }
    const pairs = [...into.children];
    from.forEach((child, index) => { if (pairs[index] !== undefined) opened(child, pairs[index], depth + 1); });
  };
  opened(document.documentElement, copy, 0);
  for (const script of copy.querySelectorAll('script, noscript')) script.remove();
  const doctype = document.doctype === null ? '' : '<!doctype html>';
  return doctype + copy.outerHTML;
})()`;

/**
 * Share of pixels that differ visibly between two pictures, in per cent; the larger one's size counts. A
 * channel may move by 8 of 255 before the eye could notice.
 */
export const COMPARE = `async ([first, second]) => {
  const load = async (base64) => createImageBitmap(await (await fetch('data:image/png;base64,' + base64)).blob());
  const images = [await load(first), await load(second)];
  const width = Math.max(...images.map((image) => image.width));
  const height = Math.max(...images.map((image) => image.height));
  const [a, b] = images.map((image) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  });
  let changed = 0;
  for (let at = 0; at < a.length; at += 4) {
    if (Math.abs(a[at] - b[at]) > 8 || Math.abs(a[at + 1] - b[at + 1]) > 8 || Math.abs(a[at + 2] - b[at + 2]) > 8 || a[at + 3] !== b[at + 3]) changed += 1;
  }
  return (100 * changed) / (width * height);
}`;

/**
 * Contrast of each text against the pixels behind it, in the picture without text. The tenth percentile is
 * taken: a stray bright pixel of a photograph is no unreadable letter, a tenth of a line is.
 */
export const CONTRAST_OF_PIXELS = `async ([picture, texts]) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + picture)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const swatch = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgba = (color) => {
    swatch.clearRect(0, 0, 1, 1);
    swatch.fillStyle = color;
    swatch.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = swatch.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const channel = (value) => { const c = value / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const luminance = (r, g, b) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  return texts.map(({ boxes, color, opacity }) => {
    const [r, g, b, a] = rgba(color);
    const alpha = a * opacity;
    const ratios = [];
    const grounds = [];
    for (const box of boxes) {
      const x = Math.max(0, Math.floor(box.x));
      const y = Math.max(0, Math.floor(box.y));
      const width = Math.min(image.width - x, Math.ceil(box.width));
      const height = Math.min(image.height - y, Math.ceil(box.height));
      if (width < 1 || height < 1) continue;
      const { data } = context.getImageData(x, y, width, height);
      const step = 4 * Math.max(1, Math.floor((width * height) / 2000));
      for (let at = 0; at < data.length; at += step) {
        const [br, bg, bb] = [data[at], data[at + 1], data[at + 2]];
        const front = luminance(r * alpha + br * (1 - alpha), g * alpha + bg * (1 - alpha), b * alpha + bb * (1 - alpha));
        const back = luminance(br, bg, bb);
        ratios.push((Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05));
        grounds.push([back, br, bg, bb]);
      }
    }
    ratios.sort((one, other) => one - other);
    if (ratios.length === 0) return null;
    grounds.sort((one, other) => one[0] - other[0]);
    const tenth = Math.floor(ratios.length / 10);
    const hex = (ground) => '#' + ground.slice(1).map((value) => value.toString(16).padStart(2, '0')).join('');
    return { ratio: ratios[tenth], behind: [hex(grounds[tenth]), hex(grounds[grounds.length - 1 - tenth])] };
  });
}`;
