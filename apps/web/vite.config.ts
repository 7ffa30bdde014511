import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const ROOT = fileURLToPath(new URL('.', import.meta.url));

export default defineConfig({
  root: ROOT,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    // The policy of the app allows no inline scripts and no data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
