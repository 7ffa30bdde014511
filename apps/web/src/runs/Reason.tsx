import type { ComponentChildren } from 'preact';

/** One entry of a list of reasons; nothing where there is nothing to say. */
export function Reason({ name, children }: { name: string; children?: ComponentChildren }) {
  if (children === undefined || children === false || children === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
