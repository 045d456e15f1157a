import { groupBy } from './groupBy/definition.ts'
import { range } from './range/definition.ts'
import { select } from './select/definition.ts'
import type { FilterDefinition } from './shared/defineFilter.ts'
import { time } from './time/definition.ts'
import { timeColumn } from './timeColumn/definition.ts'
import { timeGrain } from './timeGrain/definition.ts'

/** Every kind of native filter. */
export const filterTypes: FilterDefinition[] = [select, range, time, timeColumn, timeGrain, groupBy]

/** The definition of a saved `filterType`; undefined for unknown types. */
export function findFilterType(filterType: string): FilterDefinition | undefined {
  return filterTypes.find(({ type }) => type === filterType)
}
