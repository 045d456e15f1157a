/** A saved colour of a label: a CSS colour, or the number of a colour of the chart's scheme (wrapping round). */
export type LabelColors = Record<string, string | number>

/** Colours of labels that several charts of one dashboard use together. Charts add theirs as they draw. */
export type SharedColors = Map<string, string>

/** Labels are compared as trimmed text: 1 and '1', 'boy' and ' boy ' are one. */
const keyOf = (label: unknown): string => String(label).trim()

/**
 * Gives every label a colour, the same one whenever it is asked: a saved one, else the one it has on other charts, else
 * the scheme's next in order of first appearance, starting over at its end.
 */
export function colorScale(
  colors: readonly string[],
  labelColors: LabelColors = {},
  shared?: SharedColors,
): (label: unknown) => string {
  const saved = new Map(Object.entries(labelColors).map(([label, color]) => [keyOf(label), color]))
  const places = new Map<string, number>()
  const next = (key: string): string => {
    const place = places.get(key) ?? places.size
    places.set(key, place)
    return colors[place % colors.length] as string
  }
  return (label) => {
    const key = keyOf(label)
    const own = saved.get(key)
    const color = typeof own === 'number' ? colors[own % colors.length] : own
    const chosen = color ?? shared?.get(key) ?? next(key)
    shared?.set(key, chosen)
    return chosen
  }
}
