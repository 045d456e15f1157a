/**
 * What a record holds under a name that came from outside; undefined where only objects in general have it
 * (`constructor`, `toString`: columns may be called so).
 */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
