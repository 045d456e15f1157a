import { Slider } from '../ui/Slider.tsx'
import css from './ReaderSlider.module.css'

interface Props {
  label: string
  /** what each position stands for */
  stops: string[]
  value: number
  onChange: (value: number) => void
}

/** A slider above a chart, with the stop that it is at. */
export default function ReaderSlider({ label, stops, value, onChange }: Props) {
  return (
    <div className={css.row}>
      <span className={css.label}>{label}</span>
      <output className={css.stop}>{stops[value]}</output>
      <div className={css.slider}>
        <Slider
          labels={[`${label} ${stops[value] ?? ''}`]}
          value={[value]}
          min={0}
          max={Math.max(1, stops.length - 1)}
          onChange={([next = 0]) => onChange(next)}
        />
      </div>
    </div>
  )
}
