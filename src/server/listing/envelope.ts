/** Labels and projections of list and item responses. */

/** Columns with an explicit label in the contract. */
const written = new Map([
  ['dttm', 'dttm'],
  ['json', 'JSON'],
])

/** `changed_by.first_name` -> `Changed By First Name` */
export function labelOf(column: string): string {
  const label = written.get(column)
  if (label !== undefined) return label
  return column
    .split(/[._]/)
    .map((word) => titleCase(word))
    .join(' ')
}

/** A letter after a non-letter is upper case, others are lower case: `d3format` -> `D3Format`. */
const titleCase = (word: string) =>
  word
    .toLowerCase()
    .replaceAll(/(^|[^a-z])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())

export const labelsOf = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, labelOf(column)]))

/** The first parts of dotted names. */
export const rootsOf = (columns: readonly string[]): Set<string> =>
  new Set(columns.map((column) => (column.includes('.') ? column.slice(0, column.indexOf('.')) : column)))

type Row = Record<string, unknown>

/**
 * Returns a function that reduces a row to the given columns. Dotted columns become nested, through lists and objects.
 * A column named as a whole (`metrics`) keeps all its parts.
 */
export function projection(columns: readonly string[]): (row: Row) => Row {
  const parts = new Map<string, string[] | null>()
  for (const column of columns) {
    const dot = column.indexOf('.')
    const root = dot < 0 ? column : column.slice(0, dot)
    if (dot < 0) parts.set(root, null)
    else if (parts.get(root) !== null) parts.set(root, [...(parts.get(root) ?? []), column.slice(dot + 1)])
  }
  const cuts = [...parts].map(([root, inner]): [string, (value: unknown) => unknown] => [
    root,
    inner === null ? (value) => value : through(projection(inner)),
  ])
  return (row) => {
    const result: Row = {}
    for (const [root, cut] of cuts) result[root] = cut(row[root])
    return result
  }
}

function through(cut: (row: Row) => Row): (value: unknown) => unknown {
  return (value) => {
    if (Array.isArray(value)) return value.map((item) => cut(item as Row))
    return typeof value === 'object' && value !== null ? cut(value as Row) : null
  }
}
