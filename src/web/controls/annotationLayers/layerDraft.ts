import {
  type AnnotationLayer,
  type AnnotationType,
  nativeSource,
  type SourceKind,
} from '../../../charts/shared/annotations/layer.ts'

/** A layer while it is edited: fields that are not selected yet are absent. */
export type LayerDraft = Omit<AnnotationLayer, 'sourceType' | 'opacity'> & {
  sourceType?: string
  opacity?: AnnotationLayer['opacity']
}

export const newDraft = (types: readonly AnnotationType[]): LayerDraft => ({
  name: '',
  annotationType: types.includes('FORMULA') ? 'FORMULA' : (types[0] ?? 'FORMULA'),
  sourceType: '',
  value: null,
  show: true,
  showLabel: false,
  color: null,
  style: 'solid',
  width: 1,
  showMarkers: false,
  hideLine: false,
  titleColumn: '',
  timeColumn: '',
  intervalEndColumn: '',
  descriptionColumns: [],
  overrides: {},
})

/** Kinds of sources that can be selected for a type of layer, in order. */
export const sourcesOf: Record<AnnotationType, readonly SourceKind[]> = {
  FORMULA: [],
  EVENT: [nativeSource, 'table'],
  INTERVAL: [nativeSource, 'table'],
  TIME_SERIES: ['line'],
}

/** The draft with another type. If the new type does not have the selected source, the selections are cleared. */
export function withType(draft: LayerDraft, annotationType: AnnotationType): LayerDraft {
  if (annotationType === draft.annotationType) return draft
  const fits = sourcesOf[annotationType].some((kind) => kind === draft.sourceType)
  if (fits) return { ...draft, annotationType }
  return { ...withSource(draft, annotationType === 'FORMULA' ? '' : undefined), annotationType }
}

export const withSource = (draft: LayerDraft, sourceType: string | undefined): LayerDraft =>
  sourceType === draft.sourceType ? draft : { ...withValue(draft, null), sourceType, overrides: {} }

/** The draft with another source. The selected columns are cleared, because another chart has other columns. */
export const withValue = (draft: LayerDraft, value: LayerDraft['value']): LayerDraft => ({
  ...draft,
  value,
  titleColumn: '',
  timeColumn: '',
  intervalEndColumn: '',
  descriptionColumns: [],
})

export const isChartSource = ({ sourceType }: Pick<LayerDraft, 'sourceType'>) =>
  sourceType !== undefined && sourceType !== '' && sourceType !== nativeSource

/** Whether the columns of events and intervals are selected; other layers have fixed columns. */
const hasColumns = (draft: LayerDraft) => {
  if (!isChartSource(draft) || draft.annotationType === 'TIME_SERIES') return true
  return draft.timeColumn !== '' && (draft.annotationType !== 'INTERVAL' || draft.intervalEndColumn !== '')
}

/** Whether the layer can be applied. `taken`: names of the other layers, which identify their data in responses. */
export function isComplete(draft: LayerDraft, taken: readonly string[], isFormula: (text: string) => boolean): boolean {
  const { name, annotationType, sourceType, value } = draft
  if (name.trim() === '' || taken.includes(name.trim())) return false
  if (annotationType === 'FORMULA') return typeof value === 'string' && isFormula(value)
  return (
    sourceType !== undefined && sourceType !== '' && Number.isInteger(Number(value ?? Number.NaN)) && hasColumns(draft)
  )
}

/** The layer as it is saved; keys of the saved one that this version does not know are kept. */
export function savedLayer(draft: LayerDraft, saved: Record<string, unknown> = {}): Record<string, unknown> {
  const { sourceType = '', opacity = '', ...rest } = draft
  return { ...saved, ...rest, name: draft.name.trim(), sourceType, opacity }
}

/** The columns of a saved chart's result, from its form data. */
export function columnsOfChart(form: Record<string, unknown>): string[] {
  const isRaw = form['query_mode'] === 'raw' || (Array.isArray(form['all_columns']) && form['all_columns'].length > 0)
  const keys = isRaw ? ['all_columns'] : ['x_axis', 'groupby', 'columns', 'metrics', 'metric', 'percent_metrics']
  const items = keys.flatMap((key) => [form[key] ?? []].flat() as unknown[])
  const names = items.map(nameOf).filter((name) => name !== '')
  return [...new Set([...(form['include_time'] === true && !isRaw ? ['__timestamp'] : []), ...names])]
}

function nameOf(item: unknown): string {
  if (typeof item === 'string') return item
  const { label, column_name: column } = (item ?? {}) as Record<string, unknown>
  return typeof label === 'string' ? label : typeof column === 'string' ? column : ''
}
