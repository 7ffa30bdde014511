/**
 * What a designer would mark on a printed page, as text that runs inside the browser after layout-lines.ts: each gives the
 * places at fault and how many it looked at. Whatever a script may still move is left alone: without scripts nobody knows.
 */

/** `looked` places, of which these are at fault; a box is in pixels of the page, `px` what was measured. */
export const REPORT = `const seen = globalThis.jurySeen;
  const at = (kind, element, box, text, px = []) => ({
    kind, path: seen.pathOf(element), text: String(text).replace(/\\s+/g, ' ').trim().slice(0, 60), px: px.map((one) => Math.round(one)),
    box: { x: Math.max(0, Math.floor(box.left)), y: Math.max(0, Math.floor(box.top)), width: Math.ceil(box.right - box.left), height: Math.ceil(box.bottom - box.top) },
  });
  const around = (one, other) => ({ left: Math.min(one.left, other.left), right: Math.max(one.right, other.right), top: Math.min(one.top, other.top), bottom: Math.max(one.bottom, other.bottom) });`;

/**
 * Text upon text, both to be seen; and text of which a part lies under a picture or a filled box. The letters' own height
 * counts, not the line's: tight lines touch without harm.
 */
export const FIND_OVERLAPS = `(() => {
  ${REPORT}
  const found = new Map();
  const inner = (line) => ({ left: line.left + 1, right: line.right - 1, top: line.top + line.height * 0.24, bottom: line.bottom - line.height * 0.24 });
  const usable = seen.lines.filter(({ state }) => !state.turned && !(seen.scripted && (state.placed || state.moves)));
  const sorted = usable.map((line) => ({ line, ...inner(line) })).sort((one, other) => one.top - other.top);
  const covers = (element) => {
    const style = getComputedStyle(element);
    if (Number(style.opacity) < 0.9) return false;
    return /^(IMG|VIDEO|CANVAS|IFRAME)$/.test(element.tagName) || seen.alpha(style.backgroundColor) > 0.9 && !/, 0\\)$/.test(style.backgroundColor) && style.backgroundColor !== 'transparent';
  };
  const stackAt = (x, y) => {
    if (y < scrollY || y >= scrollY + innerHeight) scrollTo(0, Math.max(0, y - innerHeight / 2));
    return document.elementsFromPoint(x - scrollX, y - scrollY);
  };
  // True where nothing opaque lies between the reader and this text.
  const showsThrough = (line, x, y) => {
    for (const element of stackAt(x, y)) {
      if (element === line.element || line.element.contains(element)) return true;
      if (element.contains(line.element)) return true;
      if (covers(element)) return false;
    }
    return false;
  };
  let asked = 0;
  for (let index = 0; index < sorted.length && asked < 300; index += 1) {
    const one = sorted[index];
    for (let next = index + 1; next < sorted.length && next < index + 400 && sorted[next].top < one.bottom; next += 1) {
      const other = sorted[next];
      const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      // Lines that only touch, as those of inline code do, can be read.
      if (width < 6 || height < Math.min(one.bottom - one.top, other.bottom - other.top) * 0.4 || one.line.text === other.line.text) continue;
      if (one.line.state.moves !== other.line.state.moves && Math.max(one.bottom, other.bottom) > innerHeight) continue;
      const area = Math.min((one.right - one.left) * (one.bottom - one.top), (other.right - other.left) * (other.bottom - other.top));
      if (width * height < area / 5) continue;
      asked += 1;
      const [x, y] = [Math.max(one.left, other.left) + width / 2, Math.max(one.top, other.top) + height / 2];
      if (!showsThrough(one.line, x, y) || !showsThrough(other.line, x, y)) continue;
      const later = one.line.element.compareDocumentPosition(other.line.element) & Node.DOCUMENT_POSITION_FOLLOWING ? other.line : one.line;
      const first = later === one.line ? other.line : one.line;
      if (!found.has(later.element)) found.set(later.element, at('text on text', later.element, around(one.line, other.line), later.text.data + ' | ' + first.text.data.trim().slice(0, 30), [width, height]));
      if (asked >= 300) break;
    }
  }
  for (const { line, ...box } of sorted) {
    if (found.size >= 20 || line.state.moves || line.state.placed) continue;
    if (found.has(line.element) || box.right - box.left < 24) continue;
    const y = (box.top + box.bottom) / 2;
    const points = [0.06, 0.3, 0.5, 0.7, 0.94].map((share) => box.left + (box.right - box.left) * share);
    if (points.some((x) => x < 0 || x >= innerWidth)) continue;
    let coverer = null;
    const hidden = points.filter((x) => {
      for (const element of stackAt(x, y)) {
        if (element === line.element || line.element.contains(element) || element.contains(line.element)) return false;
        if (!covers(element)) continue;
        // A bar that stays while the page moves covers whatever passes below it.
        if (seen.stateOf(element).moves && (scrollY > 0 || seen.scripted)) return false;
        if (seen.scripted && seen.stateOf(element).placed) return false;
        coverer = element;
        return true;
      }
      return false;
    }).length;
    if (hidden === 0 || hidden === points.length || coverer === null) continue;
    found.set(line.element, at('text below a box', line.element, line, line.text.data, [hidden, points.length]));
  }
  scrollTo(0, 0);
  return { looked: usable.length, found: [...found.values()].slice(0, 20) };
})()`;

