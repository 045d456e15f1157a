/** A part of a query that the database or the gate does not accept, by its name in the interface. */
export interface Culprit {
  kind: 'metric' | 'column' | 'filter' | 'where' | 'having'
  /** Label of a metric or a column, the column of a filter, the SQL of a custom filter. */
  name: string
}

/** The parts that an error names in its `extra`; an empty list if there are none. */
export function culpritsOf(extra: Record<string, unknown> | undefined): Culprit[] {
  const named = extra?.['culprits']
  return Array.isArray(named) ? (named as Culprit[]) : []
}
