import { useTitle } from './use-title.ts';

/** What a page is called, and what is on it. */
export function PageHead({ title, lead }: { title: string; lead: string }) {
  useTitle(title);
  return (
    <div>
      <h1>{title}</h1>
      <p class="lead">{lead}</p>
    </div>
  );
}
