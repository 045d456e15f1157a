import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { readFolder } from '../../src/server/importExport/archive.ts'
import { sharedFolder } from '../../src/server/testing/shared.ts'

/**
 * Files of recorded imports and uploads, recreated from their names and sizes, because their content was not recorded.
 */

const kinds: Record<string, string> = {
  chart: 'Slice',
  dashboard: 'Dashboard',
  dataset: 'SqlaTable',
  database: 'Database',
  assets: 'assets',
}

const recordedImport = `database_name: recorded import
sqlalchemy_uri: postgresql://user:XXXXXXXXXX@host/examples
cache_timeout: null
expose_in_sqllab: true
allow_file_upload: false
uuid: 1f1ee1d0-0000-4000-8000-000000000001
version: 1.0.0
`

const zip = (files: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [`top/${name}`, strToU8(text)]))))

const metadata = (type: string | undefined, version = '1.0.0') =>
  `version: ${version}\n${type ? `type: ${type}\n` : ''}`

/** The `unicode_test` bundle as an export of this type, with changed datasets. */
async function bundle(type: string | undefined, dataset: (text: string) => string = (text) => text) {
  const files = await readFolder(join(sharedFolder, 'examples/bundles/unicode_test'))
  const changed = [...files].map(([name, text]) => [name, name.startsWith('datasets/') ? dataset(text) : text])
  return zip({ ...Object.fromEntries(changed), 'metadata.yaml': metadata(type) })
}

/** The file that the call with this name sent. */
export async function sentFile(folder: string, name: string): Promise<Buffer | undefined> {
  const type = kinds[folder]
  switch (name) {
    case 'import-no-file':
      return undefined
    case 'import-empty-zip':
      return Buffer.from(zipSync({}))
    case 'import-not-a-zip':
      return Buffer.from('not a zip')
    case 'import-gamma':
      return zip({ 'metadata.yaml': metadata(type) })
    case 'import-no-metadata':
      return zip({ 'x.yaml': 'a: 1' })
    case 'import-wrong-version':
      return zip({ 'metadata.yaml': metadata(undefined, '9.9.9') })
    case 'import-wrong-type':
      return zip({ 'metadata.yaml': metadata(folder === 'dashboard' ? 'Slice' : 'Dashboard') })
    case 'import-broken-yaml':
      return bundle(type, () => 'a: [1\n b: {')
    case 'import-unknown-key':
      return bundle(type, (text) => `${text}nonsense_key: 1\n`)
    case 'csv-broken':
      return Buffer.from('a,b\n1,"x\n2')
  }
  if (folder === 'upload') return Buffer.from('a,b,c\n1,x,2020-01-01\n2,y,2020-01-02\n')
  if (folder === 'database')
    return zip({ 'metadata.yaml': metadata(type), 'databases/recorded_import.yaml': recordedImport })
  return bundle(type)
}
