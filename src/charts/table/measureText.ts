let context: CanvasRenderingContext2D | null | undefined

/** Width in px of a text in the table's font. */
export function measureText(text: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * 8
  context.font = `420 13px ${getComputedStyle(document.body).fontFamily}`
  // the table's figures are as wide as a zero each
  return context.measureText(text.replaceAll(/\d/g, '0')).width
}
