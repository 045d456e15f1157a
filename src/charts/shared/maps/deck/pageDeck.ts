import { Deck, type DeckProps, type MapView } from '@deck.gl/core'

/** What `PageDeck` replaces of deck.gl, whose types hide it. */
interface Inside {
  _needsRedraw: string | false
  _onPointerDown: () => void
  _pick: (method: string, statistic: string, options: { x: number; y: number }) => unknown
}

interface Found {
  layer: string
  index: number
  object: unknown
}

/**
 * deck.gl without what takes seconds for many marks where no graphics card draws them:
 *
 * - the second drawing of each map: the browser reports the size of a canvas after the first frame was drawn, and deck.gl
 *   treats that as a new size;
 * - the search for a mark with each press, whose result no map uses;
 * - the search for a circle under the pointer by drawing, if `circleAt` finds it.
 */
export class PageDeck extends Deck<MapView> {
  private drawnSize: string | undefined
  /** undefined: deck.gl has to find the mark; null: there is none */
  circleAt: ((x: number, y: number) => Found | null | undefined) | undefined

  constructor(props: DeckProps<MapView>) {
    super(props)
    const inside = this as unknown as Inside
    inside._onPointerDown = () => undefined
    const pick = inside._pick.bind(this)
    inside._pick = (method, statistic, options) => {
      const found = method === 'pickObject' ? this.circleAt?.(options.x, options.y) : undefined
      if (found === undefined) return pick(method, statistic, options)
      const { x, y } = options
      const empty = { index: -1, layer: null, x, y, viewport: this.getViewports()[0] }
      const layer = { id: found?.layer, onHover: () => false }
      return { result: found ? [{ ...empty, ...found, layer }] : [], emptyInfo: empty }
    }
  }

  override needsRedraw(options?: { clearRedrawFlags: boolean }): string | false {
    const flags = this as unknown as Inside
    const size = this.device?.canvasContext?.getDrawingBufferSize().join()
    const isResized = flags._needsRedraw && flags._needsRedraw.endsWith('resized')
    if (isResized && size === this.drawnSize) flags._needsRedraw = false
    return super.needsRedraw(options)
  }

  override _drawLayers(...reason: Parameters<Deck<MapView>['_drawLayers']>): void {
    super._drawLayers(...reason)
    const canvas = this.getCanvas()
    this.drawnSize = canvas ? [canvas.width, canvas.height].join() : undefined
  }
}
