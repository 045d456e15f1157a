import type { z } from 'zod'
import { defineQuery } from '../shared/contract.ts'
import * as field from '../shared/fields.ts'
import { mapFields } from '../shared/maps/mapFields.ts'
import type { SourceCharts } from '../shared/sourceCharts.ts'

const { time_range, adhoc_filters, mapbox_style, viewport, autozoom } = mapFields

const formData = field.formDataSchema({
  time_range,
  mapbox_style,
  viewport,
  autozoom,
  deck_slices: field.chartIds(),
  adhoc_filters,
})

export type DeckMultiForm = z.output<typeof formData> & SourceCharts

/** The chart itself has no query: its data is that of other charts. */
export const query = defineQuery<DeckMultiForm>({ formData, buildQuery: () => [] })
