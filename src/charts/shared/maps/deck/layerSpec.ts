/** A layer as plain data, so that charts are tested without a browser: `engine.ts` makes deck.gl layers of them. */
export interface LayerSpec {
  kind: 'scatterplot'
  id: string
  /** the properties of the deck.gl layer of this kind */
  props: Record<string, unknown>
}

export type RgbaList = [red: number, green: number, blue: number, alpha: number]
