import { LassoSelect, Maximize, Minus, Plus, SquareDashedMousePointer } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { classes } from '../../../../web/ui/classes.ts'
import { UNPAINTED } from '../../../../web/ui/paint/copies.ts'
import { useText } from '../../../../web/ui/text.ts'
import css from './DeckMap.module.css'
import type { PageMap } from './startMap.ts'
import { texts } from './texts.ts'

interface Props {
  /** the map is too low for a column of touch buttons: they are in two columns */
  isLow: boolean
  engine: RefObject<PageMap | undefined>
  /** the buttons that filter by an area; absent: the map cannot filter */
  select: Selecting | undefined
}

export type SelectBy = 'area' | 'lasso'

interface Selecting {
  offers: readonly SelectBy[]
  /** how the current filter was set */
  set: SelectBy | undefined
  /** how the user is selecting now */
  by: SelectBy | undefined
  onPress: (by: SelectBy) => void
}

const kinds = {
  area: { label: texts.selectArea, icon: <SquareDashedMousePointer size={14} /> },
  lasso: { label: texts.selectLasso, icon: <LassoSelect size={14} /> },
}

export function MapButtons({ engine, select, isLow }: Props) {
  const t = useText()
  return (
    <div className={classes(css.buttons, isLow && css.low)} {...{ [UNPAINTED]: '' }}>
      <MapButton label={t(texts.zoomIn)} icon={<Plus size={14} />} onClick={() => engine.current?.zoomBy(1)} />
      <MapButton label={t(texts.zoomOut)} icon={<Minus size={14} />} onClick={() => engine.current?.zoomBy(-1)} />
      <MapButton label={t(texts.fit)} icon={<Maximize size={14} />} onClick={() => engine.current?.fit()} />
      {select?.offers.map((by) => (
        <MapButton
          key={by}
          label={t(select.set === by ? texts.clearArea : kinds[by].label)}
          icon={kinds[by].icon}
          isPressed={select.by === by || select.set === by}
          onClick={() => select.onPress(by)}
        />
      ))}
    </div>
  )
}

interface ButtonProps {
  label: string
  icon: ReactNode
  /** for a toggle button */
  isPressed?: boolean
  onClick: () => void
}

function MapButton({ label, icon, isPressed, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className={css.button}
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onClick}
    >
      {icon}
    </button>
  )
}
