import { useMemo } from 'react'
import type { LoadOptions } from '../ui/select/Select.tsx'
import { loadTables } from './databaseTables.ts'

/** Tables of a schema for a picker. They are searched on the server: there may be hundreds of thousands. */
export function useTableOptions(databaseId: number, schema: string): LoadOptions<string> {
  return useMemo(
    () => async (search, page, signal) => {
      const { count, result } = await loadTables({ databaseId, schema, filter: search, page, pageSize: 100 }, signal)
      return { count, options: result.map(({ value }) => ({ value, label: value })) }
    },
    [databaseId, schema],
  )
}
