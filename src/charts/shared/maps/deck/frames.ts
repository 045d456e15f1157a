import { heightOf, onMap, type Viewport, worldPixels } from '../viewport.ts'

/** A frame that takes longer, in ms, is not drawn while the map moves: without a graphics card that is a few thousand marks. */
const slowMs = 100
/** A map rests if it has not moved for so long, in ms. */
const restMs = 200

/** How a picture of one view is placed to show another one: px from its place, and its size around its middle. */
export interface Shift {
  x: number
  y: number
  scale: number
}

/** undefined: a picture of a map that is turned or leans in another way cannot be shifted. */
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
  /** Draws a frame, or moves the last one to where it belongs. */
  render: () => void
  /** Draws a frame, also while the map moves. */
  draw: () => void
  /** The map has moved. */
  moved: () => void
  /** Whether frames are shifted instead of drawn. */
  isShifting: () => boolean
  stop: () => void
}

interface Options {
  draw: () => void
  /** calls back when the frame is finished, not only ordered */
  whenDone: (done: () => void) => void
  view: () => Viewport
  /** undefined: the last frame is where it was drawn */
  shift: (shift: Shift | undefined) => void
  /** Orders a frame of a map that has come to rest. */
  rest: () => void
  now: () => number
}

/**
 * The frames of a map. If they take long, the last one is shifted while the map moves, and the next one is drawn when it
 * rests: so the map follows the pointer however many marks it has.
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
