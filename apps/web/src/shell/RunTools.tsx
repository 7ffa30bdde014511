import { CopyLink } from './CopyLink.tsx';
import { PageTools } from './PageTools.tsx';

export interface RunToolsProps {
  /** Where the page is; empty as long as there is none. */
  url: string;
}

/** At the end of the toolbar: nobody reaches for them before the run is read. */
export function RunTools({ url }: RunToolsProps) {
  return (
    <>
      {url !== '' && <PageTools url={url} />}
      <CopyLink />
    </>
  );
}
