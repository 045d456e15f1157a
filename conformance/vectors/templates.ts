import type { Dialect } from '../../src/engine/dialects/dialect.ts'
import { resolveMetric } from '../../src/engine/plan/metrics.ts'
import { renderExpression, renderSelect } from '../../src/engine/plan/render.ts'
import { valueOf } from '../../src/engine/templates/convert.ts'
import { planDatasetSelect } from '../../src/engine/templates/datasetSelect.ts'
import { TemplateFault } from '../../src/engine/templates/fault.ts'
import { renderTemplate } from '../../src/engine/templates/index.ts'
import type { MacroContext, MacroEffects } from '../../src/engine/templates/macros.ts'
import { plain } from '../../src/engine/templates/text.ts'
import { asText, Foreign, type Value } from '../../src/engine/templates/values.ts'
import { type Dataset, GenericType } from '../../src/model/dataset/dataset.ts'
import { genericTypeOf } from '../../src/model/query/columnType.ts'
import { PLAIN_CALENDAR } from '../../src/model/time/fiscalCalendar.ts'
import { resolveTimeRange } from '../../src/model/time/timeRange.ts'
import { formatWall } from '../../src/model/time/wallClock.ts'
import { runVectors, sameValue, type VectorHead, type VectorReport } from './compare.ts'

interface Rendered {
  rendered?: string
  cache_keys?: unknown[]
  applied?: string[]
  removed?: string[]
  followed_by_comment_line?: boolean
  error?: { class: string; message?: string; messagePrefix?: string }
}

/** One line of the vector file `templates.json`. */
interface TemplateVector extends VectorHead {
  template: string
  context: {
    user?: string | null
    args?: Record<string, string>
    form_data?: Record<string, unknown>
    vars?: Record<string, unknown>
  }
  '2.1': Rendered
  '6.1': Rendered | 'same'
}

/** Users of the vectors. */
const USERS: Record<string, { id: number; role: string }> = {
  admin: { id: 1, role: 'Admin' },
  alpha: { id: 2, role: 'Alpha' },
  gamma: { id: 3, role: 'Gamma' },
}

/** `datasets` are those used by the vectors; `dialect` quotes the names that need quotes. */
export function runTemplateVectors(
  vectors: readonly unknown[],
  datasets: readonly Dataset[],
  dialect: Dialect,
): VectorReport {
  return runVectors(vectors as TemplateVector[], (vector) => checkVector(vector, datasets, plainQuoting(dialect)))
}

/** The recorded database quotes names only if necessary, as the recorded texts show. */
const plainQuoting = (dialect: Dialect): Dialect => ({
  ...dialect,
  quote: (name) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : dialect.quote(name)),
  table: ({ schema, table_name }) => (schema ? `${schema}.${table_name}` : table_name),
})

/** The text of Superset 2.1, or of 6.1 if only that version has the macro. */
function expected(vector: TemplateVector): Rendered {
  const { '2.1': old, '6.1': newer } = vector
  const isMissing =
    (old.error?.class === 'UndefinedError' && old.error.message?.endsWith(' is undefined')) ||
    old.error?.class === 'TemplateAssertionError'
  return newer !== 'same' && isMissing ? newer : old
}

function checkVector(vector: TemplateVector, datasets: readonly Dataset[], dialect: Dialect): string | null {
  const want = expected(vector)
  const effects: MacroEffects = { cacheKeys: [], appliedFilters: [], removedFilters: [] }
  const fill = (text: string) => text.replaceAll(/@(\w+)@/g, (_, name: string) => String(idOf(name, datasets)))
  try {
    const variables = Object.entries(vector.context.vars ?? {}).map(([key, value]) => [key, variable(value)] as const)
    const text = plain(renderTemplate(fill(vector.template), variables, contextOf(vector, datasets, dialect), effects))
    if (want.error) return `expected the error ${JSON.stringify(want.error)}, got ${text}`
    return difference(want, fill(want.rendered ?? ''), text, effects)
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error
    return want.error ? faultDifference(want.error, error) : `refused: ${error.kind} ${error.message}`
  }
}

