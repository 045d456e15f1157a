import { getList } from '../../../../api/list.ts'

export const labelOfColumn = (column: { column_name: string; verbose_name?: string | null }) =>
  column.verbose_name || column.column_name

/** One page of the datasets that a filter can read. */
export async function loadDatasets(search: string, page: number, signal: AbortSignal) {
  const { count, result } = await getList(
    'dataset',
    {
      columns: ['id', 'table_name', 'database.database_name', 'schema'],
      filters: search === '' ? [] : [{ col: 'table_name', opr: 'ct', value: search }],
      orderColumn: 'table_name',
      orderDirection: 'asc',
      page,
      pageSize: 100,
    },
    signal,
  )
  return {
    count,
    options: result.map(({ id, table_name, schema, database }) => ({
      value: id,
      label: table_name,
      hint: [database?.database_name, schema].filter(Boolean).join(' · '),
    })),
  }
}
