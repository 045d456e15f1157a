let context: CanvasRenderingContext2D | null | undefined

/** How much wider the table's figures, each as wide as the others, are than a zero of running text. */
const TABULAR_FIGURES = 1.035

/** Width in px of a text in the table's font. */
export function measureText(text: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * 8
  context.font = `420 13px ${getComputedStyle(document.body).fontFamily}`
  // a hyphen among such figures is as wide as they are
  return context.measureText(text.replaceAll(/[\d-]/g, '0')).width * TABULAR_FIGURES
}
