import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import css from './Panes.module.css'

const stepPx = 16
const maxShare = 0.33

export interface PaneWidth {
  width: number
  min: number
  set: (width: number) => void
}

/** The width of a pane, stored in this browser. */
export function usePaneWidth(name: string, min: number): PaneWidth {
  const key = `sextant.explore.${name}`
  const [width, setWidth] = useState(() => clamped(Number(localStorage.getItem(key) ?? min), min))
  return {
    width,
    min,
    set: (next) => {
      const inside = clamped(next, min)
      setWidth(inside)
      localStorage.setItem(key, String(inside))
    },
  }
}

function clamped(width: number, min: number): number {
  const max = Math.max(min, window.innerWidth * maxShare)
  return Number.isFinite(width) ? Math.round(Math.min(max, Math.max(min, width))) : min
}

/** The edge of a pane: resized by dragging or with the arrow keys. */
export function PaneHandle({ label, pane }: { label: string; pane: PaneWidth }) {
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    event.preventDefault()
    const handle = event.currentTarget
    const from = event.clientX
    const { width } = pane
    handle.setPointerCapture(event.pointerId)
    const move = ({ clientX }: { clientX: number }) => pane.set(width + clientX - from)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    const steps: Record<string, number> = { ArrowLeft: -stepPx, ArrowRight: stepPx }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    pane.set(pane.width + step)
  }

  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it can be moved, which an hr element cannot
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={pane.width}
      aria-valuemin={pane.min}
      tabIndex={0}
      className={css.handle}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
