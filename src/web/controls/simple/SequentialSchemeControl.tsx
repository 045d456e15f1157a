import { useId } from 'react'
import { defaultSequential, sequentialChoices, sequentialColors } from '../../../charts/shared/color/sequential.ts'
import { Select } from '../../ui/select/Select.tsx'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import css from './Simple.module.css'

const options = sequentialChoices.map(({ id, isDiverging }) => ({
  value: id,
  label: nameOf(id, isDiverging),
  icon: <Ramp scheme={id} />,
}))

/** A scheme of colors from low to high values, with a preview. */
export function SequentialSchemeControl({ control, value, onChange, errors }: ControlProps) {
  const id = useId()
  const scheme = typeof value === 'string' && value !== '' ? value : defaultSequential
  return (
    <ControlField control={control} errors={errors} htmlFor={id}>
      <Select id={id} label={control.label} options={options} value={scheme} onChange={onChange} />
      <Ramp scheme={scheme} />
    </ControlField>
  )
}

const steps = 12

function Ramp({ scheme }: { scheme: string }) {
  const mode = document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
  return (
    <svg className={css.swatches} viewBox={`0 0 ${steps * 7} 8`} preserveAspectRatio="none" aria-hidden="true">
      {sequentialColors(scheme, steps, mode).map((color, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a color may occur twice
        <rect key={index} x={index * 7} width={7} height={8} fill={color} />
      ))}
    </svg>
  )
}

/** superset_seq_1 -> Superset seq 1, schemeRdBu -> RdBu (diverging), sextant_div -> Sextant (diverging) */
function nameOf(id: string, isDiverging: boolean): string {
  if (id === defaultSequential) return 'Sextant'
  const words = id.replace(/^scheme|_div$/, '').replaceAll('_', ' ')
  const name = words.charAt(0).toUpperCase() + words.slice(1)
  return isDiverging ? `${name} (diverging)` : name
}
