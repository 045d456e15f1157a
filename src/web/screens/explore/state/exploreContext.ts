import { createContext, type Dispatch, useContext } from 'react'
import type { ChartDatasource, DrawnPicture, PictureRef } from '../../../../charts/shared/contract.ts'
import type { Control } from '../../../../charts/shared/controls.ts'
import type { ExploreAction, ExploreForm, ExploreState } from '../../../../model/explore/exploreState.ts'
import type { ExploreDataset, ExploreStart } from '../../../api/explore.ts'
import type { DragItem } from '../../../controls/dragItem.ts'
import type { DashboardColors } from '../../../controls/source.ts'
import type { ChartDraft } from './chartDrafts.ts'
import type { Fault } from './faults.ts'
import type { PanelSection } from './sections.ts'
import type { RunControl } from './useRun.ts'

/** The document and its actions: everything that the parts of the builder share, except its runs. */
export interface Explore {
  opened: ExploreStart
  dataset: ExploreDataset
  datasource: ChartDatasource
  state: ExploreState
  dispatch: Dispatch<ExploreAction>
  form: ExploreForm
  vizType: string
  sections: PanelSection[]
  rules: Control[]
  /** control -> its error */
  errors: Record<string, string[]>
  /** whether the controls of this type were never complete: missing values are then not marked as errors */
  isNew: boolean
  isStale: boolean
  isAltered: boolean
  /** the dashboard that the chart was opened from */
  dashboardId: number | null
  dashboardColors: DashboardColors | undefined
  /** receives the drawn element, to save it as an image */
  onPicture: PictureRef
  picture: () => DrawnPicture | null
  /** the saved chart being edited; undefined for a new one */
  chartId: number | undefined
  /** identifies the drafts of this screen */
  editor: string
  /** whether the builder continues unsaved work from the previous address */
  isHandedOver: boolean
  /** replaces the controls and the name, as one step, and runs the chart; rejects if its code cannot be loaded */
  restore: (draft: Pick<ChartDraft, 'form' | 'name' | 'version'>) => Promise<void>
  /** runs the chart, unless a control has an error */
  update: (options?: { force?: boolean }) => void
  switchTo: (vizType: string) => void
  /** whether the code of the selected type is still loading: `form` then has the previous type */
  isSwitching: boolean
  /** changes controls, and runs the chart */
  apply: (controls: ExploreForm) => void
  /** removes failing values from their controls, and runs the rest */
  takeOut: (faults: readonly Fault[]) => void
  /** resets the controls of the type to the defaults of a new chart */
  clear: () => void
  /** an item from the source panel that was sent to a control */
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

/** The chart's last run. Separate from the document, so that a result renders only the chart, not the controls. */
export function useExploreRun(): RunControl {
  return given(useContext(RunContext))
}

function given<T>(context: T | undefined): T {
  if (context === undefined) throw new Error('A part of the chart builder stands outside of it.')
  return context
}