/** Siblings of one kind in a row or a column, next to each other: what can be out of line, or unevenly apart. */
const RUNS = `const kindOf = (element) => element.localName + '.' + [...element.classList].sort().join('.');
  const boxOf = new Map(seen.boxes.map((box) => [box.element, box]));
  const inFlow = (box) => box !== undefined && !/absolute|fixed|sticky/.test(box.style.position) && box.style.float === 'none' && box.style.display !== 'inline' && !box.state.turned;
  const runs = [];
  for (const parent of new Set(seen.boxes.map(({ element }) => element.parentElement))) {
    if (parent === null || /^(TR|TBODY|THEAD|TABLE|SELECT|SVG|P|PRE|CODE|BR)$/i.test(parent.tagName)) continue;
    let run = [];
    const close = () => { if (run.length >= 3) runs.push({ parent, run }); run = []; };
    for (const child of parent.children) {
      const box = boxOf.get(child);
      if (box === undefined && child.getClientRects().length === 0) continue;
      if (!inFlow(box) || /^(BR|WBR|SCRIPT|STYLE|OPTION)$/.test(child.tagName)) { close(); continue; }
      if (run.length > 0 && kindOf(run[0].element) !== kindOf(child)) close();
      run.push(box);
    }
    close();
  }
  const middle = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
  const bare = (child) => child.style.transform === 'none' && child.style.translate === 'none';`;

/** Equal things side by side of which one begins some pixels higher, or one below the other of which one is shifted. */
export const FIND_MISALIGNED = `(() => {
  ${REPORT}
  ${RUNS}
  const found = [];
  let looked = 0;
  for (const { run } of runs) {
    const rows = [];
    for (const box of run) {
      const row = rows.find((one) => box.top < one[0].bottom - 1 && box.bottom > one[0].top + 1);
      if (row === undefined) rows.push([box]); else row.push(box);
    }
    for (const row of rows.filter((one) => one.length >= 3)) {
      looked += 1;
      const top = middle(row.map((box) => box.top));
      const height = middle(row.map((box) => box.bottom - box.top));
      const off = row.filter((box) => Math.abs(box.top - top) > 2);
      if (off.length === 0 || off.length * 3 > row.length) continue;
      for (const box of off) {
        const by = Math.abs(box.top - top);
        // Of another height it is aligned by its middle, its foot or its letters; far off it is placed there.
        if (by > 16 || Math.abs(box.bottom - box.top - height) > 1.5 || !bare(box)) continue;
        found.push(at('row', box.element, box, box.element.textContent, [by]));
      }
    }
    const stacked = run.every((box, index) => index === 0 || box.top >= run[index - 1].bottom - 1);
    if (!stacked) continue;
    looked += 1;
    const left = middle(run.map((box) => box.left));
    const width = middle(run.map((box) => box.right - box.left));
    const off = run.filter((box) => Math.abs(box.left - left) > 2);
    if (off.length === 0 || off.length * 3 > run.length) continue;
    for (const box of off) {
      const by = Math.abs(box.left - left);
      // Indented is narrower on both sides, or by a step one is meant to see.
      const centred = Math.abs((box.left + box.right) / 2 - (left + width / 2)) < 1.5;
      const ended = Math.abs(box.right - (left + width)) < 1.5 && Math.abs(box.right - box.left - width) > 1.5 && !/block|list-item|flex|grid/.test(box.style.display);
      if (by > 16 || centred || ended || !bare(box)) continue;
      found.push(at('column', box.element, box, box.element.textContent, [by]));
    }
  }
  return { looked, found: found.slice(0, 20) };
})()`;

/** Distances between equal things that are meant to be one distance and are not; a clearly larger one parts groups. */
export const FIND_GUTTERS = `(() => {
  ${REPORT}
  ${RUNS}
  const found = [];
  let looked = 0;
  for (const { run } of runs) {
    if (!run.every(bare)) continue;
    const inRow = run.every((box) => Math.abs(box.top - run[0].top) < 2);
    const stacked = run.every((box, index) => index === 0 || box.top >= run[index - 1].bottom - 1);
    if (inRow === stacked) continue;
    const sorted = inRow ? [...run].sort((one, other) => one.left - other.left) : run;
    const gaps = sorted.slice(1).map((box, index) => (inRow ? box.left - sorted[index].right : box.top - sorted[index].bottom));
    looked += 1;
    const usual = middle(gaps);
    // Words in a line are parted by their spaces, and joined things touch.
    if (usual < 4 || gaps.filter((gap) => Math.abs(gap - usual) <= 1).length < gaps.length / 2) continue;
    // Without a box around them only a shift as large as a word's distance is seen.
    const visible = sorted.every(({ paints, replaced }) => paints || replaced);
    gaps.forEach((gap, index) => {
      const off = Math.abs(gap - usual);
      if (off < (visible ? 3 : 6) || gap > usual * 1.8 || gap < 0) return;
      // What stands between them has its own distances; so has a first or last one that is set apart by half as much again.
      if (sorted[index].element.nextElementSibling !== sorted[index + 1].element && inRow === stacked) return;
      found.push(at(inRow ? 'row' : 'column', sorted[index + 1].element, around(sorted[index], sorted[index + 1]), sorted[index + 1].element.textContent, [gap, usual]));
    });
  }
  return { looked, found: found.slice(0, 20) };
})()`;
