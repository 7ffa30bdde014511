import { useEffect, useRef, useState } from 'preact/hooks';
import { keyed, runUrl } from '../api.ts';
import { t } from '../i18n/i18n.ts';
import { Icon } from './Icon.tsx';

interface ThumbnailProps {
  /** The run whose page it is; null where there is none. */
  of: { projectId: string; runId: string } | null;
}

/** The page a run has kept, small. It is loaded when it comes into view, runs nothing and says nothing. */
export function Thumbnail({ of }: ThumbnailProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (box.current === null || of === null) return;
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      watcher.disconnect();
      setSeen(true);
    });
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [of === null]);
  return (
    <div class="thumb" ref={box} aria-hidden="true">
      {isSeen && of !== null ? (
        <iframe
          src={keyed(`${runUrl(of.projectId, of.runId)}/artifact?`)}
          sandbox=""
          tabIndex={-1}
          title={t('shell.artifact')}
          referrerpolicy="no-referrer"
        />
      ) : (
        <Icon name="page" />
      )}
    </div>
  );
}
