/** The characters of a geohash: five bits each. */
export const geohashAlphabet = '0123456789bcdefghjkmnpqrstuvwxyz'

type Range = [low: number, high: number]

/**
 * The ranges of longitude and latitude of a geohash cell, in degrees; undefined for any other text. Bits alternate
 * between longitude and latitude. Each bit halves the remaining range.
 */
export function geohashRanges(geohash: string): [longitude: Range, latitude: Range] | undefined {
  const ranges: [Range, Range] = [
    [-180, 180],
    [-90, 90],
  ]
  let axis = 0
  for (const character of geohash.toLowerCase()) {
    const bits = geohashAlphabet.indexOf(character)
    if (bits < 0) return undefined
    for (let bit = 16; bit > 0; bit >>= 1) {
      const range = ranges[axis] as Range
      range[bits & bit ? 0 : 1] = (range[0] + range[1]) / 2
      axis = 1 - axis
    }
  }
  return ranges
}
