import { type Channels, channels, contrast, mixed } from './contrast.ts'

const ink = { dark: '#000000', light: '#ffffff' }
/** Softer than black: the text color of the light theme. */
const softDark = '#1a1f1e'
const leastContrast = 4.5

const contrastOn = (fill: string) => {
  const under = channels(fill) ?? ([0, 0, 0] as Channels)
  return (color: string) => contrast(channels(color) as Channels, under)
}

/** Black or white: any other color would have a contrast below 4.5 (WCAG 2) on some fills. Unknown colors count as dark. */
function strongest(fill: string): string {
  const of = contrastOn(fill)
  return of(ink.dark) >= of(ink.light) ? ink.dark : ink.light
}

/** The text color with the higher contrast on a fill: dark or white. It is black only where the dark one is too pale. */
export function readableText(fill: string): string {
  const color = strongest(fill)
  return color === ink.dark && contrastOn(fill)(softDark) >= leastContrast ? softDark : color
}

const step = 0.04

/**
 * The color of a text on a background: mixed with black or white, whichever the background needs, until the contrast is
 * at least `least` (WCAG 2). Values other than #hex and rgb() are not changed.
 */
export function readableOn(color: string, ground: string, least: number): string {
  const [ink, under] = [strongest(ground), channels(ground)]
  if (!under) return color
  let drawn = color
  for (let share = 0; share < 1; share += step) {
    drawn = share === 0 ? color : mixed(color, ink, share)
    const over = channels(drawn)
    if (!over || contrast(over, under) >= least) return drawn
  }
  return drawn
}
