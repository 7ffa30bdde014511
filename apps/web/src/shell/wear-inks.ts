/** The Theater in the colours of a run's design system: only the hue is taken, so that it can be read on any ground. */
import { useEffect } from 'preact/hooks';
import { getDesign } from '../api.ts';

export function useInks(projectId: string, runId: string): void {
  useEffect(() => {
    const stop = new AbortController();
    const { style } = document.documentElement;
    const worn: string[] = [];
    getDesign(projectId, runId, stop.signal)
      .then(({ laneInks }) => {
        for (const [role, ink] of Object.entries(laneInks ?? {})) {
          if (!CSS.supports('color', ink)) continue;
          style.setProperty(`--from-${role}`, ink);
          worn.push(`--from-${role}`);
        }
      })
      // Without an answer the inks of the house are good.
      .catch(() => {});
    return () => {
      stop.abort();
      for (const name of worn) style.removeProperty(name);
    };
  }, [projectId, runId]);
}
