import type { DeckMultiForm } from './query.ts'

/** The charts of the layers, and the time range and filters that the map adds to their queries. */
export const sources = (form: DeckMultiForm) => ({
  charts: form.deck_slices,
  extraFormData: {
    ...(form.time_range !== 'No filter' && form.time_range !== '' && { time_range: form.time_range }),
    ...(form.adhoc_filters.length > 0 && { adhoc_filters: form.adhoc_filters }),
  },
  isPartial: true,
})
