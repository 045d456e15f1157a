import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { categoricalChoices } from '../../../charts/shared/color/categoricalNames.ts'
import { categoricalColors } from '../../../charts/shared/color/index.ts'
import { Select } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { ControlField } from '../ControlField.tsx'
import { type ControlProps, useControlSource } from '../source.ts'
import css from './Simple.module.css'

const texts = defineTexts('control.colorScheme', {
  ofDashboard: 'Dashboard scheme',
  locked: 'The color scheme is determined by the related dashboard. Edit the color scheme in the dashboard properties.',
  overridden:
    'This color scheme is being overridden by custom label colors. Check the JSON metadata in the Advanced settings',
})

/** The named color schemes with their colors. */
export const schemeOptions = categoricalChoices.map(([value, label]) => ({
  value,
  label,
  icon: <Swatches scheme={value} />,
}))

/** The color scheme of charts that have none. */
const fallback = 'sextant'

/** A named color scheme, unless the dashboard defines it. */
export function ColorSchemeControl({ control, value, onChange, errors }: ControlProps) {
  const id = useId()
  const t = useText()
  const { dashboardColors } = useControlSource()
  const locked = dashboardColors?.scheme
  const scheme = locked ?? (typeof value === 'string' && value !== '' ? value : fallback)
  const note = dashboardColors?.hasOwnLabels ? texts.overridden : locked === undefined ? undefined : texts.locked
  return (
    <ControlField control={control} errors={errors} htmlFor={id}>
      {locked === undefined ? (
        <Select id={id} label={control.label} options={schemeOptions} value={scheme} onChange={onChange} />
      ) : (
        <Select
          id={id}
          disabled
          label={control.label}
          options={[{ value: scheme, label: t(texts.ofDashboard) }]}
          value={scheme}
          onChange={onChange}
        />
      )}
      <Swatches scheme={scheme} />
      {note === undefined ? null : (
        <p className={css.note}>
          <TriangleAlert size={13} />
          <span>{t(note)}</span>
        </p>
      )}
    </ControlField>
  )
}

const shown = 10

function Swatches({ scheme }: { scheme: string }) {
  return (
    <svg className={css.swatches} viewBox={`0 0 ${shown * 8} 8`} aria-hidden="true">
      {categoricalColors(scheme)
        .slice(0, shown)
        .map((color, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a colour may occur twice
          <rect key={index} x={index * 8} width={8} height={8} fill={color} />
        ))}
    </svg>
  )
}
