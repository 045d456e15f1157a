import { buildQueryContext } from '../../../../charts/buildQueryContext.ts'
import type { LeftOutAnswer } from '../../../leftOut/askLeftOut.ts'
import { useLeftOut } from '../../../leftOut/useLeftOut.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'

/** The rows that are missing in the last result. */
export function useExploreLeftOut(): LeftOutAnswer | undefined {
  const { datasource, dataset } = useExplore()
  const { answer, startedAt } = useExploreRun().run
  return useLeftOut({
    key: ['explore', dataset.id, startedAt, answer?.form],
    data: answer?.data,
    datasource,
    contextOf: async () => (answer ? buildQueryContext({ formData: answer.form, datasource }) : null),
  })
}
