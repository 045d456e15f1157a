import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Play, runProgram } from './program.ts'

export const datahub: Play = async (programs, { address, username, password, folder }, report) => {
  const result = join(folder, 'result.json')
  const source = { connect_uri: address, username, password, provider: 'db', ingest_datasets: true }
  const recipe = {
    source: { type: 'superset', config: source },
    sink: { type: 'file', config: { filename: result } },
  }
  // JSON is valid YAML
  writeFileSync(join(folder, 'recipe.yml'), JSON.stringify(recipe))
  const { isFine, trouble } = await runProgram(join(programs, 'datahub'), ['ingest', '-c', 'recipe.yml'], folder, {
    DATAHUB_TELEMETRY_ENABLED: 'false',
  })
  if (!isFine) return report('ingest', trouble)
  const records = readFileSync(result, 'utf8')
  for (const kind of ['dashboard', 'chart', 'dataset'])
    report(`ingest: ${kind}s`, records.includes(`urn:li:${kind}:`) ? undefined : `no ${kind} was read`)
}
