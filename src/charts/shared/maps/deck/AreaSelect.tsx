import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useText } from '../../../../web/ui/text.ts'
import css from './AreaSelect.module.css'
import { arrows, type Box, boxByKey, middleOf } from './boxByKey.ts'
import { pointerPlace } from './pointerPlace.ts'
import { texts } from './texts.ts'

interface Props {
  size: { width: number; height: number }
  /** the corners of the selected area in px */
  onSelect: (from: readonly [x: number, y: number], to: readonly [x: number, y: number]) => void
  onCancel: () => void
}

/** A smaller box is a click. */
const leastSide = 4

/** An overlay of a map while the user selects an area of it: by a drag, or by keyboard with a box or the whole map. */
export function AreaSelect({ size, onSelect, onCancel }: Props) {
  const t = useText()
  const [box, setBox] = useState<Box>()

  function onDown(event: PointerEvent) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setBox({ from: pointerPlace(event), to: pointerPlace(event) })
  }
  function onUp() {
    const isBox = box && box.from.every((value, at) => Math.abs(value - (box.to[at] ?? 0)) >= leastSide)
    if (isBox) onSelect(box.from, box.to)
    setBox(undefined)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (box) onSelect(box.from, box.to)
      else onSelect([0, 0], [size.width, size.height])
    } else if (event.key in arrows) {
      event.preventDefault()
      setBox(boxByKey(box ?? middleOf(size), { key: event.key, resizes: event.shiftKey }, size))
    }
  }
  return (
    <button
      type="button"
      // the user opened it with a button, and continues with the keyboard
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      className={css.cover}
      aria-label={t(texts.areaHelp)}
      onPointerDown={onDown}
      onPointerMove={(event) =>
        event.currentTarget.hasPointerCapture(event.pointerId) && box && setBox({ ...box, to: pointerPlace(event) })
      }
      onPointerUp={onUp}
      onPointerCancel={() => setBox(undefined)}
      onKeyDown={onKeyDown}
    >
      {box === undefined ? (
        <span className={css.help}>{t(texts.areaHelp)}</span>
      ) : (
        <span
          className={css.box}
          style={{
            left: Math.min(box.from[0], box.to[0]),
            top: Math.min(box.from[1], box.to[1]),
            width: Math.abs(box.to[0] - box.from[0]),
            height: Math.abs(box.to[1] - box.from[1]),
          }}
        />
      )}
    </button>
  )
}
