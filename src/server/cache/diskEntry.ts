import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { CachedAnswer } from './cache.ts'

/** A result with its expiry time, UTC epoch milliseconds. */
export interface Entry {
  answer: CachedAnswer
  expiresOn: number
}

/** First bytes of a file; the number is the version of the format. */
const MAGIC = 0x53_58_43_31
/** magic, checksum of the rest, length of the body, row count, computed on, expires on; then the body. */
export const HEADER_BYTES = 32
const CHECKED_FROM = 8
/** Checked without yielding; takes about a millisecond. */
const PIECE_BYTES = 1024 * 1024

async function checksum(header: Buffer, body: Buffer): Promise<number> {
  let sum = crc32(header.subarray(CHECKED_FROM))
  for (let at = 0; at < body.length; at += PIECE_BYTES) {
    if (at > 0) await nextTurn()
    sum = crc32(body.subarray(at, at + PIECE_BYTES), sum)
  }
  return sum
}

/** The header before the body in a file. */
export async function headerOf({ answer, expiresOn }: Entry): Promise<Buffer> {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(MAGIC, 0)
  header.writeUInt32LE(answer.body.length, 8)
  header.writeUInt32LE(answer.rowcount, 12)
  header.writeDoubleLE(answer.computedOn, 16)
  header.writeDoubleLE(expiresOn, 24)
  header.writeUInt32LE(await checksum(header, answer.body), 4)
  return header
}

/** The entry in the bytes of a file; undefined if the bytes are not exactly what was written. */
export async function entryOf(bytes: Buffer): Promise<Entry | undefined> {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32LE(0) !== MAGIC) return undefined
  const body = bytes.subarray(HEADER_BYTES)
  if (bytes.readUInt32LE(8) !== body.length) return undefined
  if (bytes.readUInt32LE(4) !== (await checksum(bytes.subarray(0, HEADER_BYTES), body))) return undefined
  const answer = { body, rowcount: bytes.readUInt32LE(12), computedOn: bytes.readDoubleLE(16) }
  return { answer, expiresOn: bytes.readDoubleLE(24) }
}
