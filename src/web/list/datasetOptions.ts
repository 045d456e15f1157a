import { datasetListQuery } from '../api/datasets.ts'
import { queryClient } from '../api/queryClient.ts'
import type { LoadOptions } from '../ui/select/Select.tsx'

/** Datasets by name, for pickers. */
export const datasetOptions: LoadOptions<number> = async (search, page) => {
  const filters = search === '' ? [] : [{ col: 'table_name', opr: 'ct', value: search }]
  const { result, count } = await queryClient.fetchQuery(
    datasetListQuery({ page, pageSize: 100, filters, orderColumn: 'table_name', orderDirection: 'asc' }),
  )
  const place = (item: (typeof result)[number]) =>
    [item.database?.database_name, item.schema].filter(Boolean).join(' · ')
  return { count, options: result.map((item) => ({ value: item.id, label: item.table_name, hint: place(item) })) }
}
