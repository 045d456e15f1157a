import type { Viewport } from '../viewport.ts'
import type { StyledBase } from './styledBase.ts'

interface Base extends Pick<StyledBase, 'show' | 'look' | 'stop'> {
  /** false: the map shows the product's own land and borders */
  isShown: () => boolean
  canvas: () => HTMLCanvasElement | undefined
}

interface BaseOptions {
  /** aborted when the map is removed: a base map that is still loading is then not started */
  signal: AbortSignal
  view: () => Viewport
  onCredits: (credits: string[] | undefined) => void
  /** the style could not be loaded */
  onDropped: () => void
}

/** Loads the base map with a style, if there is one. If that fails, the product's own land and borders are shown. */
export function startBase(frame: HTMLElement, style: string | undefined, options: BaseOptions): Base {
  let styled: StyledBase | undefined
  let isShown = style !== undefined

  async function start(style: string) {
    const { startStyledBase } = await import('./styledBase.ts')
    if (options.signal.aborted) return
    const started = startStyledBase(frame, { style, view: options.view() }, (credits) => {
      options.onCredits(credits)
      if (credits === undefined && started === styled) drop()
    })
    styled = started
  }
  function drop() {
    styled?.stop()
    styled = undefined
    isShown = false
    options.onCredits(undefined)
    options.onDropped()
  }

  if (style !== undefined) start(style).catch(drop)
  return {
    isShown: () => isShown,
    show: (next) => styled?.show(next),
    look: (view) => styled?.look(view),
    canvas: () => styled?.canvas(),
    stop: () => styled?.stop(),
  }
}
