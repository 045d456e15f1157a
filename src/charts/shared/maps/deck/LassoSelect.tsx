import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useText } from '../../../../web/ui/text.ts'
import { type Corner, ringOfLine } from '../lasso.ts'
import css from './AreaSelect.module.css'
import { arrows } from './boxByKey.ts'
import { pointerPlace } from './pointerPlace.ts'
import { texts } from './texts.ts'

interface Props {
  size: { width: number; height: number }
  /** the corners of the lasso in px */
  onSelect: (ring: readonly Corner[]) => void
  onCancel: () => void
}

/** px per key press, and with Shift */
const steps = { wide: 10, fine: 1 }

const within = (value: number, most: number) => Math.min(most, Math.max(0, value))

/**
 * An overlay of a map while the user draws a lasso: with a pointer along its line, or by keyboard from corner to corner.
 */
export function LassoSelect({ size, onSelect, onCancel }: Props) {
  const t = useText()
  const [line, setLine] = useState<readonly Corner[]>([])
  /** the position that arrow keys move */
  const [cursor, setCursor] = useState<Corner>()

  function onDown(event: PointerEvent) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setCursor(undefined)
    setLine([pointerPlace(event)])
  }
  function onMove(event: PointerEvent) {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) setLine([...line, pointerPlace(event)])
  }
  function finish() {
    const ring = ringOfLine(line)
    if (ring) onSelect(ring)
    setLine([])
    setCursor(undefined)
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = event.shiftKey ? steps.fine : steps.wide
    const [right, down] = arrows[event.key] ?? []
    const [x, y] = cursor ?? [size.width / 2, size.height / 2]
    if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (event.key === 'Enter') finish()
      else {
        setCursor([x, y])
        setLine([...line, [x, y]])
      }
    } else if (right !== undefined && down !== undefined) {
      event.preventDefault()
      setCursor([within(x + right * step, size.width), within(y + down * step, size.height)])
    }
  }
  const drawn = cursor ? [...line, cursor] : line
  return (
    <button
      type="button"
      // the user opened it with a button, and continues with the keyboard
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      className={css.cover}
      aria-label={t(texts.lassoHelp)}
      onPointerDown={onDown}
      onPointerMove={onMove}
      onPointerUp={finish}
      onPointerCancel={() => setLine([])}
      onKeyDown={onKeyDown}
    >
      {drawn.length === 0 ? (
        <span className={css.help}>{t(texts.lassoHelp)}</span>
      ) : (
        <svg className={css.lasso} width={size.width} height={size.height} aria-hidden>
          <polygon points={drawn.map((corner) => corner.join(',')).join(' ')} />
          {cursor && <circle cx={cursor[0]} cy={cursor[1]} r={5} />}
        </svg>
      )}
    </button>
  )
}
