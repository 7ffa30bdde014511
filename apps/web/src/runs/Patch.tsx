import { t } from '../i18n/i18n.ts';

/** A unified diff, line by line; the sign at its head tells what the colour tells. */
export function Patch({ diff, label = t('runs.patch') }: { diff: string; label?: string }) {
  const lines = diff.replace(/\n$/, '').split('\n');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section class="diff patch" tabIndex={0} aria-label={label}>
      <pre>
        {lines.map((line, index) => (
          <span key={index} class={classOf(line)}>{`${line}\n`}</span>
        ))}
      </pre>
    </section>
  );
}

function classOf(line: string): string {
  if (/^(@@|---|\+\+\+|diff )/.test(line)) return 'diff-skip';
  if (line.startsWith('+')) return 'diff-added';
  return line.startsWith('-') ? 'diff-gone' : 'diff-same';
}
