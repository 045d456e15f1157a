import { Slider as Base } from '@base-ui/react/slider'
import css from './Slider.module.css'

export interface SliderProps {
  /** the accessible names of the thumbs: a single name, or two such as ['Minimum', 'Maximum'] */
  labels: [string] | [string, string]
  value: readonly number[]
  min: number
  max: number
  step?: number
  disabled?: boolean
  format?: Intl.NumberFormatOptions
  /** called while the thumb moves */
  onChange: (value: number[]) => void
  /** called when the thumb is released */
  onCommit?: (value: number[]) => void
}

/** A slider for one value or a range. */
export function Slider({ labels, value, min, max, step = 1, disabled, format, onChange, onCommit }: SliderProps) {
  return (
    <Base.Root
      value={value}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      format={format}
      onValueChange={(next) => onChange([...next])}
      onValueCommitted={(next) => onCommit?.([...next])}
    >
      <Base.Control className={css.control}>
        <Base.Track className={css.track}>
          <Base.Indicator className={css.indicator} />
          {labels.map((label, index) => (
            <Base.Thumb key={label} index={index} className={css.thumb} aria-label={label} />
          ))}
        </Base.Track>
      </Base.Control>
    </Base.Root>
  )
}
