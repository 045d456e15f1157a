import type { Rgba } from '../../fields.ts'
import type { RgbaList } from './layerSpec.ts'

const channel = (value: number) => Math.min(255, Math.max(0, Math.round(value)))

/** A saved color, whose alpha is from 0 to 1, as deck.gl reads it. */
export const rgbaList = ({ r, g, b, a }: Rgba): RgbaList => [channel(r), channel(g), channel(b), channel(a * 255)]

/** A color text (`#rrggbb` or `rgb(r, g, b)`) as deck.gl reads it. */
export function colorList(color: string, alpha = 255): RgbaList {
  const parts = color.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    : (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  const [red = 0, green = 0, blue = 0] = parts.map(channel)
  return [red, green, blue, alpha]
}
