import { useQuery } from '@tanstack/react-query'
import type { ChartDatasource } from '../../charts/shared/contract.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { useText } from '../ui/text.ts'
import type { LeftOutAnswer } from './askLeftOut.ts'
import { leftOutTexts } from './leftOutTexts.ts'

interface Asked {
  /** identifies the run that returned these results */
  key: readonly unknown[]
  data: readonly ChartData[] | undefined
  datasource: ChartDatasource | undefined
  contextOf: () => Promise<QueryContext | null>
}

/**
 * The rows that are missing in the results of a chart, requested only if the engine noticed that some may be missing.
 */
export function useLeftOut({ key, data, datasource, contextOf }: Asked): LeftOutAnswer | undefined {
  const t = useText()
  const asked = useQuery({
    queryKey: ['leftOut', ...key],
    enabled: datasource !== undefined && data?.some(({ left_out }) => left_out) === true,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const [{ askLeftOut }, context] = await Promise.all([import('./askLeftOut.ts'), contextOf()])
      return askLeftOut({ context, datasource: datasource!, data: data! }, t, signal)
    },
  })
  // if counting failed, the message only says that a limit was reached
  return asked.isError ? { line: t(leftOutTexts.limit), cuts: [], without: undefined } : asked.data
}
