import { queryOptions } from '@tanstack/react-query'
import type { AdvancedTypesAnswer, ConvertedAnswer } from '../../model/query/advancedTypeAnswers.ts'
import { formatRison } from '../../model/wire/rison.ts'
import { getJson } from './client.ts'

const path = '/api/v1/advanced_data_type'

/** The meaning of values in a column of an advanced data type. */
export function advancedValueQuery(type: string, values: readonly (string | number)[]) {
  return queryOptions({
    queryKey: ['advancedType', type, values],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const query = { q: formatRison({ type, values }) }
      return (await getJson<ConvertedAnswer>(`${path}/convert`, { signal, query })).result
    },
  })
}

/** The advanced data types that a column may have. */
export const advancedTypesQuery = queryOptions({
  queryKey: ['advancedTypes'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await getJson<AdvancedTypesAnswer>(`${path}/types`, { signal })).result,
})
