import { lazy } from 'react'
import type { LevelMove } from '../../../../charts/drillLevels.ts'
import type { MarkMenu, PictureRef } from '../../../../charts/shared/contract.ts'
import type { DashboardChart } from '../../../api/dashboardView.ts'
import type { OpenDrill } from '../../../drill/drillSource.ts'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { ChartMarkMenu } from './ChartMarkMenu.tsx'

const ChartLevels = lazy(() => import('./ChartLevels.tsx'))

interface ChartMarksProps {
  chart: DashboardChart
  title: string
  picture: PictureRef
  /** the mark whose menu is open */
  mark: MarkMenu | undefined
  /** the levels of a hierarchy that the user drilled down to */
  path: readonly LevelMove[]
  onPath: (path: readonly LevelMove[]) => void
  onDrill: (open: OpenDrill) => void
  onClose: () => void
}

/** The components that users open from the marks of a chart: the menu of a mark, or a lower level of a hierarchy. */
export default function ChartMarks({ title, picture, mark, onDrill, onClose, ...props }: ChartMarksProps) {
  return (
    <>
      {props.path.length > 0 ? (
        <LazyPart onClose={() => props.onPath([])}>
          <ChartLevels {...props} title={title} picture={picture} />
        </LazyPart>
      ) : mark ? (
        <ChartMarkMenu {...props} mark={mark} onDrill={onDrill} onClose={onClose} />
      ) : null}
    </>
  )
}
