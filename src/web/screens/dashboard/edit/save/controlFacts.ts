import { type EditedFilterTypes, editedTypeOf } from '../../../../../filters/editing.ts'
import type { ControlFact } from '../../../../../filters/shared/filterSettings.ts'
import { bareRecord } from '../../../../../model/basics/ownValue.ts'
import type { FilterEntry } from '../../../../../model/dashboardEdit/dashboardEditFilters.ts'

/**
 * How the control values of a filter read, by their keys: as its own type says, else as another one does. A filter can
 * still have values of the type that it had before.
 */
export const controlFacts = (types: EditedFilterTypes, entry: FilterEntry): Readonly<Record<string, ControlFact>> =>
  bareRecord(Object.assign({}, ...[...types.values(), editedTypeOf(types, entry)].map(({ facts }) => facts)))
