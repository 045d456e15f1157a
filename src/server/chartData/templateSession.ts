import type { NewestPartition } from '../../engine/contracts.ts'
import type { Dialect, LiteralValue } from '../../engine/dialects/dialect.ts'
import { planFault } from '../../engine/plan/failure.ts'
import type { NormalQuery } from '../../engine/plan/normalQuery.ts'
import { renderSelect } from '../../engine/plan/render.ts'
import { valueOf } from '../../engine/templates/convert.ts'
import { planDatasetSelect } from '../../engine/templates/datasetSelect.ts'
import { TemplateFault } from '../../engine/templates/fault.ts'
import { isTemplate, renderTemplate, unknownNames } from '../../engine/templates/index.ts'
import type { MacroContext, MacroEffects } from '../../engine/templates/macros.ts'
import { standAsValues } from '../../engine/templates/marks.ts'
import { plain, type Text } from '../../engine/templates/text.ts'
import { asText, List, type Value } from '../../engine/templates/values.ts'
import { type Dataset, GenericType } from '../../model/dataset/dataset.ts'
import { genericTypeOf } from '../../model/query/columnType.ts'
import { resolveTimeRange } from '../../model/time/timeRange.ts'
import { convertWall } from '../../model/time/timeZone.ts'
import { formatWall } from '../../model/time/wallClock.ts'
import { parseObject } from '../../model/wire/json.ts'
import type { Subject } from '../access/subject.ts'

/** The data that templates of one request can access. */
export interface TemplateSource {
  dataset: Dataset
  dialect: Dialect
  subject: Subject
  /** The first query object of the request: filters, URL parameters, time range. */
  form: Readonly<Record<string, unknown>>
  /** Query string of the request. */
  args: Readonly<Record<string, unknown>>
  /** Wall-clock milliseconds. */
  now: number
  /** null while columns are being detected: there is no query yet. */
  query: NormalQuery | null
}

/** Another dataset that a template refers to, as the reader may see it. */
export interface NamedDataset {
  dataset: Dataset
  /** Conditions of its row rules. */
  rules: readonly string[]
}

/** Loads the objects that templates refer to, as the reader may see them. */
export interface TemplateLoader {
  /** null: there is no such dataset for the reader. */
  dataset(id: number): Promise<NamedDataset | null>
  /** An error message if the reader may not see partitions. */
  partition(wanted: WantedPartition): Promise<NewestPartition | string>
}

export interface WantedPartition {
  table: string
  fixed: Record<string, string>
}

/** Thrown if a template refers to something that is not loaded yet. */
class Wanted extends Error {
  readonly load: (loader: TemplateLoader) => Promise<void>
  constructor(what: string, load: (loader: TemplateLoader) => Promise<void>) {
    super(what)
    this.load = load
  }
}

/** Maximum nesting of templates within templates (metrics and datasets that refer to others). */
const MAX_NESTING = 10
const MAX_DATASETS = 20
const MAX_PARTITIONS = 20

/**
 * Renders the templates of one query. Rendering is synchronous and limited. Objects that must be read from the store
 * are loaded between two attempts (`settle`).
 */
export class TemplateSession {
  readonly effects: MacroEffects = { cacheKeys: [], appliedFilters: [], removedFilters: [] }
  private readonly source: TemplateSource
  private readonly named = new Map<number, NamedDataset | null>()
  /**
   * Keyed by caller as well: templates of row rules read all partitions, because no rules can be applied before those
   * are rendered.
   */
  private readonly partitions = new Map<string, NewestPartition | string>()
  private isRule = false
  private variables: [string, Value][] | undefined
  private nesting = 0

  constructor(source: TemplateSource) {
    this.source = source
  }

