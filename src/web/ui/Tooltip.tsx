import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'
import css from './Tooltip.module.css'

type Side = 'top' | 'bottom' | 'left' | 'right'

export interface TooltipProps {
  text: ReactNode
  /** one element that takes DOM props */
  children: ReactElement<Record<string, unknown>>
  side?: Side
}

interface OpenTooltip {
  id: string
  anchor: Element
  text: ReactNode
  side: Side
}

/** The only tooltip of the page: there is never a second one. */
const useOpenTooltip = create<{ open: OpenTooltip | undefined }>(() => ({ open: undefined }))

const delayMs = 400
/** Within this time in ms after a tooltip has closed, another one opens without delay. */
const warmMs = 300

let timer: ReturnType<typeof setTimeout> | undefined
let closedAt = 0

function openLater(tooltip: OpenTooltip, delay: number): void {
  clearTimeout(timer)
  const isWarm = performance.now() - closedAt < warmMs
  timer = setTimeout(() => useOpenTooltip.setState({ open: tooltip }), isWarm ? 0 : delay)
}

function close(id?: string): void {
  clearTimeout(timer)
  const { open } = useOpenTooltip.getState()
  if (!open || (id !== undefined && open.id !== id)) return
  closedAt = performance.now()
  useOpenTooltip.setState({ open: undefined })
}

/**
 * A short explanation on hover and keyboard focus. Not available on touch, so it must never be the only place with the
 * information. Not Base UI's: the code that positions it would add 28.1 KB (Brotli) to the first script, for elements
 * that are all present at load.
 */
export function Tooltip({ text, children, side = 'top' }: TooltipProps) {
  const id = useId()
  const isOpen = useOpenTooltip((state) => state.open?.id === id)
  useEffect(() => () => close(id), [id])
  const { props } = children

  function on<E extends Event>(name: string, handle: (event: { currentTarget: Element; nativeEvent: E }) => void) {
    return {
      [name]: (event: { currentTarget: Element; nativeEvent: E }) => {
        const own = props[name]
        if (typeof own === 'function') own(event)
        handle(event)
      },
    }
  }

  return cloneElement(children, {
    ...on<PointerEvent>('onPointerEnter', ({ currentTarget, nativeEvent }) => {
      if (nativeEvent.pointerType !== 'touch') openLater({ id, anchor: currentTarget, text, side }, delayMs)
    }),
    ...on('onPointerLeave', () => close(id)),
    ...on('onPointerDown', () => close(id)),
    ...on('onFocus', ({ currentTarget }) => {
      if (currentTarget.matches(':focus-visible')) openLater({ id, anchor: currentTarget, text, side }, 0)
    }),
    ...on('onBlur', () => close(id)),
    ...(isOpen ? { 'aria-describedby': tooltipId } : {}),
  })
}

const tooltipId = 'tooltip'
const gap = 6
const edge = 8

/** Renders the open tooltip. Mounted once, by the kit's provider. */
export function TooltipLayer() {
  const { open } = useOpenTooltip()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close()
    }
    const onScroll = () => close()
    document.addEventListener('keydown', onKeyDown, true)
    document.addEventListener('scroll', onScroll, true)
    return () => {
      document.removeEventListener('keydown', onKeyDown, true)
      document.removeEventListener('scroll', onScroll, true)
    }
  }, [])
  return open ? createPortal(<Bubble key={open.id} {...open} />, document.body) : null
}

function Bubble({ anchor, text, side }: OpenTooltip) {
  const ref = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<{ left: number; top: number }>()
  useLayoutEffect(() => {
    const bubble = ref.current
    if (bubble) setPosition(place(anchor.getBoundingClientRect(), bubble.offsetWidth, bubble.offsetHeight, side))
  }, [anchor, side])
  return (
    <div
      ref={ref}
      id={tooltipId}
      role="tooltip"
      className={css.bubble}
      style={position ?? { left: 0, top: 0, visibility: 'hidden' }}
    >
      {text}
    </div>
  )
}

type Rect = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/**
 * The position of a tooltip: on the requested side of the anchor, or on the opposite side if there is no room; never
 * outside of the window.
 */
function place(anchor: Rect, width: number, height: number, side: Side): { left: number; top: number } {
  const { innerWidth, innerHeight } = window
  const middleX = (anchor.left + anchor.right - width) / 2
  const middleY = (anchor.top + anchor.bottom - height) / 2
  const above = anchor.top - gap - height
  const below = anchor.bottom + gap
  const before = anchor.left - gap - width
  const after = anchor.right + gap
  const fits = {
    top: above >= edge,
    bottom: below + height <= innerHeight - edge,
    left: before >= edge,
    right: after + width <= innerWidth - edge,
  }
  const opposite = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' } as const
  const shown = fits[side] ? side : opposite[side]
  const left = shown === 'left' ? before : shown === 'right' ? after : middleX
  const top = shown === 'top' ? above : shown === 'bottom' ? below : middleY
  return {
    left: Math.max(edge, Math.min(left, innerWidth - edge - width)),
    top: Math.max(edge, Math.min(top, innerHeight - edge - height)),
  }
}
