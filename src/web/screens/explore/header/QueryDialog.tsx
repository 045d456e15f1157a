import { buildQueryContext } from '../../../../charts/buildQueryContext.ts'
import { ViewQuery } from '../../../chart/ViewQuery.tsx'
import { useExplore } from '../state/exploreContext.ts'

/** The SQL of the current controls. */
export default function QueryDialog({ onClose }: { onClose: () => void }) {
  const { form, datasource } = useExplore()
  return (
    <ViewQuery
      contextOf={() => buildQueryContext({ formData: form, datasource, resultType: 'query' })}
      onClose={onClose}
    />
  )
}
