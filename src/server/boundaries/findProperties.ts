/** Finds the properties of features that contain the codes and names of regions. */

export type Properties = Readonly<Record<string, unknown>>

/** A string or a whole number as a string; empty for everything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim().slice(0, longest)
    : typeof value === 'number' && Number.isSafeInteger(value)
      ? String(value)
      : ''

/** Maximum number of characters of a value. Longer texts are descriptions. */
const longest = 200
/** Maximum number of properties by which regions are found, besides code and name. */
const mostOthers = 4

/** Usual names of properties, the best first. */
const plainCodes = [/^iso[_-]?3166[_-]?2$/, /^iso([_-]?code)?$/, /^(code|key)$/]
const usualCodes = [
  ...plainCodes,
  /^(hasc|nuts|fips|geo|postal)([_-]?\w*)?$/,
  /[_-]?(code|key|kz|nr|no|number)$/,
  /^id$/,
  /(^|[_-])id([_-]?\d+)?$/,
  /^(iso|cod|cc)/,
]
const usualNames = [/^name$/, /^name[_-]?(en|1|2|3|long)$/, /^(label|title|nom|nombre|nome|naam|bezeichnung)$/, /name/]

interface Wanted {
  codeProperty?: string | undefined
  nameProperty?: string | undefined
}

/**
 * A code is a property that differs in all features, or in at least half of them if it is called `code`, `key` or `iso`;
 * without one it is the name. The name is the property with the most usual name, or else the one with the most letters.
 * Requested properties may be written in another case. @throws the error of `missing` for one that no feature has
 */
export function findProperties(
  features: readonly Properties[],
  wanted: Wanted,
  missing: (property: string) => Error,
): { codeProperty: string | undefined; nameProperty: string | undefined; others: string[] } {
  const columns = new Map<string, string[]>()
  for (const [at, properties] of features.entries()) {
    for (const [property, value] of Object.entries(properties)) {
      const text = textOf(value)
      if (text === '') continue
      const values = columns.get(property) ?? features.map(() => '')
      values[at] = text
      columns.set(property, values)
    }
  }
  function requested(property: string | undefined): string | undefined {
    if (property === undefined || columns.has(property)) return property
    const found = [...columns.keys()].find((each) => each.toLowerCase() === property.toLowerCase())
    if (found === undefined) throw missing(property)
    return found
  }
  const isHalfUnique = (property: string) => {
    const values = columns.get(property) ?? []
    return new Set(values).size * 2 >= values.length && !values.includes('')
  }
  const isUnique = (property: string) => {
    const values = columns.get(property) ?? []
    return new Set(values).size === values.length && !values.includes('')
  }
  const unique = [...columns.keys()].filter(isUnique)
  const nameProperty =
    requested(wanted.nameProperty) ??
    usual([...columns.keys()], [/^name$/]) ??
    best(
      [...columns.keys()].filter((property) => hasLetters(columns.get(property)!)),
      usualNames,
      columns,
    )
  const codeProperty =
    requested(wanted.codeProperty) ??
    usual(unique, plainCodes) ??
    usual([...columns.keys()].filter(isHalfUnique), plainCodes) ??
    usual(unique, usualCodes) ??
    shortest(
      unique.filter((property) => property !== nameProperty),
      columns,
    ) ??
    nameProperty
  const others = unique
    .filter((property) => property !== codeProperty && property !== nameProperty)
    .slice(0, mostOthers)
  return { codeProperty, nameProperty, others }
}

const hasLetters = (values: readonly string[]) =>
  values.filter((text) => /\p{L}{2}/u.test(text)).length * 2 > values.length

/** The property with the most usual name. */
function usual(properties: readonly string[], names: readonly RegExp[]): string | undefined {
  for (const name of names) {
    const found = properties.find((property) => name.test(property.toLowerCase()))
    if (found !== undefined) return found
  }
  return undefined
}

const lengthOf = (values: readonly string[]) => values.reduce((sum, text) => sum + text.length, 0)

function best(properties: readonly string[], names: readonly RegExp[], columns: ReadonlyMap<string, string[]>) {
  const found = usual(properties, names)
  if (found !== undefined) return found
  const [longestOne] = properties.toSorted((one, other) => lengthOf(columns.get(other)!) - lengthOf(columns.get(one)!))
  return longestOne
}

function shortest(properties: readonly string[], columns: ReadonlyMap<string, string[]>): string | undefined {
  const [found] = properties.toSorted((one, other) => lengthOf(columns.get(one)!) - lengthOf(columns.get(other)!))
  return found
}
