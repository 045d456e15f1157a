import { parseLayout, walk } from '../dashboard/layout.ts'
import { isRecord, parseObject } from '../wire/json.ts'
import { type SearchPlace, searchPlaces } from './searchAnswer.ts'
import { wordsOf } from './searchWords.ts'

/** A text of an object, and the part of the object that contains it. */
export type SearchedText = readonly [place: SearchPlace, text: string]

/** Maximum number of characters of one text. A search finds only the beginning of a longer text. */
const LONGEST_TEXT = 4000
/** Maximum number of characters that are indexed for one object. */
const LONGEST_OBJECT = 40_000
const MOST_WORDS = 600

type Texts = (readonly [SearchPlace, unknown])[]

/** Non-empty texts in the order of their weight. */
function limited(texts: Texts): SearchedText[] {
  let room = LONGEST_OBJECT
  const sorted = texts.toSorted(([one], [other]) => searchPlaces.indexOf(one) - searchPlaces.indexOf(other))
  return sorted.flatMap(([place, value]) => {
    const text = typeof value === 'string' ? value.trim().slice(0, Math.min(LONGEST_TEXT, room)) : ''
    room -= text.length
    return text === '' ? [] : [[place, text] as const]
  })
}

interface DashboardSource {
  dashboard_title: string | null
  slug: string | null
  description: string | null
  certified_by: string | null
  position_json: string | null
}

/** Title, description, Markdown, headers and tabs of a dashboard. */
export function dashboardTexts(row: DashboardSource): SearchedText[] {
  const { root } = parseLayout(parseObject(row.position_json))
  const shown = [...walk(root)].flatMap(({ meta }) => [meta.text, meta.code])
  return limited([
    ['title', row.dashboard_title],
    ['title', row.slug],
    ['description', row.description],
    ['description', row.certified_by],
    ...shown.map((text) => ['text', text] as const),
  ])
}

interface ChartSource {
  slice_name: string
  description: string | null
  certified_by: string | null
  params: string | null
}

const columnKeys = [
  'x_axis',
  'groupby',
  'groupby_b',
  'columns',
  'all_columns',
  'series',
  'entity',
  'groupbyColumns',
  'groupbyRows',
]
const metricKeys = [
  'metric',
  'metrics',
  'metrics_b',
  'percent_metrics',
  'secondary_metric',
  'metric_2',
  'x',
  'y',
  'size',
]

/** The name of a column or metric, or the label of one that the chart defines itself. */
const nameOf = (value: unknown): unknown => (isRecord(value) ? value['label'] : value)

/** Title, description, columns and metrics of a chart. */
export function chartTexts(row: ChartSource): SearchedText[] {
  const form = parseObject(row.params)
  const named = (place: SearchPlace, keys: readonly string[]): Texts => {
    const names = new Set(keys.flatMap((key) => [form[key]].flat().map(nameOf)))
    return [...names].map((name) => [place, name])
  }
  return limited([
    ['title', row.slice_name],
    ['description', row.description],
    ['description', row.certified_by],
    ...named('column', columnKeys),
    ...named('metric', metricKeys),
  ])
}

interface FieldSource {
  name: string
  verbose_name: string | null
  description: string | null
}

interface DatasetSource {
  table_name: string
  description: string | null
  columns: readonly FieldSource[]
  metrics: readonly FieldSource[]
}

const fieldText = ({ name, verbose_name, description }: FieldSource) =>
  [name, verbose_name === name ? null : verbose_name, description]
    .filter((text) => text !== null && text !== '')
    .join(' · ')

/** Name, description, columns and metrics of a dataset. */
export function datasetTexts(row: DatasetSource): SearchedText[] {
  return limited([
    ['title', row.table_name],
    ['description', row.description],
    ...row.columns.map((column) => ['column', fieldText(column)] as const),
    ...row.metrics.map((metric) => ['metric', fieldText(metric)] as const),
  ])
}

/** Name, description and SQL of a saved query. */
export const savedQueryTexts = (row: { label: string | null; description: string | null; sql: string | null }) =>
  limited([
    ['title', row.label],
    ['description', row.description],
    ['sql', row.sql],
  ])

/** The words of texts. Each has the index in `searchPlaces` of the place with the highest weight that contains it. */
export function placedWords(texts: readonly SearchedText[]): Map<string, number> {
  const words = new Map<string, number>()
  for (const [place, text] of texts) {
    for (const word of wordsOf(text)) {
      if (words.has(word)) continue
      if (words.size >= MOST_WORDS) return words
      words.set(word, searchPlaces.indexOf(place))
    }
  }
  return words
}
