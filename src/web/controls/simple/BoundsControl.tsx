import { NumberField } from '../../ui/NumberField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import { numberOf } from './NumberControl.tsx'
import css from './Simple.module.css'

const texts = defineTexts('control.bounds', { min: 'Min', max: 'Max' })

const quietMs = 300

/** Two numbers; either may be empty. */
export function BoundsControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const [min, max] = Array.isArray(value) ? (value as unknown[]).map(numberOf) : [null, null]
  const set = (next: [number | null, number | null]) => onChange(next)
  return (
    <ControlField control={control} errors={errors}>
      <div className={css.two}>
        <NumberField
          hideLabel
          label={`${control.label}: ${t(texts.min)}`}
          placeholder={t(texts.min)}
          commitAfterMs={quietMs}
          value={min ?? null}
          onChange={(next) => set([next, max ?? null])}
        />
        <NumberField
          hideLabel
          label={`${control.label}: ${t(texts.max)}`}
          placeholder={t(texts.max)}
          commitAfterMs={quietMs}
          value={max ?? null}
          onChange={(next) => set([min ?? null, next])}
        />
      </div>
    </ControlField>
  )
}
