import type { ReactNode } from 'react'
import { classes } from '../../web/ui/classes.ts'
import { useText } from '../../web/ui/text.ts'
import type { LegendPlace } from '../shared/maps/deck/legendPlace.ts'
import { Dot } from '../shared/maps/deck/MapLegend.tsx'
import type { Swatch } from '../shared/maps/swatch.ts'
import css from './LayerList.module.css'
import type { ListedLayer } from './layers.ts'
import { texts } from './texts.ts'

interface Props {
  layers: ListedLayer[]
  place: LegendPlace
  onToggle: (key: string) => void
}

/**
 * The layers of a map, from top to bottom, with their colors. Each can be switched off. On a small map, swatches after
 * the names replace the entries of the legends.
 */
export function LayerList({ layers, place: { room, below }, onToggle }: Props) {
  const t = useText()
  const isShort = room !== 'large'
  return (
    <ul className={classes(css.layers, isShort && css.small, below > 0 && css.below)} aria-label={t(texts.layers)}>
      {layers.toReversed().map(({ key, name, isOn, entries, swatch }) => (
        <li key={key}>
          <Switch
            label={name}
            isOn={isOn}
            className={css.layer}
            after={isShort && entries.length > 0 && swatch && <Swatches {...swatch} />}
            onClick={() => onToggle(key)}
          >
            {entries.length === 0 && swatch && <Swatches {...swatch} />}
          </Switch>
          {!isShort && isOn && entries.length > 0 && (
            <ul className={css.entries}>
              {entries.map((entry) => (
                <li key={entry.key}>
                  <Switch label={entry.label} isOn={entry.isOn} onClick={() => onToggle(entry.key)}>
                    <Dot {...entry} />
                  </Switch>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

function Swatches({ kind, colors }: Swatch) {
  if (kind === 'dots') {
    return (
      <span className={css.dots}>
        {colors.map((color) => (
          <i key={color} className={css.swatch} style={{ background: color, borderColor: color }} />
        ))}
      </span>
    )
  }
  const ends = colors.length === 1 ? [...colors, ...colors] : colors
  return <i className={css[kind]} style={{ background: `linear-gradient(to right, ${ends.join()})` }} />
}

interface SwitchProps {
  label: string
  isOn: boolean
  onClick: () => void
  className?: string
  children?: ReactNode
  after?: ReactNode
}

function Switch({ label, isOn, onClick, className, children, after }: SwitchProps) {
  return (
    <button
      type="button"
      className={classes(css.switch, className)}
      aria-pressed={isOn}
      title={label}
      onClick={onClick}
    >
      {children}
      <span className={css.name}>{label}</span>
      {after}
    </button>
  )
}
