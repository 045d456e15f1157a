import { type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'

/** minimum size in px */
const least = { width: 320, height: 240 }
const stepPx = 16
/** px of the header that remain inside the window, so that it can be dragged back */
const leastShown = { x: 96, y: 52 }
/** px between the dialog and the edges of the window */
const marginPx = 8
/** On screens narrower than this, the dialog fills the width. */
const narrow = '(max-width: 767px)'

interface Place {
  /** offset in px from the position where the dialog opened */
  x: number
  y: number
  /** size in px; absent until it is resized */
  size?: { width: number; height: number }
}

const within = (value: number, min: number, max: number) => Math.max(min, Math.min(Math.max(min, max), value))

/** A dialog that can be moved by its header and resized by a grip at its corner, with the pointer or the arrow keys. */
export function useMovable(popup: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<Place>({ x: 0, y: 0 })

  /** The offset and the rectangle from which a change starts. */
  const now = () => ({ place, rect: popup.current?.getBoundingClientRect() ?? new DOMRect() })

  function move({ place, rect }: ReturnType<typeof now>, by: { x: number; y: number }) {
    const left = within(rect.left + by.x, leastShown.x - rect.width, window.innerWidth - leastShown.x)
    const top = within(rect.top + by.y, 0, window.innerHeight - leastShown.y)
    setPlace({ ...place, x: place.x + left - rect.left, y: place.y + top - rect.top })
  }

  function resize({ place, rect }: ReturnType<typeof now>, by: { x: number; y: number }) {
    const width = within(rect.width + by.x, least.width, window.innerWidth - Math.max(0, rect.left) - marginPx)
    const height = within(rect.height + by.y, least.height, window.innerHeight - rect.top - marginPx)
    // the dialog is centered: this keeps its left edge in place
    setPlace({ ...place, x: place.x + (width - rect.width) / 2, size: { width, height } })
  }

  function follow(event: PointerEvent<HTMLElement>, change: typeof move) {
    const from = now()
    const start = { x: event.clientX, y: event.clientY }
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    const onMove = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
      change(from, { x: clientX - start.x, y: clientY - start.y })
    handle.addEventListener('pointermove', onMove)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', onMove), {
      once: true,
    })
  }

  const style: CSSProperties = {
    translate: `${place.x}px ${place.y}px`,
    ...(place.size && { ...place.size, maxWidth: 'none', maxHeight: 'none' }),
  }
  return {
    style,
    isResized: place.size !== undefined,
    onHeaderPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isOnButton = (event.target as Element).closest('button, a, input') !== null
      if (event.button !== 0 || isOnButton || window.matchMedia(narrow).matches) return
      follow(event, move)
    },
    onGripPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.preventDefault()
      follow(event, resize)
    },
    onGripKeyDown: (event: KeyboardEvent) => {
      const steps: Record<string, { x: number; y: number }> = {
        ArrowLeft: { x: -stepPx, y: 0 },
        ArrowRight: { x: stepPx, y: 0 },
        ArrowUp: { x: 0, y: -stepPx },
        ArrowDown: { x: 0, y: stepPx },
      }
      const step = steps[event.key]
      if (step === undefined) return
      event.preventDefault()
      const change = event.shiftKey ? move : resize
      change(now(), step)
    },
  }
}
