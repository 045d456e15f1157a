import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Play, runProgram } from './program.ts'

/** Its exports of users and roles read pages of the original, made on its server. */
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
  await plain('delete-assets, only planned', 'delete-assets', '--asset-type', 'dashboard', '-t', 'id=1')
}
