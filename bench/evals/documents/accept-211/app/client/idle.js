// wipes unsent forms when nobody touches the tablet
const IDLE_MINUTES = 60;
export function watch(wipe) {
  let t = setTimeout(wipe, IDLE_MINUTES * 60000);
  addEventListener('touchstart', () => { clearTimeout(t); t = setTimeout(wipe, IDLE_MINUTES * 60000); });
}
