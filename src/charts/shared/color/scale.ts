/** A saved color of a label: a CSS color, or an index into the chart's scheme (modulo its length). */
export type LabelColors = Record<string, string | number>

/** Colors of labels that several charts of one dashboard share. Charts add their colors as they draw. */
export type SharedColors = Map<string, string>

/** Labels are compared as trimmed text: 1 and '1', 'boy' and ' boy ' are the same. */
const keyOf = (label: unknown): string => String(label).trim()

/**
 * Assigns a color to every label, always the same one: a saved color, otherwise its color in other charts, otherwise
 * the next color of the scheme (again from the first one after the last), in order of first appearance. `names` are
 * labels that the chart will request, if known; `kept` are labels that it already shows and does not request again.
 */
export function colorScale(
  colors: readonly string[],
  labelColors: LabelColors = {},
  shared?: SharedColors,
  names: readonly string[] = [],
  kept: ReadonlyMap<string, string> = new Map(),
): (label: unknown) => string {
  const saved = new Map(Object.entries(labelColors).map(([label, color]) => [keyOf(label), color]))
  const places = new Map<string, number>()
  const colorAt = (place: number) => colors[place % colors.length] as string
  // colors that other charts assigned to labels of this chart: no second label gets them
  const brought = new Set([...names.flatMap((name) => shared?.get(keyOf(name)) ?? []), ...kept.values()])
  // within one chart a color represents one label, even if other charts assigned it to two
  const takenBy = new Map([...kept].map(([label, color]) => [color, keyOf(label)]))
  const isFree = (color: string, key: string) => (takenBy.get(color) ?? key) === key
  const unusedFor = (key: string) =>
    colors.find((color) => isFree(color, key) && !brought.has(color)) ?? colors.find((color) => isFree(color, key))
  const given = new Map<string, string>()
  let following = 0
  const next = (key: string): string => {
    let place = places.get(key)
    if (place === undefined) {
      place =
        following +
        Math.max(
          0,
          colors.findIndex((_, step) => !brought.has(colorAt(following + step))),
        )
      following = place + 1
      places.set(key, place)
    }
    return colorAt(place)
  }
  return (label) => {
    const key = keyOf(label)
    const before = names.length > 0 ? given.get(key) : undefined
    if (before !== undefined) return before
    const own = saved.get(key)
    const color = typeof own === 'number' ? colors[own % colors.length] : own
    const elsewhere = color === undefined ? shared?.get(key) : undefined
    if (elsewhere !== undefined && !places.has(key)) brought.add(elsewhere)
    const isTold = names.length === 0 || elsewhere === undefined || isFree(elsewhere, key)
    const chosen = color ?? (isTold ? (elsewhere ?? next(key)) : (unusedFor(key) ?? elsewhere))
    if (names.length > 0) takenBy.set(chosen, takenBy.get(chosen) ?? key)
    given.set(key, chosen)
    if (isTold) shared?.set(key, chosen)
    return chosen
  }
}
