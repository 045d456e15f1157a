interface Steps {
  min: number
  max: number
  interval: number
}

type Range = [min: number, max: number]

const bases = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/**
 * Two axes with the same number of round steps, so that their ticks are at the same heights. Of the numbers close to
 * `wanted`, the one that leaves the least empty space on both axes is used. undefined if one has no values.
 */
export function sharedSteps(ranges: (Range | undefined)[], wanted: number): Steps[] | undefined {
  const known = ranges.filter((range) => range !== undefined)
  if (known.length < ranges.length) return undefined
  const counts = [wanted, wanted + 1, wanted - 1, wanted + 2].filter((count) => count >= 2)
  const options = counts.map((count) => known.map((range) => roundSteps(widened(range), count)))
  const empty = (steps: Steps[]) =>
    steps.reduce((sum, { min, max }, index) => {
      const [low, high] = widened(known[index]!)
      return sum + 1 - (high - low) / (max - min)
    }, 0)
  return options.toSorted((one, other) => empty(one) - empty(other))[0]
}

/** A single value is drawn at half of the height. */
const widened = ([min, max]: Range): Range => {
  if (min !== max) return [min, max]
  return min === 0 ? [0, 1] : [Math.min(0, 2 * min), Math.max(0, 2 * max)]
}

/** The smallest round step for which `count` steps cover the range. */
function roundSteps([min, max]: Range, count: number): Steps {
  const power = 10 ** Math.floor(Math.log10((max - min) / count))
  for (const base of [...bases, ...bases.map((each) => each * 10)]) {
    const interval = base * power
    const low = Math.floor(min / interval + 1e-9) * interval
    if (low + count * interval >= max - interval * 1e-9)
      return { min: clean(low), max: clean(low + count * interval), interval }
  }
  return { min, max, interval: (max - min) / count }
}

const clean = (value: number) => Number(value.toPrecision(12))
