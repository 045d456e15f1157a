import { filters, look, rowLimit } from '../controlGroups.ts'
import type { Control } from '../controls.ts'
import { nullsControl, spatialControl } from './mapControls.ts'

/** The points of a map that combines them, and the weight of each. */
export const weightedControls = (label: 'Height' | 'Weight'): Control[] => [
  spatialControl(),
  look('size', 'metric', label, { query: true, required: true, description: 'The weight of each point.' }),
  rowLimit(10_000),
  nullsControl(),
  filters(),
]
