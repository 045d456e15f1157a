import { contrastingText } from '../../src/charts/shared/color/contrast.ts'
import { colorScale, type LabelColors } from '../../src/charts/shared/color/scale.ts'

type Asked = [label: unknown, color: string][]

/** A line of the vector file `colors.json`. */
export interface ColorVector {
  id: string
  kind: 'categorical' | 'namespace' | 'contrasting'
  colors: string[]
  label_colors: LabelColors
  forced: [label: string, color: string][]
  asked: Asked
  asked_again: Asked
  color: string
  threshold: number
  out: string | { error: string }
}

/** A line of `colors-newer.json`: the charts of one dashboard, or each chart alone. */
export interface DashboardColorVector {
  id: string
  source: 'Dashboard' | 'Explore'
  avoid_collision: boolean
  analogous: boolean
  label_colors: LabelColors
  charts: { colors: string[]; asked: Asked }[]
}

/**
 * Whether this product implements what the vector tests. Not implemented: `namespace`, an object of the original's
 * front end; two options of later releases that are off by default (avoiding and mixing adjacent colors); and errors
 * for texts that are not colors, where a label is still drawn here.
 */
export function isOurs(vector: ColorVector | DashboardColorVector): boolean {
  if ('charts' in vector) return !vector.avoid_collision && !vector.analogous
  return vector.kind === 'categorical' || (vector.kind === 'contrasting' && typeof vector.out === 'string')
}

/** null if every label gets the color of the vector, else the first difference. */
export function checkColorVector(vector: ColorVector | DashboardColorVector): string | null {
  if ('charts' in vector) {
    const shared = vector.source === 'Dashboard' ? new Map<string, string>() : undefined
    return firstDifference(
      vector.charts.map(({ colors, asked }) => [colorScale(colors, vector.label_colors, shared), asked]),
    )
  }
  if (vector.kind === 'contrasting') {
    const text = contrastingText(vector.color, vector.threshold)
    return text === vector.out ? null : `expected ${String(vector.out)}, got ${text}`
  }
  const scale = colorScale(vector.colors, { ...Object.fromEntries(vector.forced), ...vector.label_colors })
  return firstDifference([
    [scale, vector.asked],
    [scale, vector.asked_again],
  ])
}

function firstDifference(rounds: [scale: (label: unknown) => string, asked: Asked][]): string | null {
  for (const [scale, asked] of rounds) {
    for (const [label, color] of asked) {
      // {undefined: 1} stands for an undefined label
      const given = scale(typeof label === 'object' && label !== null ? undefined : label)
      if (given !== color) return `${JSON.stringify(label)}: expected ${color}, got ${given}`
    }
  }
  return null
}
