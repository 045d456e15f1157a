/**
 * The value of a record under a name from outside; undefined if only the prototype has this name (`constructor`,
 * `toString`: columns may have such names).
 */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** A record of names from outside without a prototype, for records that are created once and read in many places. */
export const bareRecord = <Value>(entries: Readonly<Record<string, Value>> = {}): Record<string, Value> =>
  Object.assign(Object.create(null) as Record<string, Value>, entries)
