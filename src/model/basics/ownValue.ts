/**
 * What a record holds under a name that came from outside; undefined where only objects in general have it
 * (`constructor`, `toString`: columns may be called so).
 */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/**
 * A record of names from outside that answers to those alone, for records that are made once and read in many places.
 */
export const bareRecord = <Value>(entries: Readonly<Record<string, Value>> = {}): Record<string, Value> =>
  Object.assign(Object.create(null) as Record<string, Value>, entries)
