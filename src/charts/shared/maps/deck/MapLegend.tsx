import { classes } from '../../../../web/ui/classes.ts'
import { useText } from '../../../../web/ui/text.ts'
import css from './MapLegend.module.css'
import { texts } from './texts.ts'

interface LegendEntry {
  label: string
  color: string
  isOn: boolean
}

export interface Legend {
  position: 'tl' | 'tr' | 'bl' | 'br'
  entries: LegendEntry[]
  /** the entries are the steps of a range, from the lowest to the highest */
  isRange?: boolean
  onToggle: (label: string) => void
}

/** With fewer entries, the list is short anyway. */
const leastSteps = 4

/** The colors of a map. Each can be switched off. On a small map, steps are one line between their ends. */
export function MapLegend({ position, entries, isRange = false, isSmall, onToggle }: Legend & { isSmall: boolean }) {
  const t = useText()
  if (isSmall && isRange && entries.length >= leastSteps) {
    return (
      <div className={classes(css.legend, css.line, css[position])}>
        <span>{endOf(entries[0], 0)}</span>
        <ul className={css.steps} aria-label={t(texts.legend)}>
          {entries.map(({ label, color, isOn }) => (
            <li key={label}>
              <button
                type="button"
                className={css.step}
                style={{ background: isOn ? color : 'transparent', borderColor: color }}
                aria-pressed={isOn}
                aria-label={label}
                title={label}
                onClick={() => onToggle(label)}
              />
            </li>
          ))}
        </ul>
        <span>{endOf(entries.at(-1), -1)}</span>
      </div>
    )
  }
  return (
    <ul className={classes(css.legend, css[position])} aria-label={t(texts.legend)}>
      {entries.map(({ label, color, isOn }) => (
        <li key={label}>
          <button type="button" className={css.entry} aria-pressed={isOn} onClick={() => onToggle(label)}>
            <i
              className={css.swatch}
              style={{ background: isOn ? color : 'transparent', border: `1px solid ${color}` }}
            />
            <span className={css.name}>{label}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The lower or upper bound in a step's label. */
const endOf = (entry: LegendEntry | undefined, end: 0 | -1) => entry?.label.split(' – ').at(end)
