import { render } from 'preact';
import { usePageKey } from './api.ts';
import { chooseLocale, isLocale, loadLocale } from './i18n/i18n.ts';
import { App } from './shell/App.tsx';
import { takenKey } from './shell/kept-key.ts';
import { keptLocale } from './shell/kept-locale.ts';

usePageKey(takenKey());
const kept = keptLocale();
const chosen = kept !== null && isLocale(kept) ? kept : chooseLocale(navigator.languages);
await loadLocale(chosen);
document.documentElement.lang = chosen;
const root = document.getElementById('app');
if (root !== null) render(<App />, root);
