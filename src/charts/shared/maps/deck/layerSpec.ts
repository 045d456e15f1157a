import type { Viewport } from '../viewport.ts'

/** A layer as plain data, so that charts are tested without a browser: `engine.ts` makes deck.gl layers of them. */
export interface LayerSpec {
  kind: 'scatterplot' | 'arc' | 'path' | 'polygon' | 'bitmap'
  id: string
  /** the properties of the deck.gl layer of this kind */
  props: Record<string, unknown>
}

export type RgbaList = [red: number, green: number, blue: number, alpha: number]

/** A mark under the pointer is paler. */
export const highlight = { pickable: true, autoHighlight: true, highlightColor: [255, 255, 255, 90] }

/** A layer that depends on where the map looks. */
export type LayerOfView = (view: Viewport, size: { width: number; height: number }) => LayerSpec
