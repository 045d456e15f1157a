import { createContext, type Dispatch, useContext } from 'react'
import type { Control, ControlSection } from '../../../../charts/shared/controls.ts'
import type { ChartDatasource, DrawnPicture, PictureRef } from '../../../../charts/shared/defineChart.ts'
import type { ExploreAction, ExploreForm, ExploreState } from '../../../../model/explore/exploreState.ts'
import type { ExploreDataset, ExploreStart } from '../../../api/explore.ts'
import type { DragItem } from '../../../controls/dragItem.ts'
import type { DashboardColors } from '../../../controls/source.ts'
import type { Fault } from './faults.ts'
import type { RunControl } from './useRun.ts'

/** The document and what can be done with it: everything that the parts of the builder share but its runs. */
export interface Explore {
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
  /** the controls of this type were never complete: what is wrong with them is only not done */
  isNew: boolean
  isStale: boolean
  isAltered: boolean
  /** the dashboard that it was opened from */
  dashboardId: number | null
  dashboardColors: DashboardColors | undefined
  /** takes what is drawn, to be saved as an image */
  onPicture: PictureRef
  picture: () => DrawnPicture | null
  /** the saved chart this is about; undefined for a new one */
  chartId: number | undefined
  /** runs the chart as it stands, unless something is wrong with it */
  update: (options?: { force?: boolean }) => void
  switchTo: (vizType: string) => void
  /** takes things that do not work out of their controls, and runs the rest */
  takeOut: (faults: readonly Fault[]) => void
  /** the type's controls as they are for a new chart */
  clear: () => void
  /** something from the source panel on its way to a control */
  sent: { control: string; item: DragItem } | undefined
  send: (sent: { control: string; item: DragItem } | undefined) => void
}

const ExploreContext = createContext<Explore | undefined>(undefined)
const RunContext = createContext<RunControl | undefined>(undefined)

export const ExploreProvider = ExploreContext.Provider
export const RunProvider = RunContext.Provider

export function useExplore(): Explore {
  return given(useContext(ExploreContext))
}

/** The chart's last run. Apart from the document, so that an answer draws the picture anew and not the controls. */
export function useExploreRun(): RunControl {
  return given(useContext(RunContext))
}

function given<T>(context: T | undefined): T {
  if (context === undefined) throw new Error('A part of the chart builder stands outside of it.')
  return context
}
