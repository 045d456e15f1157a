import type { MarkMenu, ShownType } from '../../../../charts/shared/contract.ts'
import { compareEntries } from '../../../drill/compareEntries.tsx'
import { drillEntries } from '../../../drill/drillEntries.tsx'
import type { OpenDrill } from '../../../drill/drillSource.ts'
import { useDimensions } from '../../../drill/useDimensions.ts'
import { PointMenu } from '../../../ui/Menu.tsx'
import { useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { useExplore, useExploreRun } from '../state/exploreContext.ts'

interface ExploreMarkMenuProps {
  type: ShownType
  formData: Record<string, unknown>
  mark: MarkMenu
  onDrill: (open: OpenDrill) => void
  onClose: () => void
}

/** The menu of one mark of the chart that is edited. */
export default function ExploreMarkMenu({ type, formData, mark, onDrill, onClose }: ExploreMarkMenuProps) {
  const t = useText()
  const copy = useCopy()
  const { datasource } = useExplore()
  const { run } = useExploreRun()
  const dimensions = useDimensions(formData)
  const shared = { t, formData, datasource, data: run.answer?.data ?? [], onDrill }
  const drill = drillEntries({ ...shared, type, drill: mark.drill, dimensions })
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
