import { once } from 'node:events'
import { crc32, createDeflate } from 'node:zlib'
import type { Size } from '../protocol.ts'

/** Rows of pixels: red, green and blue, a byte each. */
interface Rows {
  pixels: Size
  rgb: Buffer
}

/** The bytes of a pixel without its opacity. */
export function opaque(rgba: Buffer): Buffer {
  const rgb = Buffer.allocUnsafe((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from]!
    rgb[to + 1] = rgba[from + 1]!
    rgb[to + 2] = rgba[from + 2]!
  }
  return rgb
}

/** A PNG file (ISO 15948) of strips of one width, from top to bottom; only one is in memory at a time. */
export async function pngOf(strips: AsyncIterable<Rows>): Promise<Buffer> {
  const size = { width: 0, height: 0 }
  const deflate = createDeflate({ level: 6 })
  const packed: Buffer[] = []
  deflate.on('data', (part: Buffer) => packed.push(part))
  const ended = once(deflate, 'end')
  for await (const { pixels, rgb } of strips) {
    size.width = pixels.width
    size.height += pixels.height
    if (!deflate.write(filtered(rgb, pixels))) await once(deflate, 'drain')
  }
  deflate.end()
  await ended
  return pngFile(size, 'rgb', [['IDAT', Buffer.concat(packed)]])
}

const kinds = { rgb: 2, palette: 3 }

/** A PNG file with 8 bits for each of red, green and blue, or for the index of a color in the palette. */
export function pngFile(
  { width, height }: Size,
  kind: keyof typeof kinds,
  chunks: readonly [string, Buffer][],
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, kinds[kind], 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...chunks.map(([name, data]) => chunk(name, data)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Each row begins with its filter type, which is 0 (none): areas of one color need no filter. */
function filtered(rgb: Buffer, { width, height }: Size): Buffer {
  const length = width * 3
  const rows = Buffer.alloc((length + 1) * height)
  for (let row = 0; row < height; row += 1) rgb.copy(rows, row * (length + 1) + 1, row * length, (row + 1) * length)
  return rows
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
