/** Black or white, whichever has more contrast on the color. Formula: luma (Rec. 601), black above `threshold`. */
export function contrastingText(background: string, threshold = 186): '#000' | '#FFF' {
  const [red, green, blue] = channels(background) ?? [0, 0, 0]
  return 0.299 * red + 0.587 * green + 0.114 * blue > threshold ? '#000' : '#FFF'
}

/** A color mixed with `share` of another one; unchanged if one of them is not #hex or rgb(). */
export function mixed(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)]
  if (!from || !to) return color
  return hexOf(from.map((channel, at) => Math.round(channel + ((to[at] ?? 0) - channel) * share)))
}

/** Minimum contrast of a mark with its background. */
const leastContrast = 1.5
const whiteStep = 0.04

/**
 * A color as drawn on a dark background: a color with too little contrast is mixed with white until its contrast has
 * doubled, so that darker colors remain darker than others. Values other than #hex and rgb() are not changed.
 */
export function visibleOnDark(color: string, ground: string): string {
  const [from, under] = [channels(color), channels(ground)]
  if (!from || !under) return color
  const before = contrast(from, under)
  if (before >= leastContrast) return color
  let drawn = from
  for (let white = whiteStep; white < 1 && contrast(drawn, under) < 2 * before; white += whiteStep)
    drawn = from.map((channel) => Math.round(channel + (255 - channel) * white)) as Channels
  return hexOf(drawn)
}

/** The same colors, changed where they could not be seen on the background of the theme. */
export const colorsOn = (
  { mode, surface }: { mode: string; surface: string },
  colorOf: (label: string) => string,
): ((label: string) => string) => (mode === 'dark' ? (label) => visibleOnDark(colorOf(label), surface) : colorOf)

const hexOf = (parts: number[]) => `#${parts.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

export type Channels = [red: number, green: number, blue: number]

/** Formula: contrast ratio of WCAG 2. */
export function contrast(one: Channels, other: Channels): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Formula: relative luminance of WCAG 2. */
function luminance(color: Channels): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The channels of #rgb, #rrggbb, rgb() or rgba(), without the opacity; undefined for any other color. */
export function channels(color: string): Channels | undefined {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(color)?.[1]
  if (hex) {
    const size = hex.length / 3
    const channel = (at: number): number => Number.parseInt(hex.slice(at * size, (at + 1) * size).repeat(3 - size), 16)
    return [channel(0), channel(1), channel(2)]
  }
  const rgb = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)/.exec(color)
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] : undefined
}
