import { buildQueryContext } from '../../../../charts/buildQueryContext.ts'
import type { DrillContext } from '../../../../charts/shared/contract.ts'
import DrillToDetail from '../../../drill/DrillToDetail.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'

const texts = defineTexts('explore.rows', { untitled: 'Chart' })

interface RowsDialogProps {
  form: Record<string, unknown>
  drill: DrillContext
  onClose: () => void
}

/** The rows behind the chart that is edited, or behind one of its marks. */
export default function RowsDialog({ form, drill, onClose }: RowsDialogProps) {
  const t = useText()
  const { state, datasource } = useExplore()
  const { run } = useExploreRun()
  return (
    <DrillToDetail
      title={state.name || t(texts.untitled)}
      contextOf={() => buildQueryContext({ formData: form, datasource, resultType: 'drill_detail' })}
      datasource={datasource}
      data={run.answer?.data ?? []}
      drill={drill}
      onClose={onClose}
    />
  )
}
