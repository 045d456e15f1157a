import { useState } from 'react'
import { Slider } from '../../ui/Slider.tsx'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import { numberOf } from './NumberControl.tsx'
import css from './Simple.module.css'

/** A number on a slider. */
export function SliderControl({ control, value, onChange, errors }: ControlProps) {
  const min = control.min ?? 0
  const saved = numberOf(value) ?? numberOf(control.default) ?? min
  const [draft, setDraft] = useState<number>()
  const shown = draft ?? saved
  return (
    <ControlField control={control} errors={errors}>
      <div className={css.slider}>
        <Slider
          labels={[control.label]}
          value={[shown]}
          min={min}
          max={control.max ?? 100}
          step={control.step ?? 1}
          onChange={([next]) => setDraft(next)}
          onCommit={([next]) => {
            setDraft(undefined)
            onChange(next)
          }}
        />
        <output>{shown}</output>
      </div>
    </ControlField>
  )
}
