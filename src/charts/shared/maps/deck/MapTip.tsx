import css from './DeckMap.module.css'
import type { Described } from './describe.ts'
import type { Picked } from './engine.ts'

interface Props {
  described: Described
  picked: Picked
  /** of the map, in px */
  size: { width: number; height: number }
}

/** The values of the mark below the pointer. */
export function MapTip({ described, picked, size }: Props) {
  return (
    <div className={css.tip} style={besides(picked, size)}>
      <dl>
        {described.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Beside the pointer, on the side with more space. */
function besides({ x, y }: Picked, { width, height }: { width: number; height: number }) {
  return {
    ...(x < width / 2 ? { left: x + 12 } : { right: width - x + 12 }),
    ...(y < height / 2 ? { top: y + 12 } : { bottom: height - y + 12 }),
  }
}
