import { Maximize, Minus, Plus, SquareDashedMousePointer } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { UNPAINTED } from '../../../../web/ui/paint/copies.ts'
import { useText } from '../../../../web/ui/text.ts'
import css from './DeckMap.module.css'
import type { PageMap } from './startMap.ts'
import { texts } from './texts.ts'

interface Props {
  engine: RefObject<PageMap | undefined>
  /** the button that filters by an area; absent: the map cannot filter */
  area: { isSet: boolean; isSelecting: boolean; onPress: () => void } | undefined
}

export function MapButtons({ engine, area }: Props) {
  const t = useText()
  return (
    <div className={css.buttons} {...{ [UNPAINTED]: '' }}>
      <MapButton label={t(texts.zoomIn)} icon={<Plus size={14} />} onClick={() => engine.current?.zoomBy(1)} />
      <MapButton label={t(texts.zoomOut)} icon={<Minus size={14} />} onClick={() => engine.current?.zoomBy(-1)} />
      <MapButton label={t(texts.fit)} icon={<Maximize size={14} />} onClick={() => engine.current?.fit()} />
      {area && (
        <MapButton
          label={t(area.isSet ? texts.clearArea : texts.selectArea)}
          icon={<SquareDashedMousePointer size={14} />}
          isPressed={area.isSelecting || area.isSet}
          onClick={area.onPress}
        />
      )}
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
