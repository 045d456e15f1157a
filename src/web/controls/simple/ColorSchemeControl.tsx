import { useId } from 'react'
import { categoricalChoices, categoricalColors } from '../../../charts/shared/color/index.ts'
import { Select } from '../../ui/select/Select.tsx'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import css from './Simple.module.css'

/** The named palettes, each with its colours. */
export const schemeOptions = categoricalChoices.map(([value, label]) => ({
  value,
  label,
  icon: <Swatches scheme={value} />,
}))

/** What charts without a scheme are drawn in. */
const fallback = 'sextant'

/** One of the named palettes. */
export function ColorSchemeControl({ control, value, onChange, errors }: ControlProps) {
  const id = useId()
  const scheme = typeof value === 'string' && value !== '' ? value : fallback
  return (
    <ControlField control={control} errors={errors} htmlFor={id}>
      <Select id={id} label={control.label} options={schemeOptions} value={scheme} onChange={onChange} />
      <Swatches scheme={scheme} />
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
