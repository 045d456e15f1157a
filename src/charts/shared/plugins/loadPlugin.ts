import { isRecord } from '../../../model/wire/json.ts'
import type { PluginChart } from './pluginChart.ts'

const loading = new Map<string, Promise<PluginChart>>()

/** Loads the script of a plugin, once. Rejects if it cannot be loaded, or if it is not a chart type. */
export function loadPlugin(address: string): Promise<PluginChart> {
  const known = loading.get(address)
  if (known) return known
  const promise = importPlugin(address)
  // a script that could not be loaded is requested again at the next attempt
  promise.catch(() => loading.delete(address))
  loading.set(address, promise)
  return promise
}

async function importPlugin(address: string): Promise<PluginChart> {
  const { href, origin } = new URL(address, location.href)
  if (origin !== location.origin) throw new Error(`The plugin ${address} is not on this site.`)
  const module = (await import(/* @vite-ignore */ href)) as { chart?: unknown }
  return readPlugin(module.chart, address)
}

/** The defaults of a plugin's controls, merged with the saved values. */
export function withDefaults({ controls }: PluginChart, saved: Record<string, unknown>): Record<string, unknown> {
  const all = controls.flatMap((section) => section.controls)
  const defaults = all.filter((control) => control.default !== undefined)
  return { ...Object.fromEntries(defaults.map((control) => [control.name, control.default])), ...saved }
}

/** The export of a script. @throws Error which says what is wrong with it */
export function readPlugin(chart: unknown, address: string): PluginChart {
  const fault = faultOf(chart)
  if (fault !== undefined) throw new Error(`The plugin ${address} ${fault}.`)
  return chart as PluginChart
}

function faultOf(chart: unknown): string | undefined {
  if (!isRecord(chart)) return 'exports no object with the name chart'
  for (const name of ['buildQuery', 'draw'])
    if (typeof chart[name] !== 'function') return `has no function chart.${name}`
  return Array.isArray(chart['controls']) && chart['controls'].every(isSection)
    ? undefined
    : 'has no valid list chart.controls'
}

const isSection = (section: unknown) =>
  isRecord(section) &&
  typeof section['label'] === 'string' &&
  (section['tab'] === 'data' || section['tab'] === 'customize') &&
  Array.isArray(section['controls']) &&
  section['controls'].every(isControl)

const isControl = (control: unknown) =>
  isRecord(control) && ['name', 'kind', 'label'].every((name) => typeof control[name] === 'string')
