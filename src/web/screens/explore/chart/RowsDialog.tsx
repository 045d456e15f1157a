import { buildQueryContext } from '../../../../charts/buildQueryContext.ts'
import type { ExtraFormData } from '../../../../model/dashboard/dataMask.ts'
import { DrillDialog } from '../../../drill/DrillDialog.tsx'
import type { OpenDrill } from '../../../drill/drillSource.ts'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'

const texts = defineTexts('explore.rows', { untitled: 'Chart' })

interface RowsDialogProps {
  form: Record<string, unknown>
  opened: OpenDrill
  onClose: () => void
}

/** The rows behind the edited chart or one of its marks, or a chart of these rows. */
export default function RowsDialog({ form, opened, onClose }: RowsDialogProps) {
  const t = useText()
  const { state, datasource, dashboardColors } = useExplore()
  const { run } = useExploreRun()
  return (
    <DrillDialog
      {...opened}
      title={state.name || t(texts.untitled)}
      formData={form}
      contextOf={() => buildQueryContext({ formData: form, datasource })}
      // the cast is safe: the field is written by this product, or by a program that follows the contract
      extra={(form['extra_form_data'] ?? {}) as ExtraFormData}
      datasource={datasource}
      data={run.answer?.data ?? []}
      colors={{ labelColors: dashboardColors?.labelColors, colorScheme: dashboardColors?.scheme }}
      onClose={onClose}
    />
  )
}
