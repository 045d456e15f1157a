import { inflateSync } from 'node:zlib'

const WOFF_HEADER_BYTES = 44
const WOFF_ENTRY_BYTES = 20
const SFNT_HEADER_BYTES = 12
const SFNT_ENTRY_BYTES = 16

/**
 * The TrueType font in a WOFF file (version 1). The renderer reads TrueType only: of other files it draws no text, and
 * reports no error. Format: https://www.w3.org/TR/WOFF/
 * @throws if the bytes are not such a file
 */
export function sfntOf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The font is not a WOFF file of version 1')
  const count = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  // the binary search over the tables uses the largest power of two that is not above their number
  const power = 2 ** Math.floor(Math.log2(count))
  font.writeUInt32BE(woff.readUInt32BE(4), 0)
  font.writeUInt16BE(count, 4)
  font.writeUInt16BE(power * 16, 6)
  font.writeUInt16BE(Math.log2(power), 8)
  font.writeUInt16BE((count - power) * 16, 10)
  let end = SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES
  for (let table = 0; table < count; table += 1) {
    const entry = WOFF_HEADER_BYTES + table * WOFF_ENTRY_BYTES
    const [offset, packedBytes, bytes] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ]
    const packed = woff.subarray(offset, offset + packedBytes)
    const content = packedBytes < bytes ? inflateSync(packed) : packed
    if (content.length !== bytes) throw new Error('The font is damaged')
    const own = SFNT_HEADER_BYTES + table * SFNT_ENTRY_BYTES
    woff.copy(font, own, entry, entry + 4)
    font.writeUInt32BE(woff.readUInt32BE(entry + 16), own + 4)
    font.writeUInt32BE(end, own + 8)
    font.writeUInt32BE(bytes, own + 12)
    content.copy(font, end)
    // tables begin at multiples of four
    end += (bytes + 3) & ~3
  }
  return font
}
