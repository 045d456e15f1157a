import type { Viewport } from './viewport.ts'

/** Distance of the camera from the middle of a map, in heights of the map: the one of the maps on pages. */
const altitude = 1.5
/** The smallest distance from the camera at which something is drawn, as a fraction of the distance of the middle. */
const nearest = 0.05

const radians = Math.PI / 180

interface Size {
  width: number
  height: number
}

/**
 * Places of a map seen from above, in px, as a rotated and tilted map shows them. `up`: px above the ground, in the
 * scale of the middle of the map. What is above the ground is nearer to the camera: it moves away from the middle.
 */
export type Tilt = (flat: readonly [x: number, y: number], up?: number) => [x: number, y: number]

export function tiltOf({ bearing, pitch }: Viewport, { width, height }: Size): Tilt {
  const [sinB, cosB] = [Math.sin(bearing * radians), Math.cos(bearing * radians)]
  const [sinP, cosP] = [Math.sin(pitch * radians), Math.cos(pitch * radians)]
  const distance = altitude * height
  return ([x, y], up = 0) => {
    const [east, north] = [x - width / 2, height / 2 - y]
    const [right, ahead] = [east * cosB - north * sinB, east * sinB + north * cosB]
    const away = Math.max((nearest - 1) * distance, ahead * sinP - up * cosP)
    const scale = distance / (distance + away)
    return [width / 2 + right * scale, height / 2 - (ahead * cosP + up * sinP) * scale]
  }
}

/** The part of the ground that a tilted map shows, in px of the map from above that is rotated like it. */
export function shownGround({ pitch }: Viewport, { width, height }: Size): [[number, number], [number, number]] {
  const [sin, cos] = [Math.sin(pitch * radians), Math.cos(pitch * radians)]
  /** px ahead of the middle, of the ground at a position above it */
  const aheadOf = (position: number) => (position * altitude * height) / (altitude * height * cos - position * sin)
  const [near, far] = [aheadOf(-height / 2), aheadOf(height / 2)]
  const scale = (altitude * height) / (altitude * height + far * sin)
  const beside = width / 2 / scale
  return [
    [width / 2 - beside, height / 2 - far],
    [width / 2 + beside, height / 2 - near],
  ]
}
