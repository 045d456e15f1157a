import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Play, runProgram } from './program.ts'

/** The exports of users and roles are not called: they parse pages that the original renders on its server. */
export const presetCli: Play = async (programs, { address, username, password, folder }, report) => {
  const files = join(folder, 'assets')
  mkdirSync(files)
  const call = (...args: string[]) =>
    runProgram(join(programs, 'superset-cli'), ['-u', username, '-p', password, address, ...args], folder)
  const count = (kind: string) =>
    existsSync(join(files, kind)) ? readdirSync(join(files, kind), { recursive: true }).length : 0
  const plain = async (name: string, ...args: string[]) => {
    const { isFine, trouble } = await call(...args)
    report(name, isFine ? undefined : trouble)
  }

  const exported = await call('export-assets', files)
  const counts = ['databases', 'datasets', 'charts', 'dashboards'].map(count)
  report(
    'export-assets',
    exported.isFine && counts.every((number) => number > 0) ? undefined : `${counts.join()} ${exported.trouble}`,
  )
  await plain('sync native', 'sync', 'native', files, '--overwrite')
  const sql = await call('sql', '--database-id', '1', '-e', "select 6 * 7 as answer, 'x' as b")
  report('sql', sql.isFine && /answer/.test(sql.output) && /\b42\b/.test(sql.output) ? undefined : sql.trouble)
  for (const what of ['ownership', 'rls']) {
    await plain(`export-${what}`, `export-${what}`, join(folder, `${what}.yaml`))
    await plain(`import-${what}`, `import-${what}`, join(folder, `${what}.yaml`))
  }
  for (const kind of ['dashboard', 'chart', 'dataset', 'database'])
    await plain(`import-assets of ${kind}s`, 'import-assets', files, '--overwrite', '--asset-type', kind)
  await plain('import-assets, one by one', 'import-assets', files, '--overwrite', '--split')
  const dashboard = ['delete-assets', '--asset-type', 'dashboard', '-t', 'id=1']
  await plain('delete-assets, only planned', ...dashboard)
  await plain('delete-assets with charts', ...dashboard, '--cascade-charts', '--no-dry-run', '--confirm', 'DELETE')
  const gone = await call(...dashboard)
  report('delete-assets has deleted', /No dashboards match/.test(gone.output + gone.trouble) ? undefined : gone.trouble)
  await plain('import-assets brings back what was deleted', 'import-assets', files, '--overwrite')
}
