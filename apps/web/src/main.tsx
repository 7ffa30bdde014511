import { render } from 'preact';
import { chooseLocale, isLocale, loadLocale } from './i18n/i18n.ts';
import { App } from './shell/App.tsx';
import { keptLocale } from './shell/kept-locale.ts';

const kept = keptLocale();
const chosen = kept !== null && isLocale(kept) ? kept : chooseLocale(navigator.languages);
await loadLocale(chosen);
document.documentElement.lang = chosen;
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
