import type { ComponentType } from 'react'
import { AnnotationLayersControl } from './annotationLayers/AnnotationLayersControl.tsx'
import { ChartsControl } from './charts/ChartsControl.tsx'
import { ColumnConfigControl } from './columnConfig/ColumnConfigControl.tsx'
import { ColumnsControl } from './columns/ColumnsControl.tsx'
import { ComparisonColumnsControl } from './comparisonColumns/ComparisonColumnsControl.tsx'
import { ConditionalFormattingControl } from './conditionalFormatting/ConditionalFormattingControl.tsx'
import { ContoursControl } from './contours/ContoursControl.tsx'
import { FilterConfigsControl } from './filterConfigs/FilterConfigsControl.tsx'
import { FiltersControl } from './filters/FiltersControl.tsx'
import { FixedOrMetricControl } from './maps/FixedOrMetricControl.tsx'
import { MapControl } from './maps/MapControl.tsx'
import { SpatialControl } from './maps/SpatialControl.tsx'
import { ViewportControl } from './maps/ViewportControl.tsx'
import { MetricsControl } from './metrics/MetricsControl.tsx'
import { AxisEndsControl } from './simple/AxisEndsControl.tsx'
import { BoundsControl } from './simple/BoundsControl.tsx'
import { CheckboxControl } from './simple/CheckboxControl.tsx'
import { CodeControl } from './simple/CodeControl.tsx'
import { ColorControl } from './simple/ColorControl.tsx'
import { ColorSchemeControl } from './simple/ColorSchemeControl.tsx'
import { CurrencyControl } from './simple/CurrencyControl.tsx'
import { DateControl } from './simple/DateControl.tsx'
import { NumberControl } from './simple/NumberControl.tsx'
import { RadioControl } from './simple/RadioControl.tsx'
import { SelectControl } from './simple/SelectControl.tsx'
import { SequentialSchemeControl } from './simple/SequentialSchemeControl.tsx'
import { SliderControl } from './simple/SliderControl.tsx'
import { TextControl } from './simple/TextControl.tsx'
import { TimeBoundsControl } from './simple/TimeBoundsControl.tsx'
import { TimeRangeControl } from './simple/TimeRangeControl.tsx'
import type { ControlProps } from './source.ts'
import { TimeColumnsControl } from './timeColumns/TimeColumnsControl.tsx'

/**
 * Every kind of control that a chart definition may use. Other kinds are not shown; their saved values are not changed.
 */
export const controlKinds: Record<string, ComponentType<ControlProps> | undefined> = {
  select: SelectControl,
  timeGrain: SelectControl,
  numberFormat: SelectControl,
  timeFormat: SelectControl,
  radio: RadioControl,
  checkbox: CheckboxControl,
  text: TextControl,
  code: CodeControl,
  number: NumberControl,
  slider: SliderControl,
  bounds: BoundsControl,
  axisEnds: AxisEndsControl,
  color: ColorControl,
  alphaColor: ColorControl,
  colorScheme: ColorSchemeControl,
  sequentialScheme: SequentialSchemeControl,
  currency: CurrencyControl,
  timeRange: TimeRangeControl,
  timeBounds: TimeBoundsControl,
  date: DateControl,
  charts: ChartsControl,
  annotationLayers: AnnotationLayersControl,
  column: ColumnsControl,
  columns: ColumnsControl,
  metric: MetricsControl,
  metrics: MetricsControl,
  adhocFilters: FiltersControl,
  filterConfigs: FilterConfigsControl,
  columnConfig: ColumnConfigControl,
  comparisonColumns: ComparisonColumnsControl,
  conditionalFormatting: ConditionalFormattingControl,
  timeColumns: TimeColumnsControl,
  map: MapControl,
  spatial: SpatialControl,
  contours: ContoursControl,
  viewport: ViewportControl,
  fixedOrMetric: FixedOrMetricControl,
}
