import { useQuery } from '@tanstack/react-query'
import type { ChartDatasource } from '../../charts/shared/contract.ts'
import type { ChartData } from '../../model/query/chartData.ts'
import type { QueryContext } from '../../model/query/queryObject.ts'
import { useText } from '../ui/text.ts'
import type { LeftOutAnswer } from './askLeftOut.ts'
import { leftOutTexts } from './leftOutTexts.ts'

interface Asked {
  /** of the run whose results these are */
  key: readonly unknown[]
  data: readonly ChartData[] | undefined
  datasource: ChartDatasource | undefined
  contextOf: () => Promise<QueryContext | null>
}

/** What the results of a chart lack, asked only where the engine noticed that something may be missing. */
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
  // it is still known that something is missing
  return asked.isError ? { line: t(leftOutTexts.limit), cuts: [], without: undefined } : asked.data
}
