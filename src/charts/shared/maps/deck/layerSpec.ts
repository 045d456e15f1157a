import type { Viewport } from '../viewport.ts'

/** A layer as plain data, so that charts can be tested without a browser: `engine.ts` creates the deck.gl layers. */
export interface LayerSpec {
  kind: 'scatterplot' | 'arc' | 'path' | 'polygon' | 'bitmap'
  id: string
  /** the properties of the deck.gl layer of this kind */
  props: Record<string, unknown>
}

export type RgbaList = [red: number, green: number, blue: number, alpha: number]

/** The highlight color: a mark under the pointer is paler. */
export const highlight = { pickable: true, autoHighlight: true, highlightColor: [255, 255, 255, 90] }

/** A layer that depends on the view of the map. */
export type LayerOfView = (view: Viewport, size: { width: number; height: number }) => LayerSpec
