/** The page before and after: one over the other with a handle where scripts may run, side by side where not. Pure. */

/** PNG, where a browser could take them; of a page that was not changed, one. */
export interface Pictures {
  before: Uint8Array;
  after: Uint8Array | null;
}

/** It only moves an edge: without it both pictures are there all the same. */
export const SLIDER_SCRIPT = `{const box=document.querySelector('.slider'),at=box.querySelector('input');box.classList.add('live');const move=()=>box.style.setProperty('--at',at.value+'%');at.addEventListener('input',move);move()}`;

export function pictureSection({ before, after }: Pictures): string {
  if (after === null)
    return `<section class="slider" aria-labelledby="pictures"><h2 id="pictures">The page</h2><div class="frame"><figure>${picture(before, 'The page as it was given')}</figure></div></section>`;
  const figure = (bytes: Uint8Array, when: 'Before' | 'After'): string =>
    `<figure class="${when.toLowerCase()}"><figcaption>${when}</figcaption>${picture(bytes, `The page ${when.toLowerCase()} the review`)}</figure>`;
  return `<section class="slider" aria-labelledby="pictures"><h2 id="pictures">Before and after</h2><div class="frame" tabindex="0" role="group" aria-label="The page before and after the review">${figure(before, 'Before')}${figure(after, 'After')}<span class="edge"></span></div><p class="ends"><span aria-hidden="true">Before</span><input type="range" min="0" max="100" value="50" aria-label="How much of the page before the review is shown, in per cent"><span aria-hidden="true">After</span></p></section>`;
}

export function picture(bytes: Uint8Array, alt: string): string {
  return `<img alt="${alt}"${sizeOf(bytes)} src="data:image/png;base64,${Buffer.from(bytes).toString('base64')}">`;
}

/** PNG says its size in its first chunk; with it the report does not jump while it loads. */
function sizeOf(bytes: Uint8Array): string {
  if (bytes.byteLength < 24) return '';
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return ` width="${view.getUint32(16)}" height="${view.getUint32(20)}"`;
}
