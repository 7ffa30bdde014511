/** Only to weigh it: the stage and the framework in one file, minified as the app is. */
import config from './vite.config.ts';

export default {
  ...config,
  publicDir: false,
  build: {
    ...config.build,
    rolldownOptions: {
      input: 'src/components/Theater/TheaterStage.tsx',
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'stage.js' },
    },
  },
};
