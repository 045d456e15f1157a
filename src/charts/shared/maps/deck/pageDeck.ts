import { Deck, type MapView } from '@deck.gl/core'

/**
 * deck.gl without its second drawing of each map: the browser reports the size of a canvas after the first frame was
 * drawn, and deck.gl treats that as a new size. Without a graphics card, a frame with many marks takes seconds.
 */
export class PageDeck extends Deck<MapView> {
  private drawnSize: string | undefined

  override needsRedraw(options?: { clearRedrawFlags: boolean }): string | false {
    const flags = this as unknown as { _needsRedraw: string | false }
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
