/** px. On a smaller translucent dot, neither its fill nor its edge is easy to see. */
const smallDot = 10
/** A lower opacity than the usual ones says that dense dots should look darker than single ones. */
const usualOpacity = 0.6
const edge = 0.75

/** A dot is smaller in a small chart: `side`, the shorter one in px. */
const smallChart = 300
const leastDot = 3

export function dotSize(wanted: number, size: { width: number; height: number }): number {
  const scale = Math.min(1, size.width / smallChart, size.height / smallChart)
  return Math.max(Math.min(leastDot, wanted), wanted * scale)
}

/** The fill of a dot, and the edge in its full color or, between opaque dots, in the color of the ground. */
export interface DotStyle {
  color: string
  opacity: number
  borderColor: string
  borderWidth: number
}

/**
 * A translucent dot has an edge in its full color: the fill alone would be too pale. A small one is opaque. `diameter`
 * in px.
 */
export function dotStyle(color: string, diameter: number, opacity: number, ground: string): DotStyle {
  const isHex = /^#[0-9a-f]{6}$/i.test(color)
  if (diameter <= smallDot || opacity >= 1 || !isHex) {
    const isOpaque = diameter <= smallDot && opacity >= usualOpacity
    return { color, opacity: isOpaque ? 1 : opacity, borderColor: ground, borderWidth: edge }
  }
  const alpha = Math.round(Math.max(0, opacity) * 255)
  return { color: `${color}${alpha.toString(16).padStart(2, '0')}`, opacity: 1, borderColor: color, borderWidth: 1 }
}
