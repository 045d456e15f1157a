import { heightOf, onMap, type Viewport, worldPixels } from '../viewport.ts'

/**
 * If a frame takes longer than this, in ms, it is not drawn while the map moves: without a graphics card, that happens
 * with a few thousand marks.
 */
const slowMs = 100
/** A map counts as at rest if it has not moved for this time, in ms. */
const restMs = 200

/** How the picture of one view is placed to show another view: its offset in px, and its scale around its center. */
export interface Shift {
  x: number
  y: number
  scale: number
}

/** Returns undefined if the map was rotated or tilted since: such a picture cannot be shifted. */
export function shiftOf(drawn: Viewport, now: Viewport): Shift | undefined {
  if (drawn.bearing !== now.bearing || drawn.pitch !== now.pitch) return undefined
  const world = worldPixels(now.zoom)
  const east = ((drawn.longitude - now.longitude) / 360) * world
  const south = (heightOf(onMap(now.latitude)) - heightOf(onMap(drawn.latitude))) * world
  const turn = (now.bearing * Math.PI) / 180
  return {
    x: east * Math.cos(turn) + south * Math.sin(turn),
    y: (south * Math.cos(turn) - east * Math.sin(turn)) * Math.cos((now.pitch * Math.PI) / 180),
    scale: 2 ** (now.zoom - drawn.zoom),
  }
}

interface Frames {
  /** Draws a frame, or shifts the last one to its new position. */
  render: () => void
  /** Draws a frame, even while the map moves. */
  draw: () => void
  /** The map has moved. */
  moved: () => void
  /** Whether frames are currently shifted instead of drawn. */
  isShifting: () => boolean
  stop: () => void
}

interface Options {
  draw: () => void
  /** calls back when the frame is finished, not only requested */
  whenDone: (done: () => void) => void
  view: () => Viewport
  /** undefined: the last frame is at its original position */
  shift: (shift: Shift | undefined) => void
  /** Requests a frame when the map has come to rest. */
  rest: () => void
  now: () => number
}

/**
 * The frames of a map. If they take long, the last one is shifted while the map moves, and the next one is drawn when
 * it stops. The map therefore follows the pointer regardless of the number of marks.
 */
export function createFrames({ draw, whenDone, view, shift, rest, now }: Options): Frames {
  let drawn: Viewport | undefined
  let orderedAt: number | undefined
  let lastMs = 0
  let resting: ReturnType<typeof setTimeout> | undefined

  const isSlow = () => lastMs > slowMs || (orderedAt !== undefined && now() - orderedAt > slowMs)

  const isShifting = () => resting !== undefined && isSlow()

  function render() {
    const shifted = drawn && isShifting() ? shiftOf(drawn, view()) : undefined
    if (shifted) shift(shifted)
    else drawFrame()
  }

  function drawFrame() {
    drawn = view()
    shift(undefined)
    draw()
    if (orderedAt !== undefined) return
    const started = now()
    orderedAt = started
    whenDone(() => {
      orderedAt = undefined
      lastMs = now() - started
    })
  }

  return {
    render,
    draw: drawFrame,
    isShifting,
    moved() {
      clearTimeout(resting)
      resting = setTimeout(() => {
        resting = undefined
        if (drawn !== view()) rest()
      }, restMs)
    },
    stop: () => clearTimeout(resting),
  }
}
