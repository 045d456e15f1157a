/** px. A smaller rise of a line of 1.75 px cannot be seen as a step: several of them in a row look like a slope. */
const leastRise = 1.5
/** px. ECharts leaves out corners that are closer together, which makes a slope of a step. */
const leastTread = 0.5

/**
 * Changes the points of a stepped line (x and y in turn, in px) so that all its parts are seen as horizontal or
 * vertical: they are at whole px, and a rise that is too small is added to the next one, as is a tread. `base`: 0 if
 * the steps run along x, 1 along y. `isHalved`: a step begins between two points.
 */
export function heldSteps(points: Float32Array, base: 0 | 1, isHalved: boolean): void {
  hold(points, base, isHalved ? leastTread + 1 : leastTread)
  hold(points, 1 - base, leastRise)
}

/** Rounds coordinates. One that differs too little from the last one is the last one. */
function hold(points: Float32Array, from: number, least: number): void {
  let held = Number.NaN
  for (let at = from; at < points.length; at += 2) {
    const value = points[at]!
    // a gap, also in a comparison with it, is NaN
    if (!(Math.abs(value - held) < least)) held = Math.round(value)
    points[at] = held
  }
}
