export const annotationTypes = ['FORMULA', 'EVENT', 'INTERVAL', 'TIME_SERIES'] as const
export type AnnotationType = (typeof annotationTypes)[number]

const lineStyles = ['solid', 'dashed', 'longDashed', 'dotted'] as const
type LineStyle = (typeof lineStyles)[number]

/** Saved opacities; '' is the default of the type. */
export const opacities = { opacityLow: 0.2, opacityMedium: 0.5, opacityHigh: 0.8 } as const

/**
 * Settings of an annotating chart: null if it inherits the setting of the annotated chart, otherwise its own setting.
 */
const overridable = ['time_range', 'time_grain_sqla', 'granularity', 'time_shift'] as const
type Overrides = Partial<Record<(typeof overridable)[number], string | null>>

/** The source of stored annotations. The source of formulas is ''; other sources are kinds of charts. */
export const nativeSource = 'NATIVE'
/** Kinds of charts whose data can annotate other charts: rows with times, or lines over time. */
export type SourceChart = 'table' | 'line'
export type SourceKind = typeof nativeSource | SourceChart

/** A layer with every default. Saved layers have the same keys, some of which may be absent. */
export interface AnnotationLayer {
  name: string
  annotationType: AnnotationType
  sourceType: string
  /** the text of a formula, or the id of a layer or chart */
  value: string | number | null
  show: boolean
  showLabel: boolean
  /** null: a color of the chart's scheme */
  color: string | null
  opacity: '' | keyof typeof opacities
  style: LineStyle
  width: number
  showMarkers: boolean
  hideLine: boolean
  titleColumn: string
  timeColumn: string
  intervalEndColumn: string
  descriptionColumns: string[]
  overrides: Overrides
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The color becomes part of a style in tooltips: other texts are not accepted. */
const colorText = /^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl)a?\([\d\s.,%/]+\))$/i
const colorOf = (value: unknown) => (colorText.test(textOf(value)) ? textOf(value) : null)

function widthOf(value: unknown): number {
  const width = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : 1
  return Number.isFinite(width) ? Math.max(0, width) : 1
}

/** Reads a saved layer; null if it has no name or an unknown type. */
export function readLayer(saved: Record<string, unknown>): AnnotationLayer | null {
  const annotationType = annotationTypes.find((type) => type === saved.annotationType)
  const name = textOf(saved.name)
  if (annotationType === undefined || name === '') return null
  const { value, opacity } = saved
  return {
    name,
    annotationType,
    sourceType: textOf(saved.sourceType),
    value: typeof value === 'string' || typeof value === 'number' ? value : null,
    show: saved.show !== false,
    showLabel: saved.showLabel === true,
    color: colorOf(saved.color),
    opacity:
      typeof opacity === 'string' && Object.hasOwn(opacities, opacity) ? (opacity as keyof typeof opacities) : '',
    style: lineStyles.find((style) => style === saved.style) ?? 'solid',
    width: widthOf(saved.width),
    showMarkers: saved.showMarkers === true,
    hideLine: saved.hideLine === true,
    titleColumn: textOf(saved.titleColumn),
    timeColumn: textOf(saved.timeColumn),
    intervalEndColumn: textOf(saved.intervalEndColumn),
    descriptionColumns: Array.isArray(saved.descriptionColumns)
      ? saved.descriptionColumns.filter((column) => typeof column === 'string')
      : [],
    overrides: readOverrides(saved.overrides),
  }
}

/** Only null and texts are overrides. */
function readOverrides(saved: unknown): Overrides {
  const given = (saved ?? {}) as Record<string, unknown>
  const entries = overridable.flatMap((key) => {
    const value = given[key]
    return value === null || typeof value === 'string' ? [[key, value] as const] : []
  })
  return Object.fromEntries(entries)
}

/** The layers that a chart draws, in order. */
export function shownLayers(saved: readonly Record<string, unknown>[]): AnnotationLayer[] {
  return saved.flatMap((each) => {
    const layer = readLayer(each)
    return layer?.show ? [layer] : []
  })
}
