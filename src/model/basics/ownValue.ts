/**
 * The value of a record's own property; undefined if only the prototype has the name (`constructor`, `toString`). Names
 * come from users: columns may have such names.
 */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/**
 * A record without a prototype, for names that come from users. For records that are created once and read in many
 * places.
 */
export const bareRecord = <Value>(entries: Readonly<Record<string, Value>> = {}): Record<string, Value> =>
  Object.assign(Object.create(null) as Record<string, Value>, entries)
