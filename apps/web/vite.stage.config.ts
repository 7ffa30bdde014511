/** Only to weigh it: the stage and the framework in one file, minified as the app is. */
import { mergeConfig } from 'vite';
import config from './vite.config.ts';

export default mergeConfig(config, {
  publicDir: false,
  build: {
    rolldownOptions: {
      input: 'src/components/Theater/TheaterStage.tsx',
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'stage.js' },
    },
  },
});
