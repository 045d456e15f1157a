import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Control } from './shared/controls.ts'
import { everyChart } from './testing/parts.ts'

/**
 * The examples cover the options of charts: for each control of each type, an example chart sets it to a value other
 * than its default, in a configuration where the control has an effect.
 */

interface ChartFile {
  slice_name: string
  uuid: string
  /** the folder that it belongs to */
  bundle: string
  viz_type: string
  params: Record<string, unknown>
}

const folder = resolve(import.meta.dirname, '../../examples')
const examples: ChartFile[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(join(folder, name, 'charts')).map((file) => ({
      ...(parse(readFileSync(join(folder, name, 'charts', file), 'utf8')) as Omit<ChartFile, 'bundle'>),
      bundle: name,
    })),
  )

/** The files of a bundle's dashboards, which name their charts by uuid. */
const dashboards = (bundle: string): string =>
  readdirSync(join(folder, bundle, 'dashboards'))
    .map((file) => readFileSync(join(folder, bundle, 'dashboards', file), 'utf8'))
    .join('\n')

/** Controls that no example sets yet, and why. */
const exceptions: [control: RegExp, reason: string][] = [
  [/^echarts_timeseries_bar\.truncateXAxis$/, 'bars stand on categories, which have no zero to start from'],
  [/^deck_\w+\.js_(data_mutator|tooltip|onclick_href)$/, 'code of older charts, which is not run'],
  [/^filter_box\./, 'new dashboards have native filters, and the builder does not offer filter boxes'],
]

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function isSet(control: Control, { params }: ChartFile): boolean {
  const { name, kind, visible } = control
  const fallback = control.valueIn?.(params) ?? control.default
  const value = params[name]
  if (isNothing(value) || (visible && !visible(params))) return false
  return JSON.stringify(value) !== JSON.stringify(fallback ?? (kind === 'checkbox' ? false : null))
}

/** All types that have the control: an example of any of them covers it. */
function typesWith({ name, kind }: Control): Set<string> {
  const isSame = (other: Control) => other.name === name && other.kind === kind
  const having = everyChart.filter(({ controls }) => controls.some((section) => section.controls.some(isSame)))
  return new Set(having.map(({ chart }) => chart.type))
}

it.each(everyChart.filter(({ chart }) => !chart.filtersDashboard).map(({ chart }) => [chart.type]))(
  '%s is on an example dashboard',
  (type) => {
    const shown = examples.filter(
      ({ viz_type, uuid, bundle }) => viz_type === type && dashboards(bundle).includes(uuid),
    )
    expect(shown.length).toBeGreaterThan(0)
  },
)

describe.each(everyChart.map((parts) => [parts.chart.type, parts] as const))('%s', (type, { controls }) => {
  it.each(controls.flatMap((section) => section.controls).map((control) => [control.name, control] as const))(
    'an example sets %s',
    (name, control) => {
      const isExempt = exceptions.some(([exempt]) => exempt.test(`${type}.${name}`))
      const types = isExempt ? new Set([type]) : typesWith(control)
      const own = examples.filter(({ viz_type }) => types.has(viz_type))
      const setBy = own.filter((chart) => isSet(control, chart)).map((chart) => chart.slice_name)
      if (isExempt) expect(setBy).toEqual([])
      else expect(setBy.length, `of ${own.length} example charts`).toBeGreaterThan(0)
    },
  )
})
