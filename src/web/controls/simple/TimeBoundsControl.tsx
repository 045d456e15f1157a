import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import css from './Simple.module.css'

const texts = defineTexts('control.timeBounds', { from: 'From', to: 'To' })

/** Two times of day as `HH:MM:SS`; either may be empty. */
export function TimeBoundsControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const [from = null, to = null] = Array.isArray(value) ? (value as (string | null)[]) : []
  const set = (next: [string | null, string | null]) => onChange(next.every((each) => each === null) ? undefined : next)
  const field = (label: string, current: string | null, change: (next: string | null) => void) => (
    <TextField
      hideLabel
      type="time"
      step={1}
      label={`${control.label}: ${label}`}
      value={current ?? ''}
      onChange={(next) => change(next === '' ? null : next.length === 5 ? `${next}:00` : next)}
    />
  )
  return (
    <ControlField control={control} errors={errors}>
      <div className={css.two}>
        {field(t(texts.from), from, (next) => set([next, to]))}
        {field(t(texts.to), to, (next) => set([from, next]))}
      </div>
    </ControlField>
  )
}
