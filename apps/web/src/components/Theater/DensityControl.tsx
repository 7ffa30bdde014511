import { t } from '../../i18n/i18n.ts';
import type { Density } from './state/selectors.ts';

const MODES: readonly Density[] = ['smart', 'active', 'all'];

export function DensityControl({
  density,
  onChoose,
}: {
  density: Density;
  onChoose: (density: Density) => void;
}) {
  return (
    <fieldset class="segmented">
      <legend>{t('critiqueTheater.density')}</legend>
      {MODES.map((mode) => (
        <label key={mode}>
          <input type="radio" name="density" checked={mode === density} onChange={() => onChoose(mode)} />
          <span>{t(`critiqueTheater.density.${mode}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
