import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dialectOf } from '../../src/engine/dialects/index.ts'
import { exampleDatasets, hasExamples } from './exampleTables.ts'
import { runTemplateVectors } from './templates.ts'

const file = resolve(import.meta.dirname, '../../../shared/reference/vectors/templates.json')
const isThere = existsSync(file) && hasExamples
if (!isThere && process.env.CI === 'true') throw new Error(`no vectors at ${file}`)

describe.skipIf(!isThere)('templates of the original (needs ../shared/reference and ../shared/examples)', () => {
  it('render as recorded', () => {
    const vectors = JSON.parse(readFileSync(file, 'utf8')) as unknown[]
    const report = runTemplateVectors(vectors, exampleDatasets(), dialectOf('duckdb'))
    expect(report.failures).toEqual([])
    expect(report.passed).toBe(vectors.length)
  })
})
