import { classes } from '../../../../web/ui/classes.ts'
import { useText } from '../../../../web/ui/text.ts'
import type { LegendName, LegendRamp } from '../mapLayer.ts'
import { isLine, type LegendPlace, largestDot } from './legendPlace.ts'
import css from './MapLegend.module.css'
import { texts } from './texts.ts'

interface LegendEntry extends LegendName {
  isOn: boolean
}

export interface Legend {
  position: 'tl' | 'tr' | 'bl' | 'br'
  entries: LegendEntry[]
  /** the entries are the steps of a range, from the lowest to the highest */
  isRange?: boolean
  /** a range without steps */
  ramp?: LegendRamp | undefined
  /** absent: the entries cannot be switched off */
  onToggle?: (label: string) => void
}

interface Props extends Legend {
  place: LegendPlace
}

/** Entries in lines over a small map; with more, a column is easier to read. */
const mostInLines = 6

/** px of a map that a legend of one line at its upper or lower edge covers. */
export const legendHeight = 34

/**
 * The colors of a map. On a small map, steps are one line between their ends, and names are beside each other.
 */
export function MapLegend({ position, entries, isRange, ramp, place: { room, below }, onToggle }: Props) {
  const t = useText()
  const place = css[below > 0 ? 'below' : position]
  if (ramp) {
    const [low, high] = ramp.ends
    return (
      <figure
        className={classes(css.legend, css.line, room === 'tiny' && css.tiny, place)}
        aria-label={t(texts.legend)}
      >
        <div className={css.ramp}>
          <span>{t(low)}</span>
          <i className={css.smooth} style={{ background: `linear-gradient(to right, ${ramp.colors.join()})` }} />
          <span>{t(high)}</span>
        </div>
      </figure>
    )
  }
  const steps = entries.filter(({ isApart }) => !isApart)
  if (isLine(room, { isRange, steps: steps.length })) {
    return (
      <div className={classes(css.legend, css.line, room === 'tiny' && css.tiny, place)}>
        <div className={css.ramp}>
          <span>{endOf(steps[0], 0)}</span>
          <ul className={css.steps} aria-label={t(texts.legend)}>
            {steps.map(({ label, color, isOn }) => (
              <li key={label}>
                <button
                  type="button"
                  className={css.step}
                  style={{ background: isOn ? color : 'transparent', borderColor: color }}
                  aria-pressed={isOn}
                  aria-label={label}
                  title={label}
                  onClick={() => onToggle?.(label)}
                />
              </li>
            ))}
          </ul>
          <span>{endOf(steps.at(-1), -1)}</span>
        </div>
        {entries
          .filter(({ isApart }) => isApart)
          .map((entry) => (
            <Entry key={entry.label} {...entry} onToggle={onToggle} />
          ))}
      </div>
    )
  }
  const isShort = room !== 'large'
  const isRow = below > 0 || (isShort && entries.length <= mostInLines)
  return (
    <ul className={classes(css.legend, isShort && css.short, isRow && css.row, place)} aria-label={t(texts.legend)}>
      {entries.map((entry) => (
        <li key={entry.label}>
          <Entry {...entry} onToggle={onToggle} />
        </li>
      ))}
    </ul>
  )
}

/** The dot of an entry. It is in the middle of the place of the largest one if dots show sizes. */
export function Dot({ color, dot, isOn }: Pick<LegendEntry, 'color' | 'dot' | 'isOn'>) {
  const size = dot === undefined ? {} : { width: dot, height: dot, margin: `0 ${(largestDot - dot) / 2}px` }
  return (
    <i
      className={css.swatch}
      style={{ background: isOn ? color : 'transparent', border: `1px solid ${color}`, ...size }}
    />
  )
}

function Entry({ label, color, isOn, dot, onToggle }: LegendEntry & Pick<Legend, 'onToggle'>) {
  const content = (
    <>
      <Dot color={color} dot={dot} isOn={isOn} />
      <span className={css.name}>{label}</span>
    </>
  )
  if (!onToggle) return <span className={css.entry}>{content}</span>
  return (
    <button type="button" className={css.entry} aria-pressed={isOn} onClick={() => onToggle(label)}>
      {content}
    </button>
  )
}

/** The lower or upper bound in a step's label. */
const endOf = (entry: LegendEntry | undefined, end: 0 | -1) => entry?.label.split(' – ').at(end)
