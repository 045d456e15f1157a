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
