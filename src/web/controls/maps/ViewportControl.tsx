import { Locate } from 'lucide-react'
import { readViewport, type Viewport } from '../../../charts/shared/maps/viewport.ts'
import { trueMinus } from '../../../charts/shared/trueMinus.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { pageLanguage } from '../../ui/pageLanguage.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import css from './Maps.module.css'
import { SummaryPopover } from './SummaryPopover.tsx'

const texts = defineTexts('control.viewport', {
  longitude: 'Longitude',
  latitude: 'Latitude',
  zoom: 'Zoom',
  bearing: 'Bearing',
  pitch: 'Pitch',
})

const names = ['longitude', 'latitude', 'zoom', 'bearing', 'pitch'] as const satisfies (keyof Viewport)[]

/** The view of a map: a button with its center in degrees, which opens five number fields. Moving the map sets them. */
export function ViewportControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const viewport = readViewport(value)
  const middle = `${degrees(viewport.longitude)} | ${degrees(viewport.latitude)}`
  return (
    <ControlField control={control} errors={errors}>
      <SummaryPopover label={control.label} icon={<Locate size={14} />} summary={middle}>
        <div className={css.two}>
          {names.map((name) => (
            <NumberField
              key={name}
              label={t(texts[name])}
              value={Math.round(viewport[name] * 1e5) / 1e5}
              onChange={(next) => onChange(readViewport({ ...viewport, [name]: next }))}
            />
          ))}
        </div>
      </SummaryPopover>
    </ControlField>
  )
}

const degrees = (value: number) => `${trueMinus(value.toLocaleString(pageLanguage(), { maximumFractionDigits: 4 }))}°`
