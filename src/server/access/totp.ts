import { createHmac } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238) as authenticator apps support them: SHA-1, 6 digits, 30 seconds. */

const STEP_MS = 30_000
const DIGITS = 6
/** Number of steps before and after the current one that are accepted: clocks differ, and users type slowly. */
const TOLERANCE = 1

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, without padding: the text that users type into their app. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((part) => alphabet[Number.parseInt(part.padEnd(5, '0'), 2)]).join('')
}

/** The code of a step. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  // the last four bits say where the number is (RFC 4226, 5.3)
  const at = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(at) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const stepOf = (now: number) => Math.floor(now / STEP_MS)

/** The step of a code, if it is valid now and later than the last code that was accepted. */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { now, after }: { now: number; after: number },
): number | undefined {
  const present = stepOf(now)
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step++) {
    if (step > after && codeAt(secret, step) === code) return step
  }
  return undefined
}
