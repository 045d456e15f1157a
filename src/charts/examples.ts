import { readFormData } from './openFormData.ts'
import { loadQuery } from './parts.ts'
import type { ChartExample, ChartType, ExampleModule } from './shared/contract.ts'
import { isPluginFolder } from './shared/plugins/pluginChart.ts'

const loading = new Map<string, Promise<ChartExample[]>>()

/** The examples of a type, with complete form data. Returns the same promise each time. */
export function loadExamples(chart: ChartType): Promise<ChartExample[]> {
  const known = loading.get(chart.folder)
  if (known) return known
  const promise = readExamples(chart)
  // after a failed load, the next call loads the chunk again
  promise.catch(() => loading.delete(chart.folder))
  loading.set(chart.folder, promise)
  return promise
}

async function readExamples(chart: ChartType): Promise<ChartExample[]> {
  if (isPluginFolder(chart.folder)) return []
  const [{ examples }, query] = await Promise.all([
    import(`./${chart.folder}/example.ts`) as Promise<ExampleModule>,
    loadQuery(chart.folder),
  ])
  const { type } = chart
  return examples.map((example) => ({
    ...example,
    form: readFormData(chart, query, { ...example.form, viz_type: type }),
  }))
}
