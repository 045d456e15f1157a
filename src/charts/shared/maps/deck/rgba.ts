import type { Rgba } from '../../fields.ts'
import type { RgbaList } from './layerSpec.ts'

const channel = (value: number) => Math.min(255, Math.max(0, Math.round(value)))

/** A saved color, whose alpha is from 0 to 1, in the format of deck.gl. */
export const rgbaList = ({ r, g, b, a }: Rgba): RgbaList => [channel(r), channel(g), channel(b), channel(a * 255)]

/** A color text (`#rrggbb` or `rgb(r, g, b)`) in the format of deck.gl. */
export function colorList(color: string, alpha = 255): RgbaList {
  const parts = color.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
    : (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  const [red = 0, green = 0, blue = 0] = parts.map(channel)
  return [red, green, blue, alpha]
}

/** A color written by a user: `#rgb`, `#rrggbb`, `rgb(…)`, or a list of channels; undefined if it is not a color. */
export function readColor(value: unknown): RgbaList | undefined {
  if (Array.isArray(value)) {
    const [r, g, b, a = 255] = value.map(Number)
    return [r, g, b, a].every(Number.isFinite) ? rgbaList({ r: r!, g: g!, b: b!, a: a! / 255 }) : undefined
  }
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const [, short] = /^#([\da-f]{3})$/i.exec(text) ?? []
  if (short !== undefined) return colorList(`#${[...short].map((digit) => digit.repeat(2)).join('')}`)
  return /^#[\da-f]{6}$/i.test(text) || /^rgba?\(\s*[\d.]+(\s*,\s*[\d.]+){2,3}\s*\)$/i.test(text)
    ? colorList(text)
    : undefined
}
