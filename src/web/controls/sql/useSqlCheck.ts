import { useQuery } from '@tanstack/react-query'
import type { QueryObject } from '../../../model/query/queryObject.ts'
import { runChart, sourceKeyOf, sourceTypeOf } from '../../api/explore.ts'
import { messageOf } from '../../api/failure.ts'
import { plainExpressionMessage, plainMessage } from '../../chart/plainMessage.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { useControlSource } from '../source.ts'

const quietMs = 500

/**
 * The database's error for a SQL text in its context, checked without reading rows; undefined while the check is
 * running, and if the text is valid.
 */
export function useSqlCheck(use: 'column' | 'where' | 'having', sql: string): string | undefined {
  const { dataset } = useControlSource()
  const settled = useDebounced(sql, quietMs)
  const answer = useQuery({
    queryKey: ['sqlCheck', sourceKeyOf(dataset), use, settled],
    enabled: dataset.id !== null && settled.trim() !== '',
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) => {
      const datasource = { id: dataset.id ?? 0, type: sourceTypeOf(dataset) }
      return runChart({ datasource, queries: [questionOf(use, settled)] }, signal)
    },
  })
  const plain = use === 'column' ? plainExpressionMessage : plainMessage
  return settled === sql && answer.error ? plain(messageOf(answer.error)) : undefined
}

const nothing = '1 = 0'

function questionOf(use: 'column' | 'where' | 'having', sql: string): QueryObject {
  if (use === 'column') {
    const column = { expressionType: 'SQL' as const, label: 'column', sqlExpression: sql }
    return { columns: [column], extras: { where: nothing }, row_limit: 1 }
  }
  const metrics = [{ expressionType: 'SQL' as const, label: 'rows', sqlExpression: 'COUNT(*)' }]
  const clause = `(${sql}\n)`
  const extras = use === 'where' ? { where: `${clause} AND ${nothing}` } : { where: nothing, having: clause }
  return { columns: [], metrics, extras, row_limit: 1 }
}
