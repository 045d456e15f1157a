import { inflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8

/** Whether a PNG has one color: a window that is not painted yet. */
export function isBlank(png: Buffer): boolean {
  const data: Buffer[] = []
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(png.subarray(at + 8, at + 8 + length))
    // length, type and checksum
    at += length + 12
  }
  // a row of one color has few distinct bytes: its filter type, up to four channels, and zeros for repeats
  return new Set(inflateSync(Buffer.concat(data))).size <= 6
}
