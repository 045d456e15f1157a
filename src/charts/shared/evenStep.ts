const round = [1, 2, 2.5, 5]
/** Steps that are harder to read: only if no round one divides the axis into about the requested number. */
const others = [1.5, 3, 4, 6, 8]

/**
 * A step that divides an axis so that both ends are on a tick; as close as possible to the requested number of steps,
 * at most eight. undefined if there is no round step.
 */
export function evenStep(min: number, max: number, wanted: number): number | undefined {
  const span = max - min
  if (!(span > 0)) return undefined
  const power = Math.floor(Math.log10(span))
  const distance = (step: number) => Math.abs(span / step - wanted)
  const closest = (bases: number[], least: number, most: number) =>
    [power - 1, power, power - 2]
      .flatMap((exponent) => bases.map((base) => base * 10 ** exponent))
      .filter((step) => isMultiple(min, step) && isMultiple(max, step))
      .filter((step) => span / step >= least && span / step <= most)
      .toSorted((one, other) => distance(one) - distance(other))[0]
  return closest(round, 1.999, wanted + 2.001) ?? closest([...round, ...others], 1, 8.001)
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-6
}

/** The ends of an axis with about this many round steps, as ECharts chooses them. */
export function niceEnds(min: number, max: number, wanted: number): [low: number, high: number] {
  const raw = (max - min) / wanted
  if (!(raw > 0)) return [min, max]
  const power = 10 ** Math.floor(Math.log10(raw))
  const part = raw / power
  const step = (part < 1.5 ? 1 : part < 2.5 ? 2 : part < 4 ? 3 : part < 7 ? 5 : 10) * power
  return [Math.floor(min / step + 1e-9) * step, Math.ceil(max / step - 1e-9) * step]
}
