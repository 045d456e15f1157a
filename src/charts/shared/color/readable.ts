import { type Channels, channels, contrast, mixed } from './contrast.ts'

// any color other than black and white would have a contrast below 4.5 on some fills
const ink = { dark: '#000000', light: '#ffffff' }

/** The text color with the higher contrast (WCAG 2) on a fill: black or white. Unknown colors count as dark fills. */
export function readableText(fill: string): string {
  const under = channels(fill) ?? ([0, 0, 0] as Channels)
  const of = (color: string) => contrast(channels(color) as Channels, under)
  return of(ink.dark) >= of(ink.light) ? ink.dark : ink.light
}

const step = 0.04

/**
 * The color of a text on a background: mixed with black or white, whichever the background needs, until the contrast is
 * at least `least` (WCAG 2). Values other than #hex and rgb() are not changed.
 */
export function readableOn(color: string, ground: string, least: number): string {
  const [ink, under] = [readableText(ground), channels(ground)]
  if (!under) return color
  let drawn = color
  for (let share = 0; share < 1; share += step) {
    drawn = share === 0 ? color : mixed(color, ink, share)
    const over = channels(drawn)
    if (!over || contrast(over, under) >= least) return drawn
  }
  return drawn
}
