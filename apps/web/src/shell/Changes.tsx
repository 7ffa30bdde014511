import { t } from '../i18n/i18n.ts';
import { Patch } from '../runs/Patch.tsx';
import { patchOf } from '../runs/patch-of.ts';
import { Answered } from './Answered.tsx';
import { diffLines } from './diff-lines.ts';
import { useAnswer } from './use-answer.ts';

interface ChangesProps {
  /** Which two texts. */
  of: string;
  load: () => Promise<[before: string, after: string]>;
  label: string;
}

/** What changed from one text to another, line by line. */
export function Changes({ of, load, label }: ChangesProps) {
  const hunks = useAnswer(of, async () => diffLines(...(await load())));
  return (
    <Answered to={hunks}>
      {(list) =>
        list.every(({ kind }) => kind === 'same') ? (
          <p class="empty boxed">{t('content.same')}</p>
        ) : (
          <Patch diff={patchOf(list, (count) => t('content.skipped', { count }))} label={label} />
        )
      }
    </Answered>
  );
}