function difference(want: Rendered, rendered: string, text: string, effects: MacroEffects): string | null {
  const bare = (sql: string) => sql.replaceAll(/\s+/g, ' ').replaceAll(/ ?([()]) ?/g, '$1')
  const isSame =
    text === rendered ||
    (rendered.includes('dataset_') && bare(text) === bare(rendered)) ||
    (want.followed_by_comment_line && text.startsWith(`${rendered}\n--`)) ||
    (rendered === '@function' && /^<.*function.*>$/.test(text))
  if (!isSame) return `rendered ${JSON.stringify(rendered)}\n    here ${JSON.stringify(text)}`
  const pairs = [
    ['cache keys', want.cache_keys, effects.cacheKeys],
    ['applied', want.applied ?? [], effects.appliedFilters],
    ['removed', want.removed ?? [], effects.removedFilters],
  ] as const
  const wrong = pairs.find(([, left, right]) => left !== undefined && !sameValue(left, right))
  return wrong ? `${wrong[0]} ${JSON.stringify(wrong[1])}\n    here ${JSON.stringify(wrong[2])}` : null
}

/** Compares error texts: a recorded message may have more text around the message of this product. */
function faultDifference(want: NonNullable<Rendered['error']>, fault: TemplateFault): string | null {
  const message = want.messagePrefix ?? want.message
  if (message === undefined || fault.message === message) return null
  if (want.messagePrefix !== undefined && fault.message.startsWith(want.messagePrefix)) return null
  return message.includes(fault.message)
    ? null
    : `error ${JSON.stringify(message)}\n    here ${JSON.stringify(fault.message)}`
}

const variable = (value: unknown): Value =>
  typeof value === 'string' && /^@\w+$/.test(value) ? new Foreign(value.slice(1)) : valueOf(value, false)

const idOf = (name: string, datasets: readonly Dataset[]) =>
  datasets.find(({ table_name }) => table_name === name)?.id ?? 0

function contextOf({ context }: TemplateVector, datasets: readonly Dataset[], dialect: Dialect): MacroContext {
  const name = context.user === undefined ? 'admin' : context.user
  const known = name === null ? undefined : USERS[name]
  const form = context.form_data ?? {}
  const queries = Array.isArray(form.queries) ? (form.queries as Record<string, unknown>[]) : undefined
  const find = (id: Value, message: (shown: string) => string): Dataset => {
    const dataset = datasets.find((one) => typeof id === 'bigint' && one.id === Number(id))
    if (!dataset) throw new TemplateFault('DatasetNotFoundError', message(plain(asText(id))))
    return dataset
  }
  return {
    user: name === null ? null : { id: known?.id ?? 0, username: name, email: `${name}@example.org` },
    roles: [known?.role ?? 'Public'],
    rowRules: null,
    args: context.args ?? {},
    form: queries?.[0] ?? form,
    literal: literalOf,
    // the recorded driver reads % as a placeholder
    escape: (text) => text.replaceAll("'", "''").replaceAll('%', '%%'),
    timeRange: (text) => {
      const range = resolveTimeRange(text, { now: 0 })
      if (!range.ok) throw new TemplateFault('ValueError', range.error)
      return range.value
    },
    timeLiteral: (ms, type) =>
      genericTypeOf(type) === GenericType.temporal
        ? `TO_TIMESTAMP('${formatWall(ms, { separator: ' ' }).slice(0, 19)}.000000', 'YYYY-MM-DD HH24:MI:SS.US')`
        : null,
    // the vectors were recorded with this table
    columnType: (column) =>
      datasets
        .find(({ table_name }) => table_name === 'birth_names')
        ?.columns.find(({ column_name }) => column_name === column)?.type ?? null,
    datasetSql: (id, includeMetrics, columns) => {
      const dataset = find(id, (shown) => `Dataset ${shown} not found!`)
      return renderSelect(planDatasetSelect({ dataset, dialect, includeMetrics, columns, rules: [] }), dialect)
    },
    partition: () => {
      throw new TemplateFault('TemplateException', 'the recorded database reports no partitions')
    },
    metric: (key, id) => {
      if (id === null) {
        const message = `Please specify the Dataset ID for the \`\`${key}\`\` metric in the Jinja macro.`
        throw new TemplateFault('TemplateException', message)
      }
      const dataset = find(id, (shown) => `Dataset ID ${shown} not found.`)
      const { expression } = resolveMetric(key, { dataset, dialect, zone: null, calendar: PLAIN_CALENDAR })
      return expression.kind === 'sql' ? expression.text : renderExpression(expression, dialect)
    },
  }
}

function literalOf(value: null | boolean | bigint | number | string): string {
  if (value === null) return 'NULL'
  return typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : String(value)
}
