import { Resvg } from '@resvg/resvg-js'

/**
 * Compares two pictures by their layout, that is, by the colors of small blocks. The exact edges of letters and lines
 * do not matter.
 */

export interface Image {
  width: number
  height: number
  /** red, green, blue and opacity of each pixel */
  pixels: Uint8Array
}

/** Width and height of a block in px. */
export const BLOCK = 8
/** Two blocks are equal if their mean colors differ by at most this much (of 255). */
const TOLERANCE = 24
/** Lines and letters may be shifted by this many px. */
const SHIFT = 1

/** The pixels of a PNG file. */
export function imageOf(png: Buffer): Image {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const href = `data:image/png;base64,${png.toString('base64')}`
  const image = `<image width="${width}" height="${height}" href="${href}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`
  // the image has no text
  const drawn = new Resvg(svg, { font: { loadSystemFonts: false } }).render()
  return { width, height, pixels: new Uint8Array(drawn.pixels) }
}

/**
 * Sums of a channel over all pixels above and to the left of each corner. Four of them give the sum of any rectangle.
 */
function sumsOf({ width, height, pixels }: Image, channel: number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += pixels[(y * width + x) * 4 + channel] ?? 0
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row
    }
  }
  return sums
}

function meansOf(image: Image): (left: number, top: number) => number[] {
  const { width, height } = image
  const channels = [0, 1, 2].map((channel) => sumsOf(image, channel))
  const inside = (value: number, most: number) => Math.min(Math.max(value, 0), most)
  return (left, top) => {
    const [x1, x2] = [inside(left, width), inside(left + BLOCK, width)]
    const [y1, y2] = [inside(top, height), inside(top + BLOCK, height)]
    const at = (sums: Float64Array, x: number, y: number) => sums[y * (width + 1) + x] ?? 0
    return channels.map(
      (sums) => (at(sums, x2, y2) - at(sums, x1, y2) - at(sums, x2, y1) + at(sums, x1, y1)) / ((x2 - x1) * (y2 - y1)),
    )
  }
}

const shifts = Array.from({ length: (2 * SHIFT + 1) ** 2 }, (_, at) => [
  (at % (2 * SHIFT + 1)) - SHIFT,
  Math.floor(at / (2 * SHIFT + 1)) - SHIFT,
]) as [number, number][]

interface Difference {
  /** the part of the blocks that differ: 0 to 1 */
  share: number
  /** the upper left corners of these blocks */
  blocks: { x: number; y: number }[]
}

/** A rectangle, in px. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The blocks in which two pictures of the same size differ; blocks that touch a box of `ignored` do not count. */
export function differenceOf(one: Image, other: Image, ignored: readonly Box[] = []): Difference {
  if (one.width !== other.width || one.height !== other.height) return { share: 1, blocks: [] }
  const [first, second] = [meansOf(one), meansOf(other)]
  const isNear = (left: readonly number[], right: readonly number[]) =>
    left.every((value, channel) => Math.abs(value - (right[channel] ?? 0)) <= TOLERANCE)
  const blocks: Difference['blocks'] = []
  let count = 0
  for (let y = 0; y < one.height; y += BLOCK) {
    for (let x = 0; x < one.width; x += BLOCK) {
      const touches = (box: Box) =>
        x < box.x + box.width && x + BLOCK > box.x && y < box.y + box.height && y + BLOCK > box.y
      if (ignored.some(touches)) continue
      count += 1
      const [own, its] = [first(x, y), second(x, y)]
      // both directions are needed: one alone misses what only the other picture has
      const isHere = shifts.some(([right, down]) => isNear(own, second(x + right, y + down)))
      const isThere = shifts.some(([right, down]) => isNear(its, first(x + right, y + down)))
      if (!isHere || !isThere) blocks.push({ x, y })
    }
  }
  return { share: blocks.length / Math.max(1, count), blocks }
}

/** A part of an image; what is outside of the image is black. */
export function croppedTo(image: Image, { x, y, width, height }: Box): Image {
  const part = new Uint8Array(width * height * 4)
  for (let row = 0; row < height; row += 1) {
    const start = ((y + row) * image.width + x) * 4
    if (y + row >= 0) part.set(image.pixels.subarray(start, start + width * 4), row * width * 4)
  }
  return { width, height, pixels: part }
}
