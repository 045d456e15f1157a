import type { Rgba } from '../shared/fields.ts'

/** A line at a threshold, or a band from a lower to an upper threshold. */
export interface Contour {
  lowerThreshold: number
  upperThreshold?: number
  color: Rgba
  /** px of a line */
  strokeWidth: number
  /** contours with a larger number are drawn over those with a smaller one */
  zIndex: number
}

/** The contours of a new chart. */
export const startContours: Contour[] = [
  { lowerThreshold: 4, color: { r: 255, g: 0, b: 255, a: 1 }, strokeWidth: 1, zIndex: 0 },
  { lowerThreshold: 5, color: { r: 0, g: 255, b: 0, a: 1 }, strokeWidth: 2, zIndex: 1 },
  { lowerThreshold: 6, upperThreshold: 10, color: { r: 0, g: 0, b: 255, a: 1 }, strokeWidth: 1, zIndex: 2 },
]
