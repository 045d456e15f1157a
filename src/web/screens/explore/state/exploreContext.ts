import { createContext, type Dispatch, useContext } from 'react'
import type { Control, ControlSection } from '../../../../charts/shared/controls.ts'
import type { ChartDatasource } from '../../../../charts/shared/defineChart.ts'
import type { ExploreAction, ExploreForm, ExploreState } from '../../../../model/exploreState.ts'
import type { ExploreDataset, ExploreStart } from '../../../api/explore.ts'
import type { DragItem } from '../../../controls/dragItem.ts'
import type { RunControl } from './useRun.ts'

/** Everything that the parts of the builder share. */
export interface Explore extends RunControl {
  opened: ExploreStart
  dataset: ExploreDataset
  datasource: ChartDatasource
  state: ExploreState
  dispatch: Dispatch<ExploreAction>
  form: ExploreForm
  vizType: string
  sections: ControlSection[]
  rules: Control[]
  /** control -> what is wrong with it */
  errors: Record<string, string[]>
  isStale: boolean
  isAltered: boolean
  /** the saved chart this is about; undefined for a new one */
  chartId: number | undefined
  /** runs the chart as it stands, unless something is wrong with it */
  update: (options?: { force?: boolean }) => void
  switchTo: (vizType: string) => void
  /** something from the source panel on its way to a control */
  sent: { control: string; item: DragItem } | undefined
  send: (sent: { control: string; item: DragItem } | undefined) => void
}

const ExploreContext = createContext<Explore | undefined>(undefined)

export const ExploreProvider = ExploreContext.Provider

export function useExplore(): Explore {
  const explore = useContext(ExploreContext)
  if (!explore) throw new Error('A part of the chart builder stands outside of it.')
  return explore
}
