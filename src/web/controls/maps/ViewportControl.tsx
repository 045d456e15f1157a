import { readViewport, type Viewport } from '../../../charts/shared/maps/viewport.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import css from './Maps.module.css'

const texts = defineTexts('control.viewport', {
  longitude: 'Longitude',
  latitude: 'Latitude',
  zoom: 'Zoom',
  bearing: 'Bearing',
  pitch: 'Pitch',
})

const names = ['longitude', 'latitude', 'zoom', 'bearing', 'pitch'] as const satisfies (keyof Viewport)[]

/** The view of a map, as five numbers. */
export function ViewportControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const viewport = readViewport(value)
  return (
    <ControlField control={control} errors={errors}>
      <div className={css.two}>
        {names.map((name) => (
          <div key={name} className={css.named}>
            <span aria-hidden="true">{t(texts[name])}</span>
            <NumberField
              hideLabel
              label={`${control.label}: ${t(texts[name])}`}
              value={Math.round(viewport[name] * 1e5) / 1e5}
              onChange={(next) => onChange(readViewport({ ...viewport, [name]: next }))}
            />
          </div>
        ))}
      </div>
    </ControlField>
  )
}
