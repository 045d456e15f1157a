const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Reads base 32 (RFC 4648) without padding, as authenticator apps do. */
export function bytesOfBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
