import type { ReactNode } from 'react'
import { classes } from '../../web/ui/classes.ts'
import { useText } from '../../web/ui/text.ts'
import css from './LayerList.module.css'
import { texts } from './texts.ts'

interface Entry {
  key: string
  label: string
  color: string
  isOn: boolean
}

interface Layer {
  key: string
  name: string
  isOn: boolean
  entries: Entry[]
}

interface Props {
  layers: Layer[]
  /** only the names of the layers */
  isSmall: boolean
  onToggle: (key: string) => void
}

/** The layers of a map, from top to bottom, with a legend of their colors. Each can be switched off. */
export function LayerList({ layers, isSmall, onToggle }: Props) {
  const t = useText()
  return (
    <ul className={classes(css.layers, isSmall && css.small)} aria-label={t(texts.layers)}>
      {layers.toReversed().map(({ key, name, isOn, entries }) => (
        <li key={key}>
          <Switch label={name} isOn={isOn} className={css.layer} onClick={() => onToggle(key)} />
          {!isSmall && isOn && entries.length > 0 && (
            <ul className={css.entries}>
              {entries.map((entry) => (
                <li key={entry.key}>
                  <Switch label={entry.label} isOn={entry.isOn} onClick={() => onToggle(entry.key)}>
                    <i
                      className={css.swatch}
                      style={{ background: entry.isOn ? entry.color : 'transparent', borderColor: entry.color }}
                    />
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

interface SwitchProps {
  label: string
  isOn: boolean
  onClick: () => void
  className?: string
  children?: ReactNode
}

function Switch({ label, isOn, onClick, className, children }: SwitchProps) {
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
    </button>
  )
}
