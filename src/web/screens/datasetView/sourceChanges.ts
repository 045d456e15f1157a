interface Column {
  column_name: string
  /** SQL of a calculated column; empty or null for a column of the source */
  expression: string | null
}

/** The differences between the columns of a source and those of its dataset; empty while the source is unknown. */
export function sourceChanges(columns: readonly Column[], source: readonly { name: string }[] | undefined) {
  if (!source) return { missing: [], added: [] }
  const found = new Set(source.map(({ name }) => name.toLowerCase()))
  const known = new Set(columns.map(({ column_name }) => column_name.toLowerCase()))
  return {
    missing: columns
      .filter(({ column_name, expression }) => !expression && !found.has(column_name.toLowerCase()))
      .map(({ column_name }) => column_name),
    added: source.filter(({ name }) => !known.has(name.toLowerCase())).map(({ name }) => name),
  }
}
