import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { inlineKey, inlineSign } from './direction.ts'
import css from './PaneHandle.module.css'

const stepPx = 16

export interface PaneSize {
  /** in px */
  size: number
  min: number
  set: (size: number) => void
}

/** The size of a pane, stored in this browser under `key`. `max` is computed again with each change. */
export function usePaneSize(
  key: string,
  { initial, min, max }: { initial: number; min: number; max: () => number },
): PaneSize {
  const clamped = (size: number) =>
    Number.isFinite(size) ? Math.round(Math.min(Math.max(min, max()), Math.max(min, size))) : min
  const [size, setSize] = useState(() => clamped(Number(localStorage.getItem(key) ?? initial)))
  return {
    size,
    min,
    set: (next) => {
      const inside = clamped(next)
      setSize(inside)
      localStorage.setItem(key, String(inside))
    },
  }
}

export interface PaneHandleProps {
  label: string
  pane: PaneSize
  /** the line between panes side by side is vertical */
  orientation?: 'vertical' | 'horizontal'
}

/** The edge after a pane: resized by dragging or with the arrow keys. */
export function PaneHandle({ label, pane, orientation = 'vertical' }: PaneHandleProps) {
  const isVertical = orientation === 'vertical'

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.preventDefault()
    const handle = event.currentTarget
    const at = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
      isVertical ? clientX * inlineSign() : clientY
    const from = at(event)
    const { size } = pane
    handle.setPointerCapture(event.pointerId)
    const move = (moved: { clientX: number; clientY: number }) => pane.set(size + at(moved) - from)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = isVertical
      ? { ArrowLeft: -stepPx, ArrowRight: stepPx }
      : { ArrowUp: -stepPx, ArrowDown: stepPx }
    const step = steps[inlineKey(event.key)]
    if (step === undefined) return
    event.preventDefault()
    pane.set(pane.size + step)
  }

  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it can be moved, which an hr element cannot
      role="separator"
      aria-orientation={orientation}
      aria-label={label}
      aria-valuenow={pane.size}
      aria-valuemin={pane.min}
      tabIndex={0}
      className={css.handle}
      data-orientation={orientation}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
