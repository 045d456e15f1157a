import { Slider } from '../ui/Slider.tsx'
import css from './ReaderSlider.module.css'

interface Props {
  label: string
  /** number of positions */
  count: number
  /** the text of a position */
  stopAt: (position: number) => string
  value: number
  onChange: (value: number) => void
}

/** A slider above a chart, with the text of its current stop. */
export default function ReaderSlider({ label, count, stopAt, value, onChange }: Props) {
  const stop = stopAt(value)
  return (
    <div className={css.row}>
      <span className={css.label}>{label}</span>
      <output className={css.stop}>{stop}</output>
      <div className={css.slider}>
        <Slider
          labels={[`${label} ${stop}`]}
          value={[value]}
          min={0}
          max={Math.max(1, count - 1)}
          onChange={([next = 0]) => onChange(next)}
        />
      </div>
    </div>
  )
}
