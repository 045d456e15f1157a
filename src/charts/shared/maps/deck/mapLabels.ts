import { fontSans } from '../../theme.ts'

/** A text on a map, centered on a place or above it. */
export interface MapLabel {
  place: readonly [longitude: number, latitude: number]
  text: string
  /** font size in px */
  size: number
  /** px above its place */
  up?: number
  color: string
  /** an outline in the color of the background */
  halo?: string
}

/** Draws the labels on top of a picture. `project` returns the px of a place. */
export function drawLabels(
  canvas: HTMLCanvasElement,
  labels: readonly MapLabel[],
  project: (place: readonly [number, number]) => number[],
): void {
  const { width, height } = { width: canvas.clientWidth, height: canvas.clientHeight }
  const ratio = devicePixelRatio
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  const context = canvas.getContext('2d')
  if (!context) return
  context.scale(ratio, ratio)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  for (const { place, text, size, color, halo, up = 0 } of labels) {
    const [x = 0, atPlace = 0] = project(place)
    const y = atPlace - up
    if (x < -size || y < -size || x > width + size || y > height + size) continue
    context.font = `500 ${size}px ${fontSans}`
    if (halo !== undefined) {
      context.lineWidth = 3
      context.strokeStyle = halo
      context.strokeText(text, x, y)
    }
    context.fillStyle = color
    context.fillText(text, x, y)
  }
}