  /**
   * Runs `work`, and repeats it whenever it refers to something that `loader` must load first. `isRule`: the template
   * is in a row rule.
   */
  async settle<T>(work: () => T, loader: TemplateLoader, isRule = false): Promise<T> {
    for (;;) {
      const { cacheKeys, appliedFilters, removedFilters } = this.effects
      const [keys, applied, removed] = [[...cacheKeys], [...appliedFilters], [...removedFilters]]
      try {
        this.isRule = isRule
        return work()
      } catch (error) {
        if (!(error instanceof Wanted)) throw error
        Object.assign(this.effects, { cacheKeys: keys, appliedFilters: applied, removedFilters: removed })
        await error.load(loader)
      }
    }
  }

  /** SQL of a text that may be a template. `place`: its location, for error messages. @throws AppError 400 */
  render(text: string, place: string): string {
    if (!isTemplate(text)) return text
    try {
      const rendered = this.text(text)
      if (!standAsValues(rendered, escapesBackslash(this.source.dialect))) {
        throw new TemplateFault(
          'SecurityError',
          'values from the request are only allowed inside quotes, or as numbers',
        )
      }
      return plain(rendered)
    } catch (error) {
      if (error instanceof TemplateFault) throw planFault(`Error while rendering ${place}: ${error.message}`)
      throw error
    }
  }

  /** Names that a text reads, but that neither the templates nor the parameters define. @throws TemplateFault */
  unknownNames(text: string): string[] {
    if (!isTemplate(text)) return []
    this.variables ??= variablesOf(this.source)
    return unknownNames(text, this.variables, this.context(), this.effects)
  }

  private text(template: string): Text {
    if (!isTemplate(template)) return template
    if (++this.nesting > MAX_NESTING)
      throw new TemplateFault('LimitExceeded', 'templates refer to each other in a circle')
    try {
      this.variables ??= variablesOf(this.source)
      return renderTemplate(template, this.variables, this.context(), this.effects)
    } finally {
      this.nesting--
    }
  }

  private context(): MacroContext {
    const { subject, dialect, dataset, args, form, now, query } = this.source
    const inData = dataClock(query)
    const { user } = subject
    const clauses = subject.rowRules.filter((rule) => rule.datasetIds.includes(dataset.id)).map((rule) => rule.clause)
    return {
      user: user ? { id: user.id, username: user.username, email: user.email } : null,
      roles: subject.roles.map((role) => role.name),
      rowRules: clauses.length > 0 ? clauses : null,
      args,
      form,
      literal: (value) => dialect.literal(literalValue(value)),
      escape: (text) => dialect.literal({ text }).replace(/^'|'$/g, ''),
      timeRange: (text) => {
        const range = resolveTimeRange(text, { now, ...(query && { calendar: query.calendar }) })
        if (!range.ok) throw new TemplateFault('ValueError', range.error)
        return { since: inData(range.value.since), until: inData(range.value.until) }
      },
      timeLiteral: (wallMs, columnType) =>
        genericTypeOf(columnType) === GenericType.temporal
          ? dialect.literal({ wallMs, columnType, format: null })
          : null,
      columnType: (name) => dataset.columns.find(({ column_name }) => column_name === name)?.type ?? null,
      datasetSql: (id, includeMetrics, columns) => {
        const named = this.find(id, (shown) => `Dataset ${shown} not found!`)
        const rendered = this.rendered(named.dataset)
        const tree = planDatasetSelect({ dataset: rendered, dialect, includeMetrics, columns, rules: named.rules })
        return renderSelect(tree, dialect)
      },
      partition: (table, fixed) => this.partition({ table, fixed }),
      metric: (key, id) => this.metric(key, id),
    }
  }

  private partition(wanted: WantedPartition): NewestPartition {
    const key = JSON.stringify([this.isRule, wanted.table, Object.entries(wanted.fixed)])
    const known = this.partitions.get(key)
    if (known === undefined) {
      throw new Wanted(`newest partition of ${wanted.table}`, async (loader) => {
        if (this.partitions.size >= MAX_PARTITIONS) throw planFault('A template uses too many partitions')
        this.partitions.set(key, await loader.partition(wanted))
      })
    }
    if (typeof known === 'string') throw new TemplateFault('TemplateException', known)
    return known
  }

