/**
 * A record of names from outside. It answers to those alone and to nothing that objects in general have: columns may be
 * called `constructor` or `toString`.
 */
export const bareRecord = <Value>(entries: Readonly<Record<string, Value>> = {}): Record<string, Value> =>
  Object.assign(Object.create(null) as Record<string, Value>, entries)
