const bases = [1, 2, 2.5, 5, 1.5, 3]

/**
 * A step on which both ends of an axis lie, so that its marks are evenly spaced; as near as possible to the wanted
 * number of steps, at most eight. undefined where no round step fits.
 */
export function evenStep(min: number, max: number, wanted: number): number | undefined {
  const span = max - min
  if (!(span > 0)) return undefined
  const power = Math.floor(Math.log10(span))
  const fits = [power - 1, power, power - 2].flatMap((exponent) =>
    bases.map((base) => base * 10 ** exponent).filter((step) => isMultiple(min, step) && isMultiple(max, step)),
  )
  const distance = (step: number) => Math.abs(span / step - wanted)
  return fits
    .filter((step) => span / step >= 1 && span / step <= 8.001)
    .toSorted((one, other) => distance(one) - distance(other))[0]
}

function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-6
}

/** The ends of an axis that is divided into about so many round steps, as ECharts chooses them. */
export function niceEnds(min: number, max: number, wanted: number): [low: number, high: number] {
  const raw = (max - min) / wanted
  if (!(raw > 0)) return [min, max]
  const power = 10 ** Math.floor(Math.log10(raw))
  const part = raw / power
  const step = (part < 1.5 ? 1 : part < 2.5 ? 2 : part < 4 ? 3 : part < 7 ? 5 : 10) * power
  return [Math.floor(min / step + 1e-9) * step, Math.ceil(max / step - 1e-9) * step]
}
