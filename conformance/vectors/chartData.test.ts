import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createEnginePool } from '../../src/engine/run/pool.ts'
import { type ChartDataVector, runChartDataVectors } from './chartData.ts'
import {
  exampleConnection,
  exampleDatasets,
  hasExamples,
  tableDataset,
  type VectorDataset,
  vectorDatasets,
} from './exampleTables.ts'

const file = resolve(import.meta.dirname, '../../../shared/reference/vectors/chart-data.json')
const isThere = existsSync(file) && hasExamples
if (!isThere && process.env.CI === 'true') throw new Error(`no vectors at ${file}`)

describe.skipIf(!isThere)('chart data of the original (needs ../shared/reference and ../shared/examples)', () => {
  it('equals the results of the service with real engine children', { timeout: 120_000 }, async () => {
    const vectors = JSON.parse(readFileSync(file, 'utf8')) as ChartDataVector[]
    const connection = await exampleConnection()
    const engine = createEnginePool({ children: 2 })
    try {
      const datasets = exampleDatasets()
      datasets.push(await tableDataset(engine, connection, 'flights', datasets.length + 1))
      const described = JSON.parse(
        readFileSync(resolve(file, '../chart-data-datasets.json'), 'utf8'),
      ) as VectorDataset[]
      datasets.push(...vectorDatasets(described, datasets))
      const report = await runChartDataVectors(vectors, datasets, connection, engine)
      expect(report.failures).toEqual([])
      expect(report.passed).toBeGreaterThan(690)
    } finally {
      await engine.close()
    }
  })
})