  private metric(key: string, id: Value): Text {
    const { dataset } = id === null ? this.source : this.find(id, (shown) => `Dataset ID ${shown} not found.`)
    const metric = dataset.metrics.find(({ metric_name }) => metric_name === key)
    if (!metric)
      throw new TemplateFault('TemplateException', `Metric \`\`${key}\`\` not found in ${dataset.table_name}.`)
    return this.text(metric.expression)
  }

  private find(id: Value, message: (shown: string) => string): NamedDataset {
    const missing = () => new TemplateFault('DatasetNotFoundError', message(plain(asText(id))))
    const number = typeof id === 'bigint' ? Number(id) : Number.NaN
    if (!Number.isSafeInteger(number)) throw missing()
    const known = this.named.get(number)
    if (known === undefined) {
      throw new Wanted(`dataset ${number}`, async (loader) => {
        if (this.named.size >= MAX_DATASETS) throw planFault('A template uses too many datasets')
        this.named.set(number, await loader.dataset(number))
      })
    }
    if (known === null) throw missing()
    return known
  }

  /** A dataset with all its templates rendered. */
  private rendered(dataset: Dataset): Dataset {
    const text = (template: string) => plain(this.text(template))
    return {
      ...dataset,
      sql: dataset.sql && text(dataset.sql),
      columns: dataset.columns.map((column) => ({
        ...column,
        expression: column.expression && text(column.expression),
      })),
      metrics: dataset.metrics.map((metric) => ({ ...metric, expression: text(metric.expression) })),
    }
  }
}

/** In databases whose quoted text doubles a backslash, the backslash is an escape. */
const escapesBackslash = (dialect: Dialect) => dialect.literal({ text: '\\' }).includes('\\\\')

function literalValue(value: null | boolean | bigint | number | string): LiteralValue {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'bigint') return { integer: value.toString() }
  return typeof value === 'number' ? { float: value } : { text: value }
}

/** A query time in the time zone of the data, because the SQL of templates compares it with the data. */
const dataClock = (query: NormalQuery | null) => (wallMs: number | null) =>
  wallMs === null || !query?.zone ? wallMs : convertWall(wallMs, query.zone.view, query.zone.data)

const iso = (wallMs: number | null) => (wallMs === null ? null : formatWall(wallMs, { separator: 'T' }))

const DURATION = /^(?:\d{4}-[\dT:-]+Z\/)?P[\dA-Z.]+(?:\/\d{4}-[\dT:-]+Z)?$/

/**
 * The parts of a query as template variables. Names that exist in the dataset are trusted; all other text is marked as
 * coming from the request.
 */
function variablesOf({ dataset, query }: TemplateSource): [string, Value][] {
  const parameters = Object.entries(parseObject(dataset.template_params)).map(([key, value]): [string, Value] => [
    key,
    valueOf(value, false),
  ])
  if (query === null) return parameters
  const known = new Set([
    ...dataset.columns.map(({ column_name }) => column_name),
    ...dataset.metrics.map(({ metric_name }) => metric_name),
  ])
  const name = (value: unknown) => valueOf(value, !(typeof value === 'string' && known.has(value)))
  const names = (values: readonly unknown[]) => new List(values.map(name))
  const grain = query.timeGrain
  return [
    ['columns', names(query.columns)],
    ['groupby', names([])],
    ['metrics', names(query.metrics ?? [])],
    ['filter', valueOf(query.filters, true)],
    ['row_limit', valueOf(query.rowLimit, false)],
    ['row_offset', valueOf(query.rowOffset, false)],
    ['from_dttm', iso(dataClock(query)(query.since))],
    ['to_dttm', iso(dataClock(query)(query.until))],
    ['time_column', query.granularity === null ? null : name(query.granularity)],
    ['time_grain', valueOf(grain, !(grain && DURATION.test(grain)))],
    [
      'table_columns',
      valueOf(
        dataset.columns.map(({ column_name }) => column_name),
        false,
      ),
    ],
    ...parameters,
  ]
}
