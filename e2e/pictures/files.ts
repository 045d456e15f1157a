import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { zipFiles, zipFolder } from '../harness/product.ts'

/** Files that scenes upload. */
export interface SceneFiles {
  folder: string
  /** a bundle whose objects exist already */
  shop: string
  /** a bundle with a database without its password */
  needsPassword: string
  /** an invalid bundle */
  broken: string
  csv: string
  /** a table with two columns of the same name */
  stations: string
}

const metadata = "version: 1.0.0\ntype: Dashboard\ntimestamp: '2026-01-01T00:00:00'\n"
const database = `database_name: Warehouse
sqlalchemy_uri: postgresql://analyst:XXXXXXXXXX@warehouse.example.org/sales
expose_in_sqllab: true
uuid: 0f7e6cfe-0d6b-4f8e-8d57-6f3f6b1d5a01
version: 1.0.0
`

/** Writes the files into a folder. */
export function sceneFiles(folder: string): SceneFiles {
  const write = (name: string, bytes: Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }
  return {
    folder,
    shop: write('shop.zip', zipFolder(resolve(import.meta.dirname, '../fixtures/shop'))),
    needsPassword: write(
      'warehouse.zip',
      zipFiles({ 'metadata.yaml': metadata, 'databases/Warehouse.yaml': database }),
    ),
    broken: write(
      'broken.zip',
      zipFiles({ 'metadata.yaml': metadata, 'charts/Sales.yaml': 'slice_name: Sales\nviz_type: 7\n' }),
    ),
    stations: write('stations.csv', Buffer.from('town,n,town\nBonn,1,Berlin\nKiel,n/a,Berlin\n')),
    csv: resolve(import.meta.dirname, '../fixtures/tables/shop_orders.csv'),
  }
}
