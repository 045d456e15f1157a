import { textWidth } from '../../textWidth.ts'
import { fontSans } from '../../theme.ts'

/** A box in px around something above the map, for example its legend. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** A text on a map, centered on a place or beside it. */
export interface MapLabel {
  place: readonly [longitude: number, latitude: number]
  text: string
  /** font size in px */
  size: number
  /** px above its place */
  up?: number
  /** px to the right of it */
  right?: number
  color: string
  /** an outline in the color of the background */
  halo?: string
}

type Places = (place: readonly [number, number]) => number[]

function middleOf({ place, up = 0, right = 0 }: MapLabel, project: Places): [x: number, y: number] {
  const [x = 0, y = 0] = project(place)
  return [x + right, y - up]
}

/** The box of a label, in px. */
export function boxOfLabel(label: MapLabel, project: Places): Box {
  const [x, y] = middleOf(label, project)
  const [across, down] = [(textWidth(label.text) * (label.size / 12)) / 2, label.size / 2]
  return { left: x - across, top: y - down, right: x + across, bottom: y + down }
}

/** Draws the labels on top of a picture. `project` returns the px of a place. */
export function drawLabels(canvas: HTMLCanvasElement, labels: readonly MapLabel[], project: Places): void {
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
  for (const label of labels) {
    const { text, size, color, halo } = label
    const [x, y] = middleOf(label, project)
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
