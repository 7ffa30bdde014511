export { useCritiqueReplay } from './hooks/useCritiqueReplay.ts';
export { useCritiqueStream } from './hooks/useCritiqueStream.ts';
export { isOver, phaseOf, type TheaterPhase } from './state/reducer.ts';
export { compositeOf, runOf } from './state/selectors.ts';
export { TheaterStage } from './TheaterStage.tsx';
export { TheaterTranscript } from './TheaterTranscript.tsx';
