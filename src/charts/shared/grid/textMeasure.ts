let context: CanvasRenderingContext2D | null | undefined

/** How much wider the table's digits, which have equal widths, are than a zero in normal text. */
const TABULAR_FIGURES = 1.035

/**
 * Returns a function for the width in px of a text in the table's font. Texts that differ only in their digits are
 * measured once: a table with a thousand columns has hundreds of thousands of numbers.
 */
export function textMeasure(): (text: string) => number {
  context ??= document.createElement('canvas').getContext('2d')
  const known = context
  if (!known) return (text) => text.length * 8
  // set for each layout, because a font may have loaded in the meantime
  known.font = `420 13px ${getComputedStyle(document.body).fontFamily}`
  const widths = new Map<string, number>()
  return (text) => {
    // a hyphen among digits of equal widths is as wide as they are
    const shape = text.replaceAll(/[\d-]/g, '0')
    const width = widths.get(shape) ?? known.measureText(shape).width * TABULAR_FIGURES
    widths.set(shape, width)
    return width
  }
}
