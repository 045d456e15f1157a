import { createContext, useContext } from 'react'
import type { Control } from '../../charts/shared/controls.ts'
import { ownValue } from '../../model/basics/ownValue.ts'
import { type GenericType, GenericType as Types } from '../../model/dataset/dataset.ts'
import type { ExploreForm } from '../../model/explore/exploreState.ts'
import type { ExploreColumn, ExploreDataset } from '../api/explore.ts'
import type { DragItem } from './dragItem.ts'

/** Data that controls can read in addition to their own value. */
export interface ControlSource {
  dataset: ExploreDataset
  /** an item that was sent to a control without dragging, until the control has added it */
  sent?: { control: string; item: DragItem }
  onTaken?: () => void
  /** annotation layers that failed in the last run, by name */
  annotationFaults?: readonly { name: string; message: string }[]
  /** colors of the dashboard that the chart was opened from: they take precedence over the chart's own */
  dashboardColors?: DashboardColors
}

export interface DashboardColors {
  /** undefined: each chart has its own scheme */
  scheme: string | undefined
  /** colors of its labels */
  labelColors: Record<string, string>
  /** whether some of the label colors were set manually */
  hasOwnLabels: boolean
}

const SourceContext = createContext<ControlSource | undefined>(undefined)
// separate from the rest: it changes with every control, and few controls read it
const FormContext = createContext<ExploreForm>({})

export const ControlSourceProvider = SourceContext.Provider
export const ControlFormProvider = FormContext.Provider

export function useControlSource(): ControlSource {
  const source = useContext(SourceContext)
  if (!source) throw new Error('A control was rendered outside of its source provider.')
  return source
}

/** All control values of the panel: components that use this render again with every change. */
export const useControlForm = (): ExploreForm => useContext(FormContext)

export interface ControlProps {
  control: Control
  value: unknown
  /** undefined removes the value */
  onChange: (value: unknown) => void
  /** errors of the value; empty if it is valid */
  errors: readonly string[]
}

/** A column's type for icons and rules. */
export function typeOfColumn(column: Pick<ExploreColumn, 'is_dttm' | 'type_generic'>): GenericType {
  return column.is_dttm ? Types.temporal : (column.type_generic ?? Types.string)
}

export const findColumn = (dataset: ExploreDataset, name: string | null | undefined) =>
  dataset.columns.find((column) => column.column_name === name)

/** The display name of a column or metric. */
export const shownName = ({ verbose_map }: ExploreDataset, name: string) => ownValue(verbose_map, name) ?? name

export const findMetric = (dataset: ExploreDataset, name: string) =>
  dataset.metrics.find((metric) => metric.metric_name === name)
