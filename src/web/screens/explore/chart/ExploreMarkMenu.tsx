import type { LevelMove } from '../../../../charts/drillLevels.ts'
import type { MarkMenu, ShownType } from '../../../../charts/shared/contract.ts'
import type { ExtraFormData } from '../../../../model/dashboard/dataMask.ts'
import type { ChartData } from '../../../../model/query/chartData.ts'
import { compareEntries } from '../../../drill/compareEntries.tsx'
import { drillEntries } from '../../../drill/drillEntries.tsx'
import type { OpenDrill } from '../../../drill/drillSource.ts'
import { levelEntries } from '../../../drill/levelEntries.tsx'
import { useDimensions } from '../../../drill/useDimensions.ts'
import { PointMenu } from '../../../ui/Menu.tsx'
import { useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'

interface ExploreMarkMenuProps {
  type: ShownType
  formData: Record<string, unknown>
  mark: MarkMenu
  /** the levels of a hierarchy that led to the chart */
  path?: readonly LevelMove[]
  onPath: (path: readonly LevelMove[]) => void
  /** for a drilled chart: its results, and the additions to its queries */
  data?: ChartData[]
  extra?: ExtraFormData
  onDrill: (open: OpenDrill) => void
  onClose: () => void
}

/** The menu of one mark of the edited chart. */
export default function ExploreMarkMenu({
  type,
  formData,
  mark,
  path = [],
  onPath,
  onDrill,
  onClose,
  ...props
}: ExploreMarkMenuProps) {
  const t = useText()
  const copy = useCopy()
  const { datasource } = useExplore()
  const { run } = useExploreRun()
  const dimensions = useDimensions(formData)
  const shared = { t, formData, datasource, data: props.data ?? run.answer?.data ?? [], onDrill }
  // the cast is safe: the field is written by this product, or by a program that follows the contract
  const extra = props.extra ?? ((formData['extra_form_data'] ?? {}) as ExtraFormData)
  const drill = [
    ...levelEntries({ ...shared, drill: mark.drill, dimensions, extra, path, onPath }),
    ...drillEntries({ ...shared, type, drill: mark.drill, dimensions }),
  ]
  return (
    <PointMenu
      at={mark}
      onClose={onClose}
      items={[
        mark.label !== '' && { heading: mark.label },
        ...drill,
        drill.length > 0 && 'divider',
        ...compareEntries({ ...shared, mark, copy: (text) => void copy(text) }),
      ]}
    />
  )
}
