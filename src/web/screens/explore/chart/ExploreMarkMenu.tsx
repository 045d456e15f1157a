import type { DrillContext, MarkMenu, ShownType } from '../../../../charts/shared/contract.ts'
import { drillEntries } from '../../../drill/drillEntries.tsx'
import { PointMenu } from '../../../ui/Menu.tsx'
import { useText } from '../../../ui/text.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'

interface ExploreMarkMenuProps {
  type: ShownType
  formData: Record<string, unknown>
  mark: MarkMenu
  onDrill: (drill: DrillContext) => void
  onClose: () => void
}

/** The menu of one mark of the chart that is edited. */
export default function ExploreMarkMenu({ type, formData, mark, onDrill, onClose }: ExploreMarkMenuProps) {
  const t = useText()
  const { datasource } = useExplore()
  const { run } = useExploreRun()
  const data = run.answer?.data ?? []
  const entries = drillEntries({ t, type, formData, datasource, data, drill: mark.drill, onDrill })
  return <PointMenu at={mark} onClose={onClose} items={[mark.label !== '' && { heading: mark.label }, ...entries]} />
}
