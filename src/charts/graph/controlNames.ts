import { legend } from '../shared/timeseries/controlNames.ts'

/** The controls that the contract lists for the type, in display order. */
export const controlNames = `source target metric source_category target_category adhoc_filters row_limit color_scheme
  ${legend} layout edgeSymbol draggable roam selectedMode showSymbolThreshold baseNodeSize baseEdgeWidth edgeLength
  gravity repulsion friction`
