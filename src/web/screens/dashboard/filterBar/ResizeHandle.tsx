import type { KeyboardEvent, PointerEvent } from 'react'
import { inlineKey, inlineSign } from '../../../ui/direction.ts'
import { defineTexts, useText } from '../../../ui/text.ts'
import css from './FilterBar.module.css'
import { MAX_WIDTH, MIN_WIDTH, setWidth, useFilterBar } from './filterBarState.ts'

const texts = defineTexts('dashboard.filterBar.resize', { resize: 'Width of the filter bar' })

const KEY_STEP_PX = 16

/** The edge of the filter bar: resized by dragging or with the arrow keys. */
export default function ResizeHandle() {
  const t = useText()
  const width = useFilterBar((state) => state.width)

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.preventDefault()
    const handle = event.currentTarget
    const from = event.clientX
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX }: { clientX: number }) => setWidth(width + (clientX - from) * inlineSign())
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: width - KEY_STEP_PX,
      ArrowRight: width + KEY_STEP_PX,
      Home: MIN_WIDTH,
      End: MAX_WIDTH,
    }
    const next = steps[inlineKey(event.key)]
    if (next === undefined) return
    event.preventDefault()
    setWidth(next)
  }

  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it can be moved, which an hr element cannot
      role="separator"
      aria-orientation="vertical"
      aria-label={t(texts.resize)}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={0}
      className={css.handle}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
