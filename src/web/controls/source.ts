import { createContext, useContext } from 'react'
import type { Control } from '../../charts/shared/controls.ts'
import { ownValue } from '../../model/basics/ownValue.ts'
import { type GenericType, GenericType as Types } from '../../model/dataset/dataset.ts'
import type { ExploreForm } from '../../model/explore/exploreState.ts'
import type { ExploreColumn, ExploreDataset } from '../api/explore.ts'
import type { DragItem } from './dragItem.ts'

/** What controls may know beside their own value. */
export interface ControlSource {
  dataset: ExploreDataset
  /** something that was sent to a control without dragging, until the control has taken it */
  sent?: { control: string; item: DragItem }
  onTaken?: () => void
  /** colours of the dashboard that the chart was opened from: they go before the chart's own */
  dashboardColors?: DashboardColors
}

export interface DashboardColors {
  /** undefined: each chart has its own */
  scheme: string | undefined
  /** colours of names on it */
  labelColors: Record<string, string>
  /** some of those were given by hand */
  hasOwnLabels: boolean
}

const SourceContext = createContext<ControlSource | undefined>(undefined)
// apart from the rest: it changes with every control, and few controls look at it
const FormContext = createContext<ExploreForm>({})

export const ControlSourceProvider = SourceContext.Provider
export const ControlFormProvider = FormContext.Provider

export function useControlSource(): ControlSource {
  const source = useContext(SourceContext)
  if (!source) throw new Error('A control was rendered outside of its source provider.')
  return source
}

/** All values of the panel: whoever asks is drawn anew with each of them. */
export const useControlForm = (): ExploreForm => useContext(FormContext)

export interface ControlProps {
  control: Control
  value: unknown
  /** undefined takes the value away */
  onChange: (value: unknown) => void
  /** complaints about the value; empty when it is fine */
  errors: readonly string[]
}

/** A column's type for marks and rules. */
export function typeOfColumn(column: Pick<ExploreColumn, 'is_dttm' | 'type_generic'>): GenericType {
  return column.is_dttm ? Types.temporal : (column.type_generic ?? Types.string)
}

export const findColumn = (dataset: ExploreDataset, name: string | null | undefined) =>
  dataset.columns.find((column) => column.column_name === name)

/** What readers see in the place of a column's or metric's name. */
export const shownName = ({ verbose_map }: ExploreDataset, name: string) => ownValue(verbose_map, name) ?? name

export const findMetric = (dataset: ExploreDataset, name: string) =>
  dataset.metrics.find((metric) => metric.metric_name === name)
