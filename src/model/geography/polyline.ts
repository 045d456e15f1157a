const scale = 1e5
/** Number of bits of the largest difference, 360 degrees, with a reserve for encoders that write more digits. */
const mostBits = 45

/**
 * Points of an encoded polyline, latitude first as in the format; undefined for any other text. The format stores the
 * differences between points, times 100,000, with the sign as the lowest bit. Each character has five bits, the lowest
 * first; 32 is added if another character follows, and 63 to make it printable.
 */
export function decodePolyline(text: string): [latitude: number, longitude: number][] | undefined {
  const found: [number, number][] = []
  const so: [number, number] = [0, 0]
  let axis: 0 | 1 = 0
  let [bits, shift] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at) - 63
    if (code < 0 || code > 63 || shift > mostBits) return undefined
    bits += (code & 31) * 2 ** shift
    shift += 5
    if (code >= 32) continue
    so[axis] += bits % 2 === 1 ? -(bits + 1) / 2 : bits / 2
    if (axis === 1) found.push([so[0] / scale, so[1] / scale])
    axis = axis === 0 ? 1 : 0
    ;[bits, shift] = [0, 0]
  }
  // undefined for an incomplete point or number
  return axis === 0 && shift === 0 ? found : undefined
}
