export { useCritiqueReplay } from './hooks/useCritiqueReplay.ts';
export { useCritiqueStream } from './hooks/useCritiqueStream.ts';
export { isOver } from './state/reducer.ts';
export { TheaterStage } from './TheaterStage.tsx';
export { TheaterTranscript } from './TheaterTranscript.tsx';
