import { type EditedFilterTypes, editedTypeOf } from '../../../../../filters/editing.ts'
import type { ControlFact } from '../../../../../filters/shared/filterSettings.ts'
import { bareRecord } from '../../../../../model/basics/ownValue.ts'
import type { FilterEntry } from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'

/**
 * The texts of a filter's settings, by their keys. The filter's own type takes precedence over the other types, which
 * are included because a filter may still have values of its previous type.
 */
export const controlFacts = (types: EditedFilterTypes, entry: FilterEntry): Readonly<Record<string, ControlFact>> =>
  bareRecord(Object.assign({}, ...[...types.values(), editedTypeOf(types, entry)].map(({ facts }) => facts)))
