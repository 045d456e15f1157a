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
  viz_type: string
  params: Record<string, unknown>
}

const folder = resolve(import.meta.dirname, '../../examples')
const examples: ChartFile[] = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name }) =>
    readdirSync(join(folder, name, 'charts')).map(
      (file) => parse(readFileSync(join(folder, name, 'charts', file), 'utf8')) as ChartFile,
    ),
  )

/** Controls that no example sets yet, and why. */
const exceptions: [control: RegExp, reason: string][] = [
  [/^\S+\.(forecast\w+|annotation_layers)$/, 'kept on import and export, not drawn yet'],
  [/^echarts_timeseries_bar\.truncateXAxis$/, 'bars stand on categories, which have no zero to start from'],
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

describe.each(everyChart.map((parts) => [parts.chart.type, parts] as const))('%s', (type, { controls }) => {
  const own = examples.filter(({ viz_type }) => viz_type === type)
  it.each(controls.flatMap((section) => section.controls).map((control) => [control.name, control] as const))(
    'an example sets %s',
    (name, control) => {
      const setBy = own.filter((chart) => isSet(control, chart)).map((chart) => chart.slice_name)
      if (exceptions.some(([exempt]) => exempt.test(`${type}.${name}`))) expect(setBy).toEqual([])
      else expect(setBy.length, `of ${own.length} example charts`).toBeGreaterThan(0)
    },
  )
})
