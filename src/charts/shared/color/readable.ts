import { type Channels, channels, contrast } from './contrast.ts'

// anything but black and white would fall below 4.5 on some fills
const ink = { dark: '#000000', light: '#ffffff' }

/** The text color with the higher contrast (WCAG 2) on a fill: black or white. Unknown colors count as dark fills. */
export function readableText(fill: string): string {
  const under = channels(fill) ?? ([0, 0, 0] as Channels)
  const of = (color: string) => contrast(channels(color) as Channels, under)
  return of(ink.dark) >= of(ink.light) ? ink.dark : ink.light
}
