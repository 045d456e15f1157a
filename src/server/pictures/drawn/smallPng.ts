import { deflateSync } from 'node:zlib'
import type { Size } from '../protocol.ts'
import { pngFile } from './png.ts'

/** Numbers of colors that are tried, until the file is small enough. */
const PALETTES = [256, 64, 16]
/** A color with at least this share of the pixels is in the palette, even if similar colors are. */
const OFTEN = 1 / 400

/** Mask of a color. Colors that differ only in the three lowest bits of each byte are treated as equal. */
const SHADES = 0xf8f8f8

interface Image extends Size {
  /** Red, green, blue and opacity, a byte each; nothing is transparent. */
  pixels: Buffer
}

/** An image as a PNG file with a palette; undefined if it has more than `mostBytes` even with few colors. */
export function smallPng({ width, height, pixels }: Image, mostBytes: number): Buffer | undefined {
  const colors = colorsOf(pixels)
  for (const most of PALETTES) {
    const palette = paletteOf(colors, most, pixels.length / 4)
    const file = pngFile({ width, height }, 'palette', [
      ['PLTE', Buffer.from(palette.flatMap(partsOf))],
      ['IDAT', deflateSync(indexed(pixels, { width, height }, placesOf(colors, palette)), { level: 9 })],
    ])
    if (file.length <= mostBytes) return file
  }
  return undefined
}

/** `0xrrggbb` */
type Color = number

const colorAt = (pixels: Buffer, at: number): Color => pixels.readUIntBE(at, 3)
const partsOf = (color: Color) => [color >> 16, (color >> 8) & 255, color & 255] as const

/** The colors of an image with the number of their pixels. */
function colorsOf(pixels: Buffer): Map<Color, number> {
  const found = new Map<Color, number>()
  for (let at = 0; at < pixels.length; at += 4) {
    const color = colorAt(pixels, at)
    found.set(color, (found.get(color) ?? 0) + 1)
  }
  return found
}

/** The most frequent colors, and only one of several similar ones: the others are at the edges of marks and letters. */
function paletteOf(colors: ReadonlyMap<Color, number>, most: number, count: number): Color[] {
  const palette: Color[] = []
  const regions = new Set<number>()
  // the colors of a small palette must differ more
  const bits = most > 64 ? 4 : 5
  for (const [color, pixels] of [...colors].toSorted(([, one], [, other]) => other - one)) {
    if (palette.length === most) break
    const [red, green, blue] = partsOf(color)
    const region = ((red >> bits) << 16) | ((green >> bits) << 8) | (blue >> bits)
    if (regions.has(region) && pixels < count * OFTEN) continue
    regions.add(region)
    palette.push(color)
  }
  return palette
}

/** For each color, the index of the nearest one in the palette. */
function placesOf(colors: ReadonlyMap<Color, number>, palette: readonly Color[]): Map<Color, number> {
  const known = palette.map(partsOf)
  const nearest = (color: Color) => {
    const [red, green, blue] = partsOf(color)
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (const [at, [r, g, b]] of known.entries()) {
      const distance = (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2
      if (distance >= least) continue
      least = distance
      best = at
    }
    return best
  }
  // of thousands of shades, similar ones are looked up once
  const found = new Map<Color, number>()
  const places = new Map(palette.map((color, at) => [color, at]))
  for (const color of colors.keys()) {
    if (places.has(color)) continue
    const shade = color & SHADES
    const at = found.get(shade) ?? nearest(color)
    found.set(shade, at)
    places.set(color, at)
  }
  return places
}

/** Rows of palette indexes; each row begins with its filter type: none. */
function indexed(pixels: Buffer, { width, height }: Size, places: ReadonlyMap<Color, number>): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      rows[row * (width + 1) + column + 1] = places.get(colorAt(pixels, (row * width + column) * 4)) ?? 0
    }
  }
  return rows
}
