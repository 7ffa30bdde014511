import { DEFAULT_CRITIQUE_CONFIG } from '@design-jury/contracts/defaults';
import type { GroundingMode } from '@design-jury/contracts/theater/critique';
import { t } from '../i18n/i18n.ts';
import { Choice } from './Choice.tsx';
import { type Draft, hasAgent } from './draft.ts';

const GROUNDING_MODES: readonly GroundingMode[] = ['gate', 'advise', 'off'];

interface PanelFieldsProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}

/** Whether the jury sits, who sits on it, and when it stops. What would change nothing is not asked. */
export function PanelFields({ draft, onChange }: PanelFieldsProps) {
  const { scoreThreshold, maxRounds } = DEFAULT_CRITIQUE_CONFIG;
  return (
    <>
      {draft.page.trim() === '' && (
        <Choice
          label={t('form.jury')}
          none={t('form.asSet')}
          items={[
            ['on', t('settings.on')],
            ['off', t('settings.off')],
          ]}
          value={draft.critique}
          onChoose={(critique) => onChange({ critique })}
        />
      )}
      {hasAgent(draft) && (
        <>
          <Choice
            label={t('form.panel')}
            none={t('form.panel.single-session')}
            items={[['independent', t('form.panel.independent')]]}
            value={draft.panelMode}
            onChoose={(panelMode) => onChange({ panelMode })}
          />
          <Choice
            label={t('form.grounding')}
            none={t('form.asSet')}
            items={GROUNDING_MODES.map((mode) => [mode, t(`form.grounding.${mode}`)])}
            value={draft.grounding}
            onChoose={(grounding) => onChange({ grounding })}
          />
        </>
      )}
      <Figure
        label={t('shell.threshold')}
        range={{ min: 0, step: 0.1 }}
        none={String(scoreThreshold)}
        value={draft.threshold}
        onInput={(threshold) => onChange({ threshold })}
      />
      <Figure
        label={t('shell.maxRounds')}
        range={{ min: 1, max: 20 }}
        none={String(maxRounds)}
        value={draft.maxRounds}
        onInput={(value) => onChange({ maxRounds: value })}
      />
      <Figure
        label={t('form.plateau')}
        range={{ min: 0, max: 20 }}
        none={t('form.noLimit')}
        value={draft.plateauRounds}
        onInput={(plateauRounds) => onChange({ plateauRounds })}
      />
      {hasAgent(draft) && (
        <>
          <Figure
            label={t('form.maxTokens')}
            range={{ min: 1 }}
            none={t('form.noLimit')}
            value={draft.maxTokens}
            onInput={(maxTokens) => onChange({ maxTokens })}
          />
          <Figure
            label={t('form.maxCost')}
            range={{ min: 0.01, step: 0.01 }}
            none={t('form.noLimit')}
            value={draft.maxCostUsd}
            onInput={(maxCostUsd) => onChange({ maxCostUsd })}
          />
        </>
      )}
    </>
  );
}

interface FigureProps {
  label: string;
  range: { min: number; max?: number; step?: number };
  /** What holds while the field is empty. */
  none: string;
  value: string;
  onInput: (value: string) => void;
}

function Figure({ label, range, none, value, onInput }: FigureProps) {
  return (
    <label>
      {label}
      <input
        type="number"
        {...range}
        value={value}
        placeholder={none}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  );
}
